#include "la/direct_newton.h"

#include <limits>

namespace jounce {
namespace {

constexpr double kSlow = 0.03;      ///< a contraction above this calls for a new Jacobian
constexpr double kFalls = 0.1;      ///< below it an iteration with kept matrices is not at its end
constexpr double kProgress = 1e-3;  ///< after such a fall, a residual that stays has reached round-off
constexpr int kMostOld = 8;         ///< iterations of a solve with kept matrices
constexpr int kMostTimes = 4;       ///< iterations of a solve in all, over those that are allowed to count
constexpr int kWorth = 6;           ///< iterations that a new Jacobian with its factorisation costs

}  // namespace

void DirectNewton::forget() {
  linear_.forget();
  is_kept_ = false;
}

NewtonResult DirectNewton::solve(NewtonProblem& problem, Vector& x, int max_iterations) {
  NewtonResult result;
  try {
    iterate(problem, x, max_iterations, result);
  } catch (const SingularMatrix&) {
    result.converged = false;
    result.is_singular = true;
  } catch (...) {
    forget();
    throw;
  }
  if (!result.converged) forget();  // a failed step leaves no trace
  return result;
}

void DirectNewton::iterate(NewtonProblem& problem, Vector& x, int max_iterations, NewtonResult& result) {
  const bool began_fresh = !is_kept_;
  bool is_fresh = false;  // the last step was taken with the Jacobian of the point where it began
  int fresh = 0;          // iterations with a Jacobian of their own: those that count
  double first_merit = 0, last_merit = 0;
  problem.residual(x, residual_);
  for (int& iteration = result.iterations;; ++iteration) {
    const bool took_old = iteration > 0 && !is_fresh;
    double merit = std::numeric_limits<double>::infinity();
    if (residual_.allFinite()) {
      // A slow contraction by an old matrix must not be taken for round-off.
      const bool may_stagnate = is_fresh || last_merit < kProgress * first_merit;
      result.converged = problem.converged(residual_, may_stagnate ? iteration : 0);
      merit = problem.merit();
      const bool falls = merit <= kFalls * last_merit;
      if (result.converged && took_old && falls) result.converged = problem.converged_well(residual_);
    } else if (!took_old) {
      problem.evaluated(iteration);
      return;
    }
    problem.evaluated(iteration);
    const bool is_spent = fresh == max_iterations || iteration == kMostTimes * max_iterations + kMostOld;
    if (result.converged || is_spent) break;
    if (took_old && !(merit <= kSlow * last_merit)) is_kept_ = false;
    if (took_old && !(merit <= last_merit)) {
      x += step_;
      problem.residual(x, residual_);
    } else {
      last_merit = merit;
    }
    if (iteration == 0) first_merit = merit;
    is_fresh = !keeps_ || !is_kept_ || iteration - fresh >= kMostOld || !problem.may_keep_jacobian();
    if (is_fresh) {
      ++fresh;
      const CsrMatrix& jacobian = problem.jacobian();
      linear_.factor(jacobian, problem.fields());
      is_kept_ = true;
    }
    problem.solve_model(linear_, residual_, step_);
    x -= step_;
    problem.residual(x, residual_);
  }
  if (began_fresh) {
    usual_iterations_ = result.iterations;
    extra_iterations_ = 0;
  } else {
    extra_iterations_ += result.iterations - usual_iterations_;
    if (extra_iterations_ >= kWorth) is_kept_ = false;
  }
}

}  // namespace jounce
