// Factors that ranks make together. Alone and on four ranks.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "la/petsc_factor.h"
#include "parallel/communicator.h"

namespace jounce {
namespace {

/// A lattice of n^3 points, each coupled to its 26 neighbours, with rows that tie points of its first plane
/// to each other: x_k - x_{k+1} = ..., `copies` times each.
class Lattice {
 public:
  Lattice(Index n, Index ties, Index copies = 1) : n_(n), ties_(ties), copies_(copies) {
    PatternBuilder pattern(size());
    fill(pattern, 1);
    pattern.build(matrix);
    set(1);
  }
  Index size() const { return n_ * n_ * n_ + ties_ * copies_; }
  void set(double stiffness) {
    matrix.set_zero();
    fill(matrix, stiffness);
    values.assign(matrix.values().begin(), matrix.values().end());
  }

  CsrMatrix matrix;
  std::vector<double> values;

 private:
  void fill(MatrixSink& sink, double stiffness) const {
    const auto add = [&](Index row, Index col, double value) {
      const std::array<Index, 1> rows = {row}, cols = {col};
      sink.add(rows, cols, &value);
    };
    const auto number = [&](Index i, Index j, Index k) { return i + n_ * (j + n_ * k); };
    const auto inside = [&](Index i) { return i >= 0 && i < n_; };
    for (Index k = 0; k < n_; ++k)
      for (Index j = 0; j < n_; ++j)
        for (Index i = 0; i < n_; ++i)
          for (Index dk = -1; dk <= 1; ++dk)
            for (Index dj = -1; dj <= 1; ++dj)
              for (Index di = -1; di <= 1; ++di)
                if (inside(i + di) && inside(j + dj) && inside(k + dk)) {
                  const bool is_diagonal = di == 0 && dj == 0 && dk == 0;
                  add(number(i, j, k), number(i + di, j + dj, k + dk), is_diagonal ? 27 * stiffness : -1);
                }
    for (Index tie = 0; tie < ties_ * copies_; ++tie) {
      const Index row = n_ * n_ * n_ + tie, point = 2 * (tie / copies_);
      for (const auto& [col, value] : {std::pair<Index, double>{point, 1.0}, {point + 1, -1.0}}) {
        add(row, col, value);
        add(col, row, value);
      }
      add(row, row, 0);
    }
  }

  Index n_, ties_, copies_;
};

Vector wave(Index n) {
  return (Vector::LinSpaced(n, 0, 0.37 * static_cast<double>(n)).array().sin() + 0.2).matrix();
}

/// Every rank has the same vector, bit by bit (looked at in every 97th entry).
bool same_on_all_ranks(const Vector& x) {
  parallel::Communicator ranks;
  bool differs = false;
  for (Index i = 0; i < x.size(); i += 97) differs = ranks.any(ranks.max(x[i]) != x[i]) || differs;
  return !ranks.any(differs);
}

TEST(SharedFactor, SolvesWhatOneRankSolves) {
  const parallel::Communicator ranks;
  for (const MatrixKind kind : {MatrixKind::positive_definite, MatrixKind::general}) {
    Lattice lattice(15, kind == MatrixKind::general ? 40 : 0);
    PetscFactor factor(kind, Ranks::together);
    const Vector expected = wave(lattice.size());
    for (const double stiffness : {1.0, 2.5}) {  // the same pattern with other values
      lattice.set(stiffness);
      ASSERT_TRUE(factor.factor(lattice.matrix, lattice.values));
      EXPECT_EQ(factor.is_shared(lattice.matrix), !ranks.is_alone());
      Vector b, x;
      lattice.matrix.multiply(expected, b);
      ASSERT_TRUE(factor.solve(b, x));
      EXPECT_LT((x - expected).lpNorm<Eigen::Infinity>(), 1e-10);
      EXPECT_TRUE(same_on_all_ranks(x));
    }
  }
}

/// Values that cease to be symmetric get other factors, of the same pattern for good.
TEST(SharedFactor, FactorisesSymmetricValuesAsSuch) {
  Lattice lattice(15, 40);
  PetscFactor factor(MatrixKind::general, Ranks::together);
  const Vector expected = wave(lattice.size());
  bool was_unsymmetric = false;
  for (const double shear : {0.0, 1e-9, 0.0}) {  // of the entry (0, 1) alone
    lattice.set(1);
    lattice.values[1] += shear;
    ASSERT_EQ(lattice.matrix.columns()[1], 1);
    ASSERT_TRUE(factor.factor(lattice.matrix, lattice.values));
    EXPECT_EQ(factor.is_symmetric(), shear == 0 && !was_unsymmetric) << shear;
    was_unsymmetric = was_unsymmetric || shear != 0;
    Vector b, x;
    lattice.matrix.multiply(expected, b);
    b[0] += shear * expected[1];
    ASSERT_TRUE(factor.solve(b, x));
    EXPECT_LT((x - expected).lpNorm<Eigen::Infinity>(), 1e-11);
  }
}

/// What is singular is so for all ranks, and a solver that regularises does so on all of them.
TEST(SharedFactor, AllRanksRegulariseTogether) {
  Lattice lattice(15, 40, 2);
  LinearSolver solver(MatrixKind::general, Ranks::together);
  solver.factor(lattice.matrix);
  EXPECT_TRUE(solver.regularised());
  Vector expected = wave(lattice.size()), b, x, again;
  lattice.matrix.multiply(expected, b);
  solver.solve(b, x);
  EXPECT_LT((x - expected).head(15 * 15 * 15).lpNorm<Eigen::Infinity>(), 1e-9);
  lattice.matrix.multiply(x, again);
  EXPECT_LT((again - b).lpNorm<Eigen::Infinity>(), 1e-9);
  EXPECT_TRUE(same_on_all_ranks(x));
}

TEST(SharedFactor, RanksSolveSmallSystemsAlone) {
  Lattice lattice(8, 0);
  for (const Ranks who : {Ranks::together, Ranks::each}) {
    PetscFactor factor(MatrixKind::general, who);
    ASSERT_TRUE(factor.factor(lattice.matrix, lattice.values));
    EXPECT_FALSE(factor.is_shared(lattice.matrix));
  }
  Lattice large(15, 0);
  PetscFactor own(MatrixKind::general, Ranks::each);
  ASSERT_TRUE(own.factor(large.matrix, large.values));
  EXPECT_FALSE(own.is_shared(large.matrix));
}

/// One rank alone may solve with what is its own while the others do not.
TEST(SharedFactor, OneRankSolvesAloneWhileOthersWait) {
  const parallel::Communicator ranks;
  Lattice lattice(15, 10);
  if (ranks.rank() != 0) return;
  LinearSolver solver(MatrixKind::general);
  const Vector expected = wave(lattice.size());
  Vector b, x;
  lattice.matrix.multiply(expected, b);
  solver.factor(lattice.matrix);
  solver.solve(b, x);
  EXPECT_LT((x - expected).lpNorm<Eigen::Infinity>(), 1e-10);
}

}  // namespace
}  // namespace jounce
