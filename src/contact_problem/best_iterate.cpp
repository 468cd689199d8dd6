#include "contact_problem/best_iterate.h"

#include <cmath>
#include <limits>

namespace jounce::contact_problem {

BestIterate::BestIterate(const Problem& problem, const Vector& start, double tolerance)
    : problem_(problem), measure_(problem), tolerance_(tolerance) {
  r_ = Vector::Zero(problem.size());
  u_ = problem.q;
  residual_ = measure_(r_, u_);
  if (start.size() == problem.size() && !start.isZero(0.0)) offer(start);
}

double BestIterate::offer(const Vector& r) {
  if (!r.allFinite()) return std::numeric_limits<double>::infinity();
  trial_r_ = r;
  project(problem_, trial_r_);
  velocities(problem_, trial_r_, trial_u_);
  const double e = measure_(trial_r_, trial_u_);
  if (e < residual_) {
    residual_ = e;
    r_.swap(trial_r_);
    u_.swap(trial_u_);
  }
  return e;
}

Result BestIterate::result(const std::string& method, int iterations) const {
  Result result;
  result.status = is_solved() ? Status::solved : Status::not_converged;
  result.r = r_;
  result.u = u_;
  result.residual = residual_;
  result.iterations = iterations;
  result.method = method;
  return result;
}

}  // namespace jounce::contact_problem
