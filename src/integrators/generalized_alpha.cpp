#include "integrators/generalized_alpha.h"

#include "integrators/initial_acceleration.h"
#include "stepping/probe_step.h"

namespace jounce {

GeneralizedAlpha::GeneralizedAlpha(const System& system, const IntegratorOptions& options)
    : system_(system),
      options_(options),
      c_(AlphaCoefficients::from_rho_inf(options.rho_inf)),
      equations_(system, OneFieldStep::Level::position),
      newton_(options.newton) {}

void GeneralizedAlpha::initialise(const State& state, double h) {
  consistent_acceleration(system_, state, acceleration_, lambda_);
  a_ = acceleration_;
  guess_.begin(acceleration_, lambda_);
  if (options_.initial_acceleration == InitialAcceleration::shifted)
    shifted_acceleration(system_, state, (c_.alpha_m - c_.alpha_f) * h, acceleration_, a_);
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
}

bool GeneralizedAlpha::step(State& state, double h, StepResult& result) {
  contacts_.begin(system_, state, scales_, options_.envelope, options_.activation, h, expected_);
  contacts_.keep_overlaps(system_, state, h);
  TrialScales trial_scales(scales_);
  if (!system_.has_constant_mass()) scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);

  // Predictor with a guess of v'. y is v_{n+1}; h M v' = M (h c y + ...) with c from (B 41b).
  guess_.predict(acceleration_, lambda_, h, guessed_acceleration_, guessed_impulse_);
  guessed_impulse_ *= h;
  a_next_ = ((1 - c_.alpha_f) * guessed_acceleration_ + c_.alpha_f * acceleration_ - c_.alpha_m * a_) /
            (1 - c_.alpha_m);
  const double c = (1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma * h);
  form_.y_0 = state.v + h * (1 - c_.gamma) * a_ + h * c_.gamma * a_next_;
  form_.v_0 = form_.y_0;
  form_.dq_0 = h * state.v + h * h * (0.5 - c_.beta) * a_ + h * h * c_.beta * a_next_;
  form_.dq_dy = h * c_.beta / c_.gamma;
  form_.m_y = h * c;
  form_.m_0 = h * (guessed_acceleration_ - c * form_.y_0);
  form_.f_y = h;
  form_.f_0.setZero(system_.nv());
  closed_.assign(contacts_.size(), 1);
  equations_.begin(state, form_, h, contacts_, closed_, scales_, options_.tolerance, guessed_impulse_);
  equations_.log_to(log_);
  x_.setZero(equations_.size());
  const NewtonResult newton = newton_.solve(equations_, x_, options_.max_iterations);
  equations_.name_changes(newton.converged);
  result.iterations = newton.iterations;
  if (!newton.converged || equations_.is_turned_over()) {
    result.failure_cause = equations_.failure_cause(newton.iterations);
    return false;
  }
  trial_scales.keep();
  equations_.finish();
  Vector& acceleration = guessed_acceleration_;
  acceleration += c * (equations_.y() - form_.y_0);
  a_ = ((1 - c_.alpha_f) * acceleration + c_.alpha_f * acceleration_ - c_.alpha_m * a_) / (1 - c_.alpha_m);
  guess_.accept(acceleration_, lambda_, acceleration, equations_.joint_impulse(), h,
                contacts_.are_as_before(equations_.contact_impulse()));
  acceleration_ = acceleration;
  lambda_ = equations_.joint_impulse() / h;
  state.t = equations_.next().t;
  state.q = equations_.next().q;
  state.v = equations_.next().v;
  no_position_.setZero(contacts_.size());
  contacts_.accept(no_position_, equations_.contact_impulse(), Vector());
  report_contacts(
      contacts_,
      {no_position_, equations_.contact_impulse(), equations_.contact_velocity(), Vector(), Vector()},
      state.t, result);
  result.reaction = result.joint_force = lambda_;
  result.acceleration = acceleration_;
  result.failure_cause.clear();
  return true;
}

std::vector<std::pair<std::string, Vector*>> GeneralizedAlpha::memory() {
  return {{"a", &a_},
          {"acceleration", &acceleration_},
          {"lambda", &lambda_},
          {"acceleration_rate", &guess_.acceleration_rate()},
          {"lambda_rate", &guess_.lambda_rate()},
          {"contacts", &contacts_.store()},
          {"scales", &scales_.store()}};
}

void GeneralizedAlpha::visit_matrices(const State& state, double h, const VisitMatrix& visit) {
  acceleration_.setZero(system_.nv());
  lambda_.setZero(system_.joints().rows());
  a_ = acceleration_;
  guess_.begin(acceleration_, lambda_);
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
  probe_step(*this, state, h, options_.max_iterations);
  visit({"all unknowns of a step", &equations_.jacobian()});
}

void GeneralizedAlpha::refresh() {
  newton_.forget();
  equations_.forget();
}

}  // namespace jounce
