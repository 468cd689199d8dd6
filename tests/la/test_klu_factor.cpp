#include "la/klu_factor.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

double error_of(KluFactor& klu, const CsrMatrix& matrix, const DenseMatrix& dense) {
  const Vector expected = Random(2).vector(static_cast<Index>(dense.rows()));
  Vector x;
  klu.solve(dense * expected, x);
  EXPECT_EQ(matrix.size(), x.size());
  return (x - expected).lpNorm<Eigen::Infinity>();
}

TEST(KluFactor, SolvesUnsymmetricMatricesAndFollowsTheirValues) {
  DenseMatrix A = saddle_point(banded(80, 3), 6, 1);
  CsrMatrix matrix;
  assign(A, matrix);
  KluFactor klu;
  for (int change = 0; change < 4; ++change) {
    for (Index i = 0; i + 1 < 80; ++i) A(i, i + 1) *= 1.1;
    matrix.set_zero();
    assign(A, matrix, false);
    ASSERT_TRUE(klu.factor(matrix, matrix.values()));
    EXPECT_LT(error_of(klu, matrix, A), 1e-11) << change;
  }
}

/// Values under which the old pivots vanish or nearly so: they are chosen anew.
TEST(KluFactor, ChoosesPivotsAnewWhenTheOldOnesBecomeBad) {
  for (const double left : {0.0, 1e-13}) {
    DenseMatrix A = DenseMatrix::Zero(60, 60);
    for (Index i = 0; i < 60; i += 2) {
      A(i, i) = A(i + 1, i + 1) = 2;
      A(i, i + 1) = A(i + 1, i) = 0.5;
      if (i > 0) A(i, i - 1) = A(i - 1, i) = 0.1;
    }
    CsrMatrix matrix;
    assign(A, matrix);
    KluFactor klu;
    ASSERT_TRUE(klu.factor(matrix, matrix.values()));
    for (Index i = 0; i < 60; ++i) A(i, i) = left;
    for (Index i = 0; i < 60; i += 2) A(i, i + 1) = A(i + 1, i) = 3;
    const double* values = A.data();
    ASSERT_NE(values, nullptr);
    matrix.set_zero();
    assign(A, matrix, false);
    ASSERT_TRUE(klu.factor(matrix, matrix.values())) << left;
    EXPECT_LT(error_of(klu, matrix, A), 1e-12) << left;
  }
}

TEST(KluFactor, ReportsSingularMatricesAndServesOn) {
  DenseMatrix A = banded(50, 1);
  CsrMatrix matrix;
  assign(A, matrix);
  KluFactor klu;
  ASSERT_TRUE(klu.factor(matrix, matrix.values()));
  matrix.set_zero();
  EXPECT_FALSE(klu.factor(matrix, matrix.values()));
  assign(A, matrix, false);
  ASSERT_TRUE(klu.factor(matrix, matrix.values()));
  EXPECT_LT(error_of(klu, matrix, A), 1e-12);
}

/// After `forget` the digits are those of a new object, whatever was factorised before.
TEST(KluFactor, ForgetsItsPivots) {
  DenseMatrix A = saddle_point(banded(40, 2), 5, 1);
  CsrMatrix matrix;
  assign(A, matrix);
  KluFactor used, fresh;
  ASSERT_TRUE(used.factor(matrix, matrix.values()));
  for (Index i = 0; i < 40; ++i) A(i, i) = 1e-3 * (i % 7 + 1);
  matrix.set_zero();
  assign(A, matrix, false);
  used.forget();
  ASSERT_TRUE(used.factor(matrix, matrix.values()));
  ASSERT_TRUE(fresh.factor(matrix, matrix.values()));
  const Vector b = Random(8).vector(matrix.size());
  Vector x, y;
  used.solve(b, x);
  fresh.solve(b, y);
  EXPECT_EQ(x, y);
}

TEST(KluFactor, EstimatesItsWork) {
  CsrMatrix narrow, wide;
  assign(banded(200, 1), narrow);
  assign(banded(200, 30), wide);
  KluFactor klu;
  const double little = klu.estimated_operations(narrow);
  EXPECT_GT(little, 0);
  EXPECT_GT(klu.estimated_operations(wide), 50 * little);
}

}  // namespace
}  // namespace jounce
