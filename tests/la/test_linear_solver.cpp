#include "la/linear_solver.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

/// Solves with a known solution and returns the largest error.
double error_of(LinearSolver& solver, const DenseMatrix& dense, unsigned seed = 1) {
  CsrMatrix matrix;
  assign(dense, matrix);
  solver.factor(matrix);
  const Vector expected = Random(seed).vector(static_cast<Index>(dense.rows()));
  Vector x;
  solver.solve(dense * expected, x);
  return (x - expected).cwiseAbs().maxCoeff();
}

/// Sizes and bandwidths that reach every factorisation in process: dense, thin, KLU, CHOLMOD, UMFPACK.
struct Shape {
  Index size, half_bandwidth;
};
constexpr Shape kShapes[] = {{1, 0}, {5, 2}, {48, 3}, {49, 3}, {300, 1}, {200, 20}, {400, 20}};

TEST(LinearSolver, SolvesPositiveDefiniteSystems) {
  for (const Shape& shape : kShapes) {
    LinearSolver solver(MatrixKind::positive_definite);
    DenseMatrix A = banded(shape.size, shape.half_bandwidth);
    if (shape.half_bandwidth == 0) A.setConstant(3);
    A = 0.5 * (A + A.transpose()).eval();
    EXPECT_LT(error_of(solver, A), 1e-12) << shape.size;
    EXPECT_EQ(solver.factorisations(), 1);
    EXPECT_FALSE(solver.regularised());
  }
}

TEST(LinearSolver, SolvesUnsymmetricSystems) {
  for (const Shape& shape : kShapes) {
    LinearSolver solver(MatrixKind::general);
    DenseMatrix A = banded(shape.size, shape.half_bandwidth);
    for (Index i = 0; i + 1 < shape.size; ++i) A(i, i + 1) *= -1.3;
    if (shape.half_bandwidth == 0) A.setConstant(-3);
    EXPECT_LT(error_of(solver, A), 1e-12) << shape.size;
  }
}

TEST(LinearSolver, SolvesSaddlePoints) {
  for (const Shape& shape : {Shape{6, 1}, Shape{40, 2}, Shape{300, 1}, Shape{400, 20}}) {
    LinearSolver solver(MatrixKind::general);
    EXPECT_LT(error_of(solver, saddle_point(banded(shape.size, shape.half_bandwidth), 2, 1)), 1e-12)
        << shape.size;
    EXPECT_FALSE(solver.regularised());
  }
}

/// The same pattern with values that are definite, indefinite (the package changes) and definite again, more
/// often than UMFPACK is asked.
TEST(LinearSolver, SolvesWhatTurnsIndefinite) {
  constexpr Index kSize = 500;
  const DenseMatrix A = 0.5 * (banded(kSize, 30) + banded(kSize, 30).transpose());
  CsrMatrix matrix;
  assign(A, matrix);
  LinearSolver solver(MatrixKind::general);
  for (int k = 0; k < 40; ++k) {
    DenseMatrix changed = A;
    if (k % 20 > 1) changed.diagonal().array() -= 1.5 * A(0, 0) + 0.01 * k;
    matrix.set_zero();
    assign(changed, matrix, false);
    solver.factor(matrix);
    const Vector expected = Random(k + 1).vector(kSize);
    Vector x;
    solver.solve(changed * expected, x);
    EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-9) << k;
    if (k == 25) solver.forget();
  }
}

/// Redundant constraints: the multipliers are not unique, the rest of a consistent system is.
/// Nodes that hang together by many rows, as ties do: MUMPS puts so many pivots off that the space it
/// estimated does not suffice.
TEST(LinearSolver, GivesMumpsMoreSpaceWhenPivotsArePutOff) {
  constexpr Index kNodes = 400, kRows = 180;
  DenseMatrix A = DenseMatrix::Zero(kNodes + kRows, kNodes + kRows);
  A.topLeftCorner(kNodes, kNodes) = banded(kNodes, 24);
  for (Index row = 0; row < kRows; ++row) {
    const Index at = kNodes + row;
    A(at, row) = A(row, at) = 1;
    for (Index k = 0; k < 4; ++k) {
      const Index other = kRows + (7 * row + 31 * k) % (kNodes - kRows);
      A(at, other) = A(other, at) = -0.25;
    }
  }
  LinearSolver solver(MatrixKind::general);
  EXPECT_LT(error_of(solver, A), 1e-11);
  EXPECT_FALSE(solver.regularised());
}

TEST(LinearSolver, SolvesConsistentRedundantSaddlePoints) {
  for (const Shape& shape : {Shape{6, 1}, Shape{30, 2}, Shape{300, 1}, Shape{400, 20}})
    for (const Index copies : {2, 3}) {
      SCOPED_TRACE(std::to_string(shape.size) + " unknowns, rows repeated " + std::to_string(copies) +
                   " times");
      const Index n = shape.size;
      const DenseMatrix A = saddle_point(banded(n, shape.half_bandwidth), 2, copies);
      CsrMatrix matrix;
      assign(A, matrix);
      LinearSolver solver(MatrixKind::general);
      solver.factor(matrix);
      EXPECT_TRUE(solver.regularised());
      Vector expected = Random(3).vector(static_cast<Index>(A.rows()));
      for (Index k = 0; k < 2 * copies; ++k)
        expected[n + k] = expected[n + k / copies * copies];  // shared evenly
      Vector x;
      solver.solve(A * expected, x);
      EXPECT_LT((x.head(n) - expected.head(n)).cwiseAbs().maxCoeff(), 1e-10);
      EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-3) << "multipliers of equal rows share the load";
      EXPECT_LT((A * x - A * expected).cwiseAbs().maxCoeff(), 1e-10);
    }
}

