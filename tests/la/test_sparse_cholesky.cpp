#include "la/sparse_cholesky.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

/// Five-point Laplacian of a square grid plus `shift`, lower triangle.
LowerTriangle laplacian(int side, double shift) {
  LowerTriangle A;
  for (int j = 0; j < side * side; ++j) {
    A.rows.push_back(j);
    A.values.push_back(4 + shift);
    if (j % side + 1 < side) {
      A.rows.push_back(j + 1);
      A.values.push_back(-1);
    }
    if (j + side < side * side) {
      A.rows.push_back(j + side);
      A.values.push_back(-1);
    }
    A.column_starts.push_back(static_cast<int>(A.rows.size()));
  }
  return A;
}

Vector product(const LowerTriangle& A, const Vector& x) {
  Vector y = Vector::Zero(x.size());
  for (Index j = 0; j < A.size(); ++j)
    for (int k = A.column_starts[j]; k < A.column_starts[j + 1]; ++k) {
      const int i = A.rows[k];
      y[i] += A.values[k] * x[j];
      if (i != j) y[j] += A.values[k] * x[i];
    }
  return y;
}

TEST(SparseCholesky, SolvesAgainWithOtherValues) {
  SparseCholesky solver;
  for (const double shift : {0.0, 2.5, 1e3}) {
    const LowerTriangle A = laplacian(30, shift);
    const Vector wanted = Vector::LinSpaced(A.size(), -1, 2);
    ASSERT_TRUE(solver.factor(A));
    Vector x;
    for (int again = 0; again < 2; ++again) {
      solver.solve(product(A, wanted), x);
      EXPECT_LE((x - wanted).norm(), 1e-10 * wanted.norm()) << shift;
    }
  }
}

TEST(SparseCholesky, RefusesIndefiniteMatricesAndRecovers) {
  SparseCholesky solver;
  EXPECT_FALSE(solver.factor(laplacian(10, -4.5)));
  const LowerTriangle A = laplacian(10, 0);
  ASSERT_TRUE(solver.factor(A));
  const Vector wanted = Vector::Ones(A.size());
  Vector x;
  solver.solve(product(A, wanted), x);
  EXPECT_TRUE(x.isApprox(wanted, 1e-12));
}

}  // namespace
}  // namespace jounce
