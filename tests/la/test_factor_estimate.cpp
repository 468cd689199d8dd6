#include "la/factor_estimate.h"

#include <gtest/gtest.h>

#include "matrices.h"

// Factors that are known in closed form.

namespace jounce {
namespace {

using namespace test;

FactorEstimate of(const DenseMatrix& dense) {
  CsrMatrix matrix;
  assign(dense, matrix);
  return estimate_factor(matrix);
}

TEST(FactorEstimate, ChainsHaveNoFill) {
  const FactorEstimate chain = of(banded(300, 1));
  EXPECT_EQ(chain.nonzeros, 2 * 300 - 1);
  EXPECT_EQ(chain.operations, 299 * 4 + 1);  // columns of two, the last of one
}

TEST(FactorEstimate, FullMatrices) {
  const FactorEstimate full = of(DenseMatrix::Ones(40, 40));
  EXPECT_EQ(full.nonzeros, 40 * 41 / 2);
  EXPECT_EQ(full.operations, 40 * 41 * 81 / 6);
}

TEST(FactorEstimate, TheOrderKeepsAnArrowSparse) {
  DenseMatrix arrow = DenseMatrix::Identity(100, 100);
  arrow.row(0).setOnes();  // eliminated first, it would fill everything
  arrow.col(0).setOnes();
  EXPECT_EQ(of(arrow).nonzeros, 2 * 100 - 1);
}

TEST(FactorEstimate, UnsymmetricPatternsCountAsTheirUnion) {
  DenseMatrix upper = DenseMatrix::Identity(50, 50), lower = upper;
  for (Index i = 0; i + 1 < 50; ++i) (i % 2 == 0 ? upper(i, i + 1) : upper(i + 1, i)) = 1;
  for (Index i = 0; i + 1 < 50; ++i) lower(i + 1, i) = 1;
  EXPECT_EQ(of(upper).nonzeros, 2 * 50 - 1);
  EXPECT_EQ(of(lower).nonzeros, 2 * 50 - 1);
}

/// A square of n x n nodes takes 31/4 n^2 log2 n entries with nested dissection (A. George 1973), at most.
TEST(FactorEstimate, SquareOfNodes) {
  const Index n = 40;
  DenseMatrix matrix = DenseMatrix::Identity(n * n, n * n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      for (const auto& [a, b] : {std::pair{i + 1, j}, {i, j + 1}, {i + 1, j + 1}, {i + 1, j - 1}})
        if (a < n && b < n && b >= 0) matrix(i * n + j, a * n + b) = matrix(a * n + b, i * n + j) = 1;
  const double entries = of(matrix).nonzeros, bound = 7.75 * n * n * std::log2(n);
  EXPECT_LT(entries, bound);
  EXPECT_GT(entries, 0.2 * bound);
}

}  // namespace
}  // namespace jounce
