#include "la/cholesky_factor.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

DenseMatrix definite(Index n) {
  const DenseMatrix A = banded(n, 6);
  return 0.5 * (A + A.transpose());
}

bool factors(CholeskyFactor& factor, const DenseMatrix& A) {
  CsrMatrix matrix;
  assign(A, matrix);
  return factor.factor(matrix, matrix.values());
}

TEST(CholeskyFactor, SolvesPositiveDefiniteMatrices) {
  CholeskyFactor factor;
  for (const Index n : {1, 50, 400}) {
    const DenseMatrix A = n == 1 ? DenseMatrix::Constant(1, 1, 3.0) : definite(n);
    ASSERT_TRUE(factors(factor, A)) << n;
    const Vector expected = Random(3).vector(n);
    Vector x;
    factor.solve(A * expected, x);
    EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-12) << n;
  }
}

TEST(CholeskyFactor, UsesTheGivenValues) {
  const DenseMatrix A = definite(50);
  CsrMatrix matrix;
  assign(A, matrix);
  std::vector<double> values(matrix.values().begin(), matrix.values().end());
  for (double& value : values) value *= 4;
  CholeskyFactor factor;
  ASSERT_TRUE(factor.factor(matrix, values));
  const Vector expected = Random(3).vector(50);
  Vector x;
  factor.solve(4 * A * expected, x);
  EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(CholeskyFactor, RefusesWhatIsNotSymmetric) {
  CholeskyFactor factor;
  DenseMatrix A = definite(50);
  A(20, 22) += 1e-9;
  EXPECT_FALSE(factors(factor, A)) << "a value";
  A = definite(50);
  A(30, 10) = 1e-3;
  EXPECT_FALSE(factors(factor, A)) << "an entry below the diagonal without its image";
  A = definite(50);
  A(10, 30) = 1e-3;
  EXPECT_FALSE(factors(factor, A)) << "an entry above the diagonal without its image";
  A = definite(50);
  A(20, 22) += 1e-15;
  EXPECT_TRUE(factors(factor, A)) << "round-off";
}

TEST(CholeskyFactor, RefusesIndefiniteMatrices) {
  CholeskyFactor factor;
  EXPECT_FALSE(factors(factor, saddle_point(definite(50), 2, 1)));
  EXPECT_FALSE(factors(factor, -definite(50)));
  EXPECT_TRUE(factors(factor, definite(50)));
}

}  // namespace
}  // namespace jounce
