#include "la/umfpack_factor.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

/// Unsymmetric, with multipliers, whose zeros on the diagonal cannot be pivots as they stand.
DenseMatrix unsymmetric_saddle_point(Index n, Index half_bandwidth) {
  DenseMatrix K = banded(n, half_bandwidth);
  for (Index i = 0; i + 1 < n; ++i) K(i, i + 1) *= -1.3;
  return saddle_point(K, 4, 1);
}

TEST(UmfpackFactor, SolvesWithRowsNotColumns) {
  UmfpackFactor factor;
  for (const Index n : {60, 300}) {  // another pattern the second time
    const DenseMatrix A = unsymmetric_saddle_point(n, 9);
    CsrMatrix matrix;
    assign(A, matrix);
    const Vector expected = Random(2).vector(static_cast<Index>(A.rows()));
    Vector x;
    for (const double scale : {1.0, 3.0}) {  // other values in the same pattern
      std::vector<double> values(matrix.values().begin(), matrix.values().end());
      for (double& value : values) value *= scale;
      ASSERT_TRUE(factor.factor(matrix, values));
      ASSERT_TRUE(factor.solve(scale * A * expected, x));
      EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-12) << n << " unknowns, values times " << scale;
    }
  }
}

TEST(UmfpackFactor, RefusesSingularMatricesAndServesAfterwards) {
  DenseMatrix A = unsymmetric_saddle_point(60, 9);
  CsrMatrix matrix;
  assign(A, matrix);
  const std::vector<double> regular(matrix.values().begin(), matrix.values().end());
  std::vector<double> singular = regular;
  for (Index k = matrix.row_starts()[7]; k < matrix.row_starts()[8]; ++k) singular[k] = 0;
  UmfpackFactor factor;
  EXPECT_FALSE(factor.factor(matrix, singular));
  EXPECT_TRUE(factor.factor(matrix, regular));
  const Vector expected = Random(4).vector(static_cast<Index>(A.rows()));
  Vector x;
  ASSERT_TRUE(factor.solve(A * expected, x));
  EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace jounce
