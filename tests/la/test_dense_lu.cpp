#include "la/dense_lu.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

bool factor(DenseLu& lu, const DenseMatrix& dense) {
  CsrMatrix matrix;
  assign(dense, matrix);
  return lu.factor(matrix, matrix.values());
}

TEST(DenseLu, SolvesWithRowExchanges) {
  DenseLu lu;
  for (const Index n : {1, 2, 7, 33, 12}) {
    Random random(static_cast<unsigned>(n));
    DenseMatrix A(n, n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) A(i, j) = random.number(-1, 1);
    if (n > 1) A(0, 0) = 0;  // no pivot here
    ASSERT_TRUE(factor(lu, A)) << n;
    const Vector expected = random.vector(n);
    Vector x;
    lu.solve(A * expected, x);
    EXPECT_TRUE(close(x, expected, 1e-11)) << n;
  }
}

TEST(DenseLu, SolvesSaddlePoints) {
  const DenseMatrix A = saddle_point(banded(12, 2), 4, 1);
  DenseLu lu;
  ASSERT_TRUE(factor(lu, A));
  const Vector expected = Random(3).vector(static_cast<Index>(A.rows()));
  Vector x;
  lu.solve(A * expected, x);
  EXPECT_TRUE(close(x, expected, 1e-12));
}

TEST(DenseLu, RefusesPivotsOfRoundOff) {
  DenseLu lu;
  EXPECT_FALSE(factor(lu, saddle_point(banded(6, 1), 2, 2))) << "rows that stand twice";
  DenseMatrix A = DenseMatrix::Identity(3, 3);
  A(1, 1) = 1e-15;
  EXPECT_FALSE(factor(lu, A));
  A(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factor(lu, A));
  EXPECT_TRUE(factor(lu, DenseMatrix::Identity(3, 3))) << "it serves on";
}

}  // namespace
}  // namespace jounce
