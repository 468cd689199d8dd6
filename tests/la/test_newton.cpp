#include "la/newton.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "la/direct_newton.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

/// A problem given by functions of the point; converged when the residual is below 1e-13.
class Problem : public NewtonProblem {
 public:
  using Residual = std::function<Vector(const Vector&)>;
  using Jacobian = std::function<DenseMatrix(const Vector&)>;
  Problem(Index size, Residual residual, Jacobian jacobian)
      : size_(size), residual_(std::move(residual)), jacobian_(std::move(jacobian)) {}

  Index size() const override { return size_; }
  void residual(const Vector& x, Vector& r) override {
    at_ = x;
    r = residual_(x);
    ++residuals_;
  }
  const CsrMatrix& jacobian() override {
    if (constant_ && matrix_.size() == size_) return matrix_;
    assign(jacobian_(at_), matrix_);
    return matrix_;
  }
  bool converged(const Vector& r, int) override {
    merit_ = r.cwiseAbs().maxCoeff() / 1e-13;
    return merit_ < 1;
  }
  bool converged_well(const Vector& r) override { return r.cwiseAbs().maxCoeff() < 1e-15; }
  double merit() const override { return merit_; }
  void evaluated(int iteration) override { evaluated_.push_back(iteration); }
  bool may_keep_jacobian() const override { return may_keep_ && matrix_.size() == size_; }

  bool constant_ = false;
  bool may_keep_ = false;
  int residuals_ = 0;
  std::vector<int> evaluated_;

 private:
  double merit_ = 0;
  Index size_;
  Residual residual_;
  Jacobian jacobian_;
  Vector at_;
  CsrMatrix matrix_;
};

/// x^2 + y^2 = 4, x y = 1
Problem circle_and_hyperbola() {
  return {
      2,
      [](const Vector& x) { return Vector(Eigen::Vector2d(x[0] * x[0] + x[1] * x[1] - 4, x[0] * x[1] - 1)); },
      [](const Vector& x) {
        DenseMatrix J(2, 2);
        J << 2 * x[0], 2 * x[1], x[1], x[0];
        return J;
      }};
}

/// What both Newton loops promise.
template <typename Loop>
class Newton : public testing::Test {};
using Loops = testing::Types<SnesNewton, DirectNewton>;
TYPED_TEST_SUITE(Newton, Loops);

TYPED_TEST(Newton, SolvesASmallNonlinearSystem) {
  Problem problem = circle_and_hyperbola();
  TypeParam newton;
  Vector x = Eigen::Vector2d(2, 0.3);
  const NewtonResult result = newton.solve(problem, x, 20);
  EXPECT_TRUE(result.converged);
  EXPECT_LE(result.iterations, 6);
  EXPECT_NEAR(x[0], std::sqrt(2 + std::sqrt(3.0)), 1e-13);
  EXPECT_NEAR(x[1], std::sqrt(2 - std::sqrt(3.0)), 1e-13);
  EXPECT_EQ(newton.factorisations(), result.iterations);
}

TYPED_TEST(Newton, LastIterationThatIsAllowedMayBeTheSolution) {
  Problem problem = circle_and_hyperbola();
  TypeParam newton;
  Vector x = Eigen::Vector2d(2, 0.3);
  const int needed = newton.solve(problem, x, 20).iterations;
  std::vector<int> all;
  for (int k = 0; k <= needed; ++k) all.push_back(k);
  EXPECT_EQ(problem.evaluated_, all);
  problem.evaluated_.clear();
  x = Eigen::Vector2d(2, 0.3);
  EXPECT_TRUE(newton.solve(problem, x, needed).converged);
  EXPECT_EQ(problem.evaluated_, all);
  x = Eigen::Vector2d(2, 0.3);
  const NewtonResult result = newton.solve(problem, x, needed - 1);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.iterations, needed - 1);
}

/// min(x, A x - b) = 0: the linear complementarity problem of a membrane over an obstacle.
TYPED_TEST(Newton, SolvesASemiSmoothSystem) {
  const Index n = 80;
  DenseMatrix A = DenseMatrix::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    A(i, i) = 2;
    if (i > 0) A(i, i - 1) = A(i - 1, i) = -1;
  }
  Vector b(n);
  for (Index i = 0; i < n; ++i) b[i] = std::sin(0.15 * i) * 0.1;
  const auto free = [&](const Vector& x, Index i) { return A.row(i).dot(x) - b[i] < x[i]; };
  Problem problem(
      n,
      [&](const Vector& x) {
        Vector r = A * x - b;
        for (Index i = 0; i < n; ++i)
          if (!free(x, i)) r[i] = x[i];
        return r;
      },
      [&](const Vector& x) {
        DenseMatrix J = A;
        for (Index i = 0; i < n; ++i)
          if (!free(x, i)) J.row(i) = DenseMatrix::Identity(n, n).row(i);
        return J;
      });
  TypeParam newton;
  Vector x = Vector::Zero(n);
  const NewtonResult result = newton.solve(problem, x, 100);
  EXPECT_TRUE(result.converged);
  const Vector y = A * x - b;
  EXPECT_GE(x.minCoeff(), -1e-13);
  EXPECT_GE(y.minCoeff(), -1e-12);
  EXPECT_NEAR(x.dot(y), 0, 1e-12);
  EXPECT_GT(x.maxCoeff(), 0.1);
  EXPECT_GT((x.array() == 0).count(), 0) << "some are held by the obstacle";
}