/// The same in other units: masses and stiffnesses far from 1 are no reason to call a matrix singular.
TEST(LinearSolver, IsIndifferentToUnits) {
  for (const Index n : {20, 200})
    for (const double scale : {1e-12, 1e12}) {
      SCOPED_TRACE(std::to_string(n) + " unknowns");
      LinearSolver solver(MatrixKind::general);
      DenseMatrix A = saddle_point(banded(n, 2), 3, 1);
      A.topLeftCorner(n, n) *= scale;
      CsrMatrix matrix;
      assign(A, matrix);
      solver.factor(matrix);
      EXPECT_FALSE(solver.regularised());
      Vector expected = Random(5).vector(n + 3), x;
      expected.tail(3) *= scale;
      solver.solve(A * expected, x);
      EXPECT_LT((x - expected).head(n).cwiseAbs().maxCoeff(), 1e-11);
      EXPECT_LT((x - expected).tail(3).cwiseAbs().maxCoeff(), 1e-11 * scale);
    }
}

TEST(LinearSolver, RefusesSingularMatrices) {
  for (const Shape& shape : {Shape{6, 1}, Shape{300, 1}, Shape{400, 20}}) {
    SCOPED_TRACE(shape.size);
    DenseMatrix A = banded(shape.size, shape.half_bandwidth);
    A.row(3).setZero();
    A.col(3).setZero();
    CsrMatrix matrix;
    assign(A, matrix);
    LinearSolver solver(MatrixKind::positive_definite);
    EXPECT_THROW(solver.factor(matrix), SingularMatrix);
    EXPECT_THROW(solver.factor(matrix), SingularMatrix) << "a failed factorisation is not kept";
    // The solver still serves afterwards.
    EXPECT_LT(error_of(solver, 0.5 * (banded(shape.size, 1) + banded(shape.size, 1).transpose())), 1e-12);
  }
}

/// Two equal rows that are no multipliers cannot be helped.
TEST(LinearSolver, RefusesSingularMatricesThatHaveNoMultipliers) {
  for (const Index n : {6, 300}) {
    DenseMatrix A = DenseMatrix::Identity(n, n);
    A(0, 1) = A(1, 0) = 1;
    CsrMatrix matrix;
    assign(A, matrix);
    LinearSolver solver(MatrixKind::general);
    EXPECT_THROW(solver.factor(matrix), SingularMatrix) << n;
  }
}

TEST(LinearSolver, KeepsAFactorisationUntilTheMatrixChanges) {
  for (const Index n : {10, 100}) {
    SCOPED_TRACE(n);
    const DenseMatrix A = banded(n, 2);
    CsrMatrix matrix;
    assign(A, matrix);
    LinearSolver solver(MatrixKind::general);
    for (int i = 0; i < 5; ++i) solver.factor(matrix);
    EXPECT_EQ(solver.factorisations(), 1);
    matrix.set_zero();
    assign(2 * A, matrix, false);
    solver.factor(matrix);
    solver.factor(matrix);
    EXPECT_EQ(solver.factorisations(), 2);
    const Vector expected = Random(7).vector(n);
    Vector x;
    solver.solve(2 * A * expected, x);
    EXPECT_TRUE(close(x, expected, 1e-12));
    solver.forget();
    solver.factor(matrix);
    EXPECT_EQ(solver.factorisations(), 3);
    CsrMatrix other;
    assign(A, other);
    solver.factor(other);
    EXPECT_EQ(solver.factorisations(), 4) << "another matrix";
    solver.solve(A * expected, x);
    EXPECT_TRUE(close(x, expected, 1e-12));
  }
}

TEST(LinearSolver, FollowsChangesOfThePattern) {
  LinearSolver solver(MatrixKind::general);
  CsrMatrix matrix;
  for (const Shape& shape : {Shape{100, 1}, Shape{100, 3}, Shape{10, 2}, Shape{120, 1}}) {
    const DenseMatrix A = banded(shape.size, shape.half_bandwidth);
    assign(A, matrix);
    solver.factor(matrix);
    const Vector expected = Random(9).vector(shape.size);
    Vector x;
    solver.solve(A * expected, x);
    EXPECT_TRUE(close(x, expected, 1e-12));
  }
  EXPECT_EQ(solver.factorisations(), 4);
}

TEST(LinearSolver, MayBeMoved) {
  LinearSolver first(MatrixKind::general);
  EXPECT_LT(error_of(first, banded(60, 1)), 1e-12);
  LinearSolver second(std::move(first));
  EXPECT_EQ(second.factorisations(), 1);
  EXPECT_LT(error_of(second, banded(60, 1)), 1e-12);
}

}  // namespace
}  // namespace jounce
