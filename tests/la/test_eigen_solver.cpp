#include "la/eigen_solver.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "../support/deck_run.h"
#include "la/lanczos.h"
#include "matrices.h"

// Chain of n masses and n + 1 springs between walls: omega_k = 2 sqrt(k/m) sin(k pi / (2 (n + 1))).

namespace jounce::test {
namespace {

void set(PatternBuilder& pattern, CsrMatrix& matrix,
         const std::vector<std::tuple<Index, Index, double>>& entries) {
  for (const auto& [i, j, value] : entries) pattern.add({&i, 1}, {&j, 1}, &value);
  pattern.build(matrix);
  matrix.set_zero();
  for (const auto& [i, j, value] : entries) matrix.add({&i, 1}, {&j, 1}, &value);
}

/// Free chain of n masses; `walls` ties its first and last mass to the ground: 0 not at all, 1 by springs, 2
/// by constraints. Masses with a number in `massless` have none.
VibrationPencil chain(Index n, int walls, const std::vector<Index>& massless = {}) {
  std::vector<std::tuple<Index, Index, double>> K, M;
  for (Index i = 0; i + 1 < n; ++i) {
    K.insert(K.end(), {{i, i, 1}, {i + 1, i + 1, 1}, {i, i + 1, -1}, {i + 1, i, -1}});
  }
  for (Index i = 0; i < n; ++i) M.emplace_back(i, i, 1.0);
  for (const Index i : massless) std::get<2>(M[i]) = 0;
  Index size = n;
  if (walls == 1) K.insert(K.end(), {{0, 0, 1}, {n - 1, n - 1, 1}});
  if (walls == 2) {
    K.insert(K.end(), {{n, 0, 1}, {0, n, 1}, {n + 1, n - 1, 1}, {n - 1, n + 1, 1}});
    size += 2;
  }
  VibrationPencil pencil;
  pencil.n = n;
  PatternBuilder a(size), b(size);
  set(a, pencil.A, K);
  set(b, pencil.B, M);
  return pencil;
}

double analytic(Index k, Index n) {
  const double omega = 2 * std::sin(static_cast<double>(k) * std::numbers::pi / (2.0 * (n + 1)));
  return omega * omega;
}

/// Fails the test where the method gives up.
EigenPairs by_lanczos(const VibrationPencil& pencil, Index count) {
  return lanczos_eigenpairs(pencil, count).value();
}

using Solver = EigenPairs (*)(const VibrationPencil&, Index);
class Pairs : public testing::TestWithParam<Solver> {};
INSTANTIATE_TEST_SUITE_P(DenseAndSparse, Pairs,
                         testing::Values(Solver(&dense_eigenpairs), Solver(&sparse_eigenpairs),
                                         Solver(&by_lanczos)));

TEST_P(Pairs, ChainBetweenWalls) {
  const EigenPairs pairs = GetParam()(chain(60, 1), 7);
  ASSERT_EQ(pairs.values.size(), 7);
  for (Index k = 0; k < 7; ++k) EXPECT_NEAR(pairs.values[k], analytic(k + 1, 60), 1e-13);
  const DenseMatrix products = pairs.vectors.transpose() * pairs.vectors;
  EXPECT_TRUE(products.isApprox(DenseMatrix::Identity(7, 7), 1e-9)) << products;
}

TEST_P(Pairs, ConstraintsHoldTheEnds) {
  const EigenPairs pairs = GetParam()(chain(62, 2), 5);
  for (Index k = 0; k < 5; ++k) {
    EXPECT_NEAR(pairs.values[k], analytic(k + 1, 60), 1e-12);
    EXPECT_NEAR(pairs.vectors(0, k), 0, 1e-10);
    EXPECT_NEAR(pairs.vectors(61, k), 0, 1e-10);
  }
}

TEST_P(Pairs, RigidBodyModeIsFound) {
  const EigenPairs pairs = GetParam()(chain(40, 0), 3);
  EXPECT_NEAR(pairs.values[0], 0, 1e-13);
  EXPECT_TRUE(pairs.vectors.col(0).isApproxToConstant(pairs.vectors(0, 0), 1e-8));
  EXPECT_NEAR(pairs.values[1], std::pow(2 * std::sin(std::numbers::pi / 80), 2), 1e-12);
}

TEST_P(Pairs, MasslessDirectionsFollow) {
  // Two springs in series are one of half the stiffness: 30 masses between walls at k = 1/2.
  std::vector<Index> massless;
  for (Index i = 0; i < 61; i += 2) massless.push_back(i);
  VibrationPencil pencil = chain(61, 1, massless);
  const EigenPairs pairs = GetParam()(pencil, 4);
  for (Index k = 0; k < 4; ++k) EXPECT_NEAR(pairs.values[k], 0.5 * analytic(k + 1, 30), 1e-12);
}

/// A wide band with many rows, as ties of surfaces have: MUMPS runs out of the space that it estimated at
/// first.
TEST(EigenSolver, ManyConstraintsTakeMoreSpaceInTheFactor) {
  constexpr Index kNodes = 400, kRows = 180;
  std::vector<std::tuple<Index, Index, double>> K, M;
  const DenseMatrix stiffness = banded(kNodes, 24);
  for (Index i = 0; i < kNodes; ++i) {
    M.emplace_back(i, i, 1.0);
    for (Index j = 0; j < kNodes; ++j)
      if (stiffness(i, j) != 0) K.emplace_back(i, j, 0.5 * (stiffness(i, j) + stiffness(j, i)));
  }
  for (Index row = 0; row < kRows; ++row) {
    const Index at = kNodes + row;
    K.insert(K.end(), {{at, row, 1}, {row, at, 1}});
    for (Index k = 0; k < 4; ++k) {
      const Index other = kRows + (7 * row + 31 * k) % (kNodes - kRows);
      K.insert(K.end(), {{at, other, -0.25}, {other, at, -0.25}});
    }
  }
  VibrationPencil pencil;
  pencil.n = kNodes;
  PatternBuilder a(kNodes + kRows), b(kNodes + kRows);
  set(a, pencil.A, K);
  set(b, pencil.B, M);
  const EigenPairs sparse = sparse_eigenpairs(pencil, 5), dense = dense_eigenpairs(pencil, 5);
  for (Index k = 0; k < 5; ++k) EXPECT_NEAR(sparse.values[k], dense.values[k], 1e-9 * dense.values[k]);
}

TEST(EigenSolver, AsksForNoMoreThanThereIs) {
  EXPECT_EQ(dense_eigenpairs(chain(5, 2), 10).values.size(), 3);
  EXPECT_EQ(dense_eigenpairs(chain(5, 1), 10).values.size(), 5);
}

TEST(EigenSolver, RefusesWhatHasNoFrequency) {
  VibrationPencil loose;
  loose.n = 2;
  PatternBuilder a(2), b(2);
  set(a, loose.A, {{0, 0, 1}});
  set(b, loose.B, {{0, 0, 1}});
  try {
    dense_eigenpairs(loose, 2);
    FAIL();
  } catch (const EigenFailure& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("neither mass nor stiffness"));
  }
  VibrationPencil massless = chain(3, 1, {0, 1, 2});
  EXPECT_THROW(sparse_eigenpairs(massless, 1), EigenFailure);
  EXPECT_THROW(dense_eigenpairs(DenseMatrix::Identity(2, 2), -DenseMatrix::Identity(2, 2)), EigenFailure);
}

/// Six equal chains without joints: each value comes six times, and one sequence finds it once.
TEST(Lanczos, FindsAllVectorsOfMultipleValues) {
  constexpr Index kChains = 6, kMasses = 60;
  std::vector<std::tuple<Index, Index, double>> K, M;
  for (Index chain = 0; chain < kChains; ++chain)
    for (Index k = 0; k < kMasses; ++k) {
      const Index i = chain * kMasses + k;
      K.emplace_back(i, i, 2.0);
      if (k > 0) K.insert(K.end(), {{i, i - 1, -1}, {i - 1, i, -1}});
      M.emplace_back(i, i, 1.0);
    }
  VibrationPencil pencil;
  pencil.n = kChains * kMasses;
  PatternBuilder a(pencil.n), b(pencil.n);
  set(a, pencil.A, K);
  set(b, pencil.B, M);
  const std::optional<EigenPairs> pairs = lanczos_eigenpairs(pencil, 14);
  ASSERT_TRUE(pairs);
  ASSERT_EQ(pairs->values.size(), 14);
  for (Index k = 0; k < 14; ++k)
    EXPECT_NEAR(pairs->values[k], analytic(k / kChains + 1, kMasses), 1e-12) << k;
  const DenseMatrix products = pairs->vectors.transpose() * pairs->vectors;
  EXPECT_LT((products - DenseMatrix::Identity(14, 14)).cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace
}  // namespace jounce::test
