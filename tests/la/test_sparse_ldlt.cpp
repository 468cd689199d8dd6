#include "la/sparse_ldlt.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

double error_of(SparseLdlt& ldlt, const DenseMatrix& dense) {
  const Vector expected = Random(2).vector(static_cast<Index>(dense.rows()));
  Vector x;
  ldlt.solve(dense * expected, x);
  return (x - expected).lpNorm<Eigen::Infinity>();
}

/// Definite or not, as stiffness under load is.
TEST(SparseLdlt, SolvesSymmetricMatricesAndFollowsTheirValues) {
  DenseMatrix A = 0.5 * (banded(300, 3) + banded(300, 3).transpose());
  CsrMatrix matrix;
  assign(A, matrix);
  SparseLdlt ldlt;
  for (const double first : {1.0, 2.0, -1.5}) {
    A(0, 0) *= first;
    matrix.set_zero();
    assign(A, matrix, false);
    ASSERT_TRUE(ldlt.factor(matrix, matrix.values()));
    EXPECT_LT(error_of(ldlt, A), 1e-12) << first;
  }
}

TEST(SparseLdlt, TakesAnotherPattern) {
  SparseLdlt ldlt;
  for (const Index n : {200, 70}) {
    const DenseMatrix A = banded(n, 1);
    CsrMatrix matrix;
    assign(0.5 * (A + A.transpose()), matrix);
    ASSERT_TRUE(ldlt.factor(matrix, matrix.values()));
    EXPECT_LT(error_of(ldlt, 0.5 * (A + A.transpose())), 1e-12) << n;
  }
}

TEST(SparseLdlt, ReportsSingularMatricesAndServesOn) {
  DenseMatrix A = DenseMatrix::Identity(60, 60);
  CsrMatrix matrix;
  assign(A, matrix);
  SparseLdlt ldlt;
  A(30, 30) = 0;
  matrix.set_zero();
  assign(A, matrix, false);
  EXPECT_FALSE(ldlt.factor(matrix, matrix.values()));
  A(30, 30) = 4;
  matrix.set_zero();
  assign(A, matrix, false);
  ASSERT_TRUE(ldlt.factor(matrix, matrix.values()));
  EXPECT_LT(error_of(ldlt, A), 1e-14);
}

}  // namespace
}  // namespace jounce
