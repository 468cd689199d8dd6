#include "la/partial_cholesky.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "la/decompositions.h"
#include "la/dense_quasidefinite.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

/// Columns of the first unknowns of a dense matrix, with the entries that are not zero in any order of rows.
LowerTriangle first_columns(const DenseMatrix& A, Index inner) {
  LowerTriangle lower;
  for (Index j = 0; j < inner; ++j) {
    for (auto i = static_cast<Index>(A.rows()) - 1; i >= j; --i)
      if (A(i, j) != 0) {
        lower.rows.push_back(i);
        lower.values.push_back(A(i, j));
      }
    lower.column_starts.push_back(static_cast<int>(lower.rows.size()));
  }
  return lower;
}

DenseMatrix symmetric(Index n, Index half_bandwidth) {
  const DenseMatrix A = banded(n, half_bandwidth);
  return 0.5 * (A + A.transpose());
}

/// Borders next to each other, spread among the others' neighbours, of all unknowns, and of none.
TEST(PartialCholesky, LeavesTheComplementOfTheBorder) {
  for (const Index half_bandwidth : {1, 7, 60})
    for (const Index border : {0, 1, 40, 200}) {
      SCOPED_TRACE(testing::Message() << half_bandwidth << ", border " << border);
      const Index n = 200, inner = n - border;
      DenseMatrix A = symmetric(n, half_bandwidth);
      for (Index k = 0; k < std::min(inner, border); k += 3)  // couples it with unknowns everywhere
        A(inner + k, (17 * k) % inner) = A((17 * k) % inner, inner + k) = -0.1;
      PartialCholesky factor;
      const LowerTriangle lower = first_columns(A, inner);
      factor.analyse(lower, border);
      for (const double scale : {1.0, 3.0}) {
        LowerTriangle scaled = lower;
        for (double& value : scaled.values) value *= scale;
        const DenseMatrix A_ii = scale * A.topLeftCorner(inner, inner),
                          A_si = scale * A.bottomLeftCorner(border, inner);
        DenseMatrix S = scale * A.bottomRightCorner(border, border);
        DenseMatrix expected = S;
        const Vector b = Random(3).vector(inner), x_s = Random(4).vector(border);
        Vector left_over = Vector::Zero(border), x = Vector::Zero(inner), found;
        if (inner > 0) {
          const Eigen::LLT<DenseMatrix> inside(A_ii);
          expected -= A_si * inside.solve(A_si.transpose());
          left_over = -A_si * inside.solve(b);
          x = inside.solve(b - A_si.transpose() * x_s);
        }
        ASSERT_TRUE(factor.factor(scaled.values, S));
        const DenseMatrix difference = (S - expected).triangularView<Eigen::Lower>();
        EXPECT_LE(difference.norm(), 1e-12 * (1 + expected.norm()));
        for (int again = 0; again < 2; ++again) {
          EXPECT_LE((factor.begin(b) - left_over).norm(), 1e-12 * (1 + left_over.norm()));
          factor.finish(x_s, found);
          EXPECT_LE((found - x).norm(), 1e-12 * (1 + x.norm()));
        }
      }
      if (half_bandwidth == 60 && border == 40) {
        EXPECT_GT(factor.operations(), 160.0 * 60 * 60 / 2);
      }
    }
}

TEST(PartialCholesky, RefusesIndefiniteInsidesAndRecovers) {
  DenseMatrix A = symmetric(150, 9);
  PartialCholesky factor;
  factor.analyse(first_columns(A, 120), 30);
  DenseMatrix S = A.bottomRightCorner(30, 30);
  A(77, 77) = 0.5;
  EXPECT_FALSE(factor.factor(first_columns(A, 120).values, S));
  A = symmetric(150, 9);
  S = A.bottomRightCorner(30, 30);
  ASSERT_TRUE(factor.factor(first_columns(A, 120).values, S));
  const DenseMatrix inverse = A.inverse().bottomRightCorner(30, 30).inverse();
  const DenseMatrix difference = (S - inverse).triangularView<Eigen::Lower>();
  EXPECT_LE(difference.norm(), 1e-12 * inverse.norm());
}

TEST(PartialCholesky, KnowsItsSmallestPivot) {
  DenseMatrix A = DenseMatrix::Identity(60, 60);
  A(17, 17) = 1e-6;
  PartialCholesky factor;
  factor.analyse(first_columns(A, 60), 0);
  DenseMatrix S;
  ASSERT_TRUE(factor.factor(first_columns(A, 60).values, S));
  EXPECT_NEAR(factor.smallest_pivot(), 1e-6, 1e-18);
}

TEST(DenseQuasidefinite, SolvesWithAndWithoutMultipliers) {
  PartialCholesky loads_lapack;
  loads_lapack.analyse(LowerTriangle(), 0);
  for (const Index displacements : {0, 1, 30})
    for (const Index multipliers : {0, 1, 10}) {
      if (displacements > 0 && displacements < multipliers) continue;
      SCOPED_TRACE(testing::Message() << displacements << ", multipliers " << multipliers);
      const Index n = displacements + multipliers;
      DenseMatrix A = DenseMatrix::Zero(n, n);
      if (displacements > 0) A.topLeftCorner(displacements, displacements) = symmetric(displacements, 4);
      for (Index k = 0; k < multipliers; ++k) {
        if (displacements > 0) A(displacements + k, k) = A(k, displacements + k) = 1;
        if (displacements == 0 || k % 2 == 0) A(displacements + k, displacements + k) = -0.1;
      }
      DenseQuasidefinite factor;
      factor.matrix() = A.triangularView<Eigen::Lower>();
      ASSERT_TRUE(factor.factor(displacements));
      const Vector expected = Random(2).vector(n);
      Vector x = A * expected;
      factor.solve(x);
      EXPECT_TRUE(close(x, expected, 1e-12));
    }
}

TEST(DenseQuasidefinite, RefusesRowsThatDependOnEachOther) {
  PartialCholesky loads_lapack;
  loads_lapack.analyse(LowerTriangle(), 0);
  const DenseMatrix A = saddle_point(symmetric(20, 3), 2, 2);
  DenseQuasidefinite factor;
  factor.matrix() = A;
  EXPECT_FALSE(factor.factor(20));
  factor.matrix() = saddle_point(symmetric(20, 3), 2, 1);
  EXPECT_TRUE(factor.factor(20));
  factor.matrix() = -symmetric(20, 3);
  EXPECT_FALSE(factor.factor(20));
}

}  // namespace
}  // namespace jounce
