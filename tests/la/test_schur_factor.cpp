#include "la/schur_factor.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "../support/petsc_environment.h"
#include "la/dense_factor.h"
#include "matrices.h"

namespace jounce {
namespace {

/// Random unsymmetric couplings on a diagonal that dominates, but for the last unknown: a multiplier, with a
/// zero on the diagonal. Entries are of different units.
CsrMatrix coupled(Index n, std::mt19937& engine) {
  std::uniform_int_distribution<Index> pick(0, n - 1);
  std::uniform_real_distribution<double> value(-1, 1);
  struct Entry {
    Index row, column;
    double value;
  };
  const auto unit = [](Index i) { return i % 2 == 0 ? 1.0 : 1e5; };
  std::vector<Entry> all;
  for (Index i = 0; i + 1 < n; ++i) all.push_back({i, i, 12 * unit(i) * unit(i)});
  for (Index i = 0; i < 3 * n; ++i)
    if (const Index a = pick(engine), b = pick(engine); a != b)
      all.push_back({a, b, value(engine) * unit(a) * unit(b)});
  for (const Index i : {0, 1}) {
    all.push_back({n - 1, i, unit(i)});
    all.push_back({i, n - 1, -2 * unit(i)});
  }
  return test::assembled(n, [&](MatrixSink& sink) {
    for (const Entry& entry : all) sink.add(std::array{entry.row}, std::array{entry.column}, &entry.value);
  });
}

TEST(SchurFactor, SolvesMatricesThatDifferAtTheBorder) {
  std::mt19937 engine(5);
  SchurFactor factor;
  for (const Index n : {40, 300}) {
    for (const Index share : {3, 17}) {
      const CsrMatrix matrix = coupled(n, engine);
      std::vector<Index> border;
      for (Index i = 1; i < n; i += share) border.push_back(i);
      ASSERT_TRUE(factor.factor(matrix, border));
      const auto size = static_cast<Index>(border.size());
      const Vector b = Vector::Random(n);
      for (const double change : {0.0, 0.5}) {  // unsymmetric, in units of the border
        DenseMatrix A = test::dense(matrix), S = factor.complement();
        for (Index k = 0; k + 1 < size; ++k) {
          const double d =
              change * std::sqrt(std::abs(A(border[k], border[k]) * A(border[k + 1], border[k + 1])));
          A(border[k], border[k + 1]) += d;
          S(k, k + 1) += d;
        }
        Vector at_border = factor.begin(b), x;
        DenseFactor dense;
        ASSERT_TRUE(dense.factor(S));
        dense.solve(at_border);
        factor.finish(at_border, x);
        const Vector rest = A * x - b, terms = A.cwiseAbs() * x.cwiseAbs();
        for (Index i = 0; i < n; ++i) EXPECT_NEAR(rest[i], 0, 1e-9 * terms[i]) << n << ' ' << i;
      }
    }
  }
  EXPECT_EQ(factor.factorisations(), 4);
}

TEST(SchurFactor, RefusesOthersThatAreSingular) {
  PatternBuilder pattern(4);
  CsrMatrix matrix;
  const std::array<Index, 2> ends = {0, 1}, border = {2, 3};
  const std::array<double, 4> spring = {1, -1, -1, 1};
  pattern.add(ends, ends, spring.data());
  pattern.add(border, border, spring.data());
  pattern.build(matrix);
  matrix.set_zero();
  matrix.add(ends, ends, spring.data());
  matrix.add(border, border, spring.data());
  SchurFactor factor;
  EXPECT_FALSE(factor.factor(matrix, {2, 3}));  // a spring that nothing holds
  EXPECT_TRUE(factor.factor(matrix, {1, 2, 3}));
}

TEST(DenseFactor, ScalesUnitsAndRefusesDependentRows) {
  DenseMatrix A(3, 3);
  A << 2e12, 1, 1e6, 1, 0, 1e-6, 1e6, 1e-6, 3;
  const DenseMatrix kept = A;
  DenseFactor factor;
  ASSERT_TRUE(factor.factor(A));
  Vector x = kept * Vector3(1e-12, 2, 3e-6);
  factor.solve(x);
  EXPECT_NEAR(x[0], 1e-12, 1e-24);
  EXPECT_NEAR(x[1], 2, 1e-12);
  EXPECT_NEAR(x[2], 3e-6, 1e-18);
  A = kept;
  A.row(2) = 1e-3 * A.row(1) + 2 * A.row(0);
  EXPECT_FALSE(factor.factor(A));
}

}  // namespace
}  // namespace jounce