TYPED_TEST(Newton, TakesOneIterationAndOneFactorisationForConstantMatrices) {
  const DenseMatrix A = banded(70, 2);
  Vector b = Vector::Ones(70);
  Problem problem(
      70, [&](const Vector& x) { return Vector(1e-3 * (A * x - b)); },
      [&](const Vector&) { return DenseMatrix(1e-3 * A); });
  problem.constant_ = true;
  TypeParam newton;
  Vector x = Vector::Zero(70);
  for (int step = 0; step < 3; ++step) {
    b *= 1.5;
    const NewtonResult result = newton.solve(problem, x, 10);
    EXPECT_TRUE(result.converged);
    EXPECT_EQ(result.iterations, 1);
  }
  EXPECT_EQ(newton.factorisations(), 1);
  newton.forget();
  b *= 1.5;
  newton.solve(problem, x, 10);
  EXPECT_EQ(newton.factorisations(), 2);
}

TYPED_TEST(Newton, NeedsNoIterationAtASolution) {
  Problem problem = circle_and_hyperbola();
  TypeParam newton;
  Vector x = Eigen::Vector2d(2, 0.3);
  newton.solve(problem, x, 20);
  const NewtonResult again = newton.solve(problem, x, 20);
  EXPECT_TRUE(again.converged);
  EXPECT_EQ(again.iterations, 0);
}

TYPED_TEST(Newton, ReportsNonConvergence) {
  // x^2 + 1 has no zero.
  Problem problem(
      1, [](const Vector& x) { return Vector(Vector::Constant(1, x[0] * x[0] + 1)); },
      [](const Vector& x) { return DenseMatrix(DenseMatrix::Constant(1, 1, 2 * x[0])); });
  TypeParam newton;
  Vector x = Vector::Constant(1, 0.7);
  NewtonResult result;
  EXPECT_NO_THROW(result = newton.solve(problem, x, 7));
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.iterations, 7);
}

TYPED_TEST(Newton, ReportsSingularMatricesAndServesOn) {
  TypeParam newton;
  for (const Index n : {2, 60}) {
    SCOPED_TRACE(n);
    Problem singular(
        n, [&](const Vector&) { return Vector(Vector::Ones(n)); },
        [&](const Vector&) {
          DenseMatrix J = DenseMatrix::Identity(n, n);
          J(0, 1) = J(1, 0) = 1;
          return J;
        });
    Vector x = Vector::Zero(n);
    NewtonResult result;
    EXPECT_NO_THROW(result = newton.solve(singular, x, 7));
    EXPECT_FALSE(result.converged);
    Problem good(
        n, [&](const Vector& y) { return Vector(y - Vector::Ones(n)); },
        [&](const Vector&) { return DenseMatrix(DenseMatrix::Identity(n, n)); });
    EXPECT_TRUE(newton.solve(good, x, 7).converged);
    EXPECT_TRUE(close(x, Vector::Ones(n), 1e-14));
  }
}

TYPED_TEST(Newton, ReportsResidualsThatAreNoNumbers) {
  Problem problem(
      1, [](const Vector& x) { return Vector(Vector::Constant(1, std::sqrt(x[0]) + 1)); },
      [](const Vector& x) { return DenseMatrix(DenseMatrix::Constant(1, 1, 0.5 / std::sqrt(x[0]))); });
  TypeParam newton;
  Vector x = Vector::Constant(1, 1.0);
  NewtonResult result;
  EXPECT_NO_THROW(result = newton.solve(problem, x, 50));
  EXPECT_FALSE(result.converged);
  EXPECT_LT(problem.residuals_, 5) << "no use to go on";
}

TYPED_TEST(Newton, PassesExceptionsOfTheProblemOn) {
  TypeParam newton;
  Vector x = Eigen::Vector2d(2, 0.3);
  Problem bad_residual(
      2, [](const Vector&) -> Vector { throw std::domain_error("residual"); },
      [](const Vector&) { return DenseMatrix(DenseMatrix::Identity(2, 2)); });
  EXPECT_THROW(newton.solve(bad_residual, x, 5), std::domain_error);
  Problem bad_jacobian(
      2, [](const Vector& y) { return Vector(y); },
      [](const Vector&) -> DenseMatrix { throw std::logic_error("jacobian"); });
  EXPECT_THROW(newton.solve(bad_jacobian, x, 5), std::logic_error);
  int calls = 0;
  Problem late(
      2,
      [&](const Vector& y) {
        if (++calls > 2) throw std::out_of_range("late");
        return Vector(y.array().square() + 1);
      },
      [](const Vector& y) { return DenseMatrix((2 * y).asDiagonal()); });
  EXPECT_THROW(newton.solve(late, x, 5), std::out_of_range);
  Problem good = circle_and_hyperbola();
  x = Eigen::Vector2d(2, 0.3);
  EXPECT_TRUE(newton.solve(good, x, 20).converged) << "the solver still serves";
}

TYPED_TEST(Newton, FollowsChangesOfTheSize) {
  TypeParam newton;
  for (const Index n : {3, 60, 1}) {
    const DenseMatrix A = banded(n, n > 1 ? 1 : 0) + DenseMatrix::Identity(n, n);
    Problem problem(
        n, [&](const Vector& x) { return Vector(1e-2 * (A * x - Vector::Ones(n))); },
        [&](const Vector&) { return DenseMatrix(1e-2 * A); });
    Vector x = Vector::Zero(n);
    EXPECT_TRUE(newton.solve(problem, x, 5).converged) << n;
    EXPECT_TRUE(close(A * x, Vector::Ones(n), 1e-11));
  }
}

}  // namespace
}  // namespace jounce
