#include "la/direct_newton.h"

#include <gtest/gtest.h>

#include <cmath>

#include "la/newton_solver.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

/// x^3 + x = s in every component: a problem whose matrix may be kept while s moves slowly.
class Cubic final : public NewtonProblem {
 public:
  explicit Cubic(Index n) : s_(Vector::Ones(n)) {}

  Index size() const override { return static_cast<Index>(s_.size()); }
  void residual(const Vector& x, Vector& r) override {
    at_ = x;
    r = x.array().cube() + x.array() - s_.array();
    if (x.cwiseAbs().maxCoeff() > largest_) r[0] = std::numeric_limits<double>::quiet_NaN();
  }
  const CsrMatrix& jacobian() override {
    if (laid_out_) matrix_.set_zero();
    assign(DenseMatrix((3 * at_.array().square() + 1).matrix().asDiagonal()), matrix_, !laid_out_);
    laid_out_ = true;
    return matrix_;
  }
  bool converged(const Vector& r, int) override {
    merit_ = r.cwiseAbs().maxCoeff() / 1e-12;
    return merit_ <= 1;
  }
  bool converged_well(const Vector& r) override { return r.cwiseAbs().maxCoeff() <= 1e-14; }
  double merit() const override { return merit_; }
  bool may_keep_jacobian() const override { return may_keep_ && laid_out_; }

  Vector s_;
  double largest_ = 1e3;
  bool may_keep_ = true;

 private:
  Vector at_;
  CsrMatrix matrix_;
  bool laid_out_ = false;
  double merit_ = 0;
};

double error(const Cubic& problem, const Vector& x) {
  return (x.array().cube() + x.array() - problem.s_.array()).abs().maxCoeff();
}

TEST(DirectNewton, KeepsTheFactorisationWhileItServes) {
  Cubic problem(3);
  DirectNewton newton;
  Vector x = Vector::Ones(3);
  ASSERT_TRUE(newton.solve(problem, x, 20).converged);
  const long first = newton.factorisations();
  int solves = 0;
  for (; solves < 30; ++solves) {
    problem.s_ *= 1 + 1e-5;
    ASSERT_TRUE(newton.solve(problem, x, 20).converged);
    EXPECT_LE(error(problem, x), 1e-12);
  }
  EXPECT_LT(newton.factorisations() - first, 6) << "of " << solves << " solves";
}

TEST(DirectNewton, TakesAFreshMatrixWhereTheProblemSaysSo) {
  Cubic problem(3);
  problem.may_keep_ = false;
  DirectNewton newton;
  Vector x = Vector::Ones(3);
  long iterations = 0;
  for (int solve = 0; solve < 4; ++solve) {
    problem.s_ *= 1.01;
    iterations += newton.solve(problem, x, 20).iterations;
  }
  EXPECT_EQ(newton.factorisations(), iterations) << "Newton's method proper";
}

TEST(DirectNewton, GivesASlowMatrixUp) {
  Cubic problem(3);
  DirectNewton newton;
  Vector x = Vector::Zero(3);
  problem.s_.setConstant(1e-3);
  ASSERT_TRUE(newton.solve(problem, x, 20).converged);  // matrix: about 1
  problem.s_.setConstant(1.6);                          // the old matrix would diverge here
  const long before = newton.factorisations();
  const NewtonResult result = newton.solve(problem, x, 12);
  EXPECT_TRUE(result.converged);
  EXPECT_LE(error(problem, x), 1e-12);
  EXPECT_GT(newton.factorisations(), before);
}

/// An old matrix that leads out of the domain costs an iteration, not the solve.
TEST(DirectNewton, UndoesAnIterationThatMadeItWorse) {
  Cubic problem(2);
  DirectNewton newton;
  Vector x = Vector::Zero(2);
  problem.s_.setConstant(1e-3);
  ASSERT_TRUE(newton.solve(problem, x, 20).converged);
  x.setConstant(9);
  problem.s_.setConstant(1000);  // the old matrix leads to x = 271, the new one to about 10
  problem.largest_ = 20;
  EXPECT_TRUE(newton.solve(problem, x, 20).converged);
  EXPECT_LE(error(problem, x), 1e-12 * 1.01);
}

/// Only iterations with matrices of their own count, so that keeping one never makes a step fail.
TEST(DirectNewton, CountsFreshIterationsTowardsTheLimit) {
  for (const bool keep : {false, true}) {
    Cubic problem(2);
    problem.may_keep_ = keep;
    DirectNewton newton;
    Vector x = Vector::Zero(2);
    problem.s_.setConstant(0.5);
    ASSERT_TRUE(newton.solve(problem, x, 20).converged);
    problem.s_.setConstant(0.52);
    const long before = newton.factorisations();
    EXPECT_TRUE(newton.solve(problem, x, 3).converged) << keep;
    EXPECT_LE(newton.factorisations() - before, 3);
  }
}

/// A failed solve leaves no matrix behind: what follows is what follows in a new object.
TEST(DirectNewton, ForgetsAfterAFailure) {
  Cubic problem(3), twin(3);
  DirectNewton tried, fresh;
  Vector x = Vector::Zero(3);
  problem.s_.setConstant(500);
  ASSERT_FALSE(tried.solve(problem, x, 2).converged);
  problem.s_ = twin.s_ = Vector::Constant(3, 0.7);
  Vector y = x = Vector::Zero(3);
  EXPECT_TRUE(tried.solve(problem, x, 20).converged);
  EXPECT_TRUE(fresh.solve(twin, y, 20).converged);
  EXPECT_EQ(x, y);
}

TEST(NewtonSolver, TakesTheLoopThatWasAskedFor) {
  for (const NewtonMethod choice :
       {NewtonMethod::automatic, NewtonMethod::direct, NewtonMethod::full, NewtonMethod::snes}) {
    Cubic problem(3);
    NewtonSolver newton(choice);
    Vector x = Vector::Ones(3);
    for (int solve = 0; solve < 5; ++solve) {
      problem.s_ *= 1 + 1e-6;
      ASSERT_TRUE(newton.solve(problem, x, 20).converged) << static_cast<int>(choice);
      EXPECT_LE(error(problem, x), 1e-12) << static_cast<int>(choice);
    }
    const bool keeps = choice == NewtonMethod::automatic || choice == NewtonMethod::direct;
    EXPECT_EQ(newton.factorisations() < 8, keeps)
        << static_cast<int>(choice) << " " << newton.factorisations();
    newton.forget();
    problem.s_ *= 1 + 1e-6;
    const long before = newton.factorisations();
    ASSERT_TRUE(newton.solve(problem, x, 20).converged) << static_cast<int>(choice);
    EXPECT_GT(newton.factorisations(), before) << static_cast<int>(choice);
  }
}

}  // namespace
}  // namespace jounce
