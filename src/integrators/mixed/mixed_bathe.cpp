#include "integrators/mixed/mixed_bathe.h"

namespace jounce {

MixedBathe::MixedBathe(const System& system, const IntegratorOptions& options)
    : MixedTimestepping(system, options),
      first_(system, OneFieldStep::Level::velocity),
      first_newton_(options.newton) {}

bool MixedBathe::solve_half(OneFieldStep& half, NewtonSolver& newton, const State& start, double h,
                            int& iterations, std::string& failure_cause) {
  form_.v_0 = form_.y_0;
  form_.f_y = h;
  form_.f_0.setZero(system_.nv());
  form_.has_impact_law = false;
  impulse_ = h * lambda_;
  half.begin(start, form_, h, contacts_, closed_, scales_, options_.tolerance, impulse_);
  const NewtonResult result = solve(half, newton, x_, budget_);
  iterations += result.iterations;
  if (result.converged)
    half.finish();
  else
    failure_cause = half.failure_cause(result.iterations);
  return result.converged;
}

bool MixedBathe::advance(const State& start, double h, Outcome& outcome, int& iterations,
                         std::string& failure_cause) {
  // (R 56, 58, 59) times h/2; y is v_m
  form_.y_0 = start.v + 0.5 * h * acceleration_;
  form_.dq_0 = 0.25 * h * (start.v + form_.y_0);
  form_.dq_dy = 0.25 * h;
  form_.m_y = 2;
  form_.m_0 = -2 * start.v - 0.5 * h * acceleration_;
  first_.log_to(log_, "trapezoidal");
  if (!solve_half(first_, first_newton_, start, 0.5 * h, iterations, failure_cause)) return false;

  // (R 57, 60, 61) times h; y is v-_{n+1}
  const Vector& middle = first_.next().v;
  form_.y_0 = 2 * middle - start.v;
  form_.dq_0 = h / 3 * (start.v + middle + form_.y_0);
  form_.dq_dy = h / 3;
  form_.m_y = 3;
  form_.m_0 = start.v - 4 * middle;
  equations_.log_to(log_, "backward");
  if (!solve_half(equations_, newton_, start, h, iterations, failure_cause)) return false;
  take(equations_, outcome);
  // The two parts make M (v - v_n) = h/3 (f_n + f_m + f).
  outcome.force_velocity = (start.v + middle + outcome.next.v) / 3;
  outcome.joint_sum = (h * lambda_ + 2 * first_.joint_impulse() + outcome.joint_impulse) / 3;
  outcome.acceleration = (3 * equations_.y() + form_.m_0) / h;
  return true;
}

void MixedBathe::refresh() {
  MixedTimestepping::refresh();
  first_.forget();
  first_newton_.forget();
}

long MixedBathe::factorisations() const {
  return MixedTimestepping::factorisations() + first_newton_.factorisations();
}

}  // namespace jounce
