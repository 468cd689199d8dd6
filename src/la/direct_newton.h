#pragma once

#include "la/linear_solver.h"
#include "la/newton.h"

namespace jounce {

/// Semi-smooth Newton iteration in process, full steps, for systems whose step costs microseconds: SNES alone
/// costs more than a rigid pendulum. Newton is modified: a factorisation serves the following iterations and
/// solves (time steps) as long as
///   - the problem allows it (same rows, step size and active sets), and
///   - every iteration with it divides the residual by thirty at least, and
///   - the iterations that it takes beyond those of a fresh one add up to less than a new one costs.
/// Iterations with a kept factorisation are extra, few, and do not count towards the limit of a solve, which
/// takes no more than some four times as many in all. One that made the residual worse is undone. Whatever
/// matrix leads there, the residual decides about convergence, so the accuracy is that of Newton's method.
/// All decisions follow from the numbers, none from timings, so that runs repeat bit by bit.
class DirectNewton {
 public:
  /// @param keeps false: a new Jacobian in every iteration, as Newton's own method
  explicit DirectNewton(bool keeps = true) : linear_(MatrixKind::general, Ranks::together), keeps_(keeps) {}

  /// Improves x until the problem says it converged; never throws for mere non-convergence or singular
  /// matrices. Exceptions of the problem pass through.
  NewtonResult solve(NewtonProblem& problem, Vector& x, int max_iterations);
  long factorisations() const { return linear_.factorisations(); }
  long linear_iterations() const { return linear_.iterations(); }
  void forget();  ///< drops kept factorisations

 private:
  void iterate(NewtonProblem& problem, Vector& x, int max_iterations, NewtonResult& result);

  LinearSolver linear_;
  bool keeps_;
  bool is_kept_ = false;
  int usual_iterations_ = 0;  ///< of the solve that made the kept factorisation
  int extra_iterations_ = 0;  ///< of the solves since then, beyond the usual
  Vector residual_, step_;
};

}  // namespace jounce
