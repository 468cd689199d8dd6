#include "integrators/moreau_jean.h"

#include "integrators/initial_acceleration.h"
#include "stepping/probe_step.h"

namespace jounce {

MoreauJean::MoreauJean(const System& system, const IntegratorOptions& options)
    : system_(system),
      options_(options),
      theta_(options.theta >= 0 ? options.theta : 1.0 / (1.0 + options.rho_inf)),
      equations_(system, OneFieldStep::Level::velocity),
      newton_(options.newton) {}

void MoreauJean::initialise(const State& state, double h) {
  consistent_acceleration(system_, state, acceleration_, lambda_);
  guess_.begin(acceleration_, lambda_);
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
}

void MoreauJean::find_closed(const State& state, double h) {
  predicted_ = state;
  system_.manifold().retract(state.q, 0.5 * h * state.v, predicted_.q);
  predicted_.t = state.t + 0.5 * h;
  system_.contacts().gaps(contacts_.rows(), predicted_, gap_);
  closed_.resize(contacts_.size());
  for (int j = 0; j < contacts_.size(); ++j) closed_[j] = gap_[j] <= contacts_.gap_round_off(j);
}

bool MoreauJean::step(State& state, double h, StepResult& result) {
  contacts_.begin(system_, state, scales_, options_.envelope, options_.activation, h, expected_);
  TrialScales trial_scales(scales_);
  if (!system_.has_constant_mass()) scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
  find_closed(state, h);
  contacts_.follow_impacts(system_, state, closed_);

  guess_.predict(acceleration_, lambda_, h, guessed_acceleration_, guessed_impulse_);
  guessed_impulse_ *= h;
  form_.y_0 = state.v + h * guessed_acceleration_;
  form_.v_0 = form_.y_0;
  form_.dq_0 = h * (1 - theta_) * state.v + h * theta_ * form_.y_0;
  form_.dq_dy = h * theta_;
  form_.m_0 = -state.v;
  form_.f_y = h * theta_;
  system_.force(state, force_);
  form_.f_0 = h * (1 - theta_) * force_;
  equations_.begin(state, form_, h, contacts_, closed_, scales_, options_.tolerance, guessed_impulse_);
  equations_.log_to(log_);
  StepBudget budget(options_.max_iterations);
  const NewtonResult newton = solve(equations_, newton_, x_, budget);
  result.iterations = newton.iterations;
  if (!newton.converged) {
    result.failure_cause = equations_.failure_cause(newton.iterations);
    return false;
  }
  trial_scales.keep();
  equations_.finish();
  accept(state, h, result);
  return true;
}

void MoreauJean::accept(State& state, double h, StepResult& result) {
  result.acceleration = (equations_.next().v - state.v) / h;
  state.t = equations_.next().t;
  state.q = equations_.next().q;
  state.v = equations_.next().v;
  no_position_.setZero(contacts_.size());
  const bool is_as_before = contacts_.are_as_before(equations_.contact_impulse());
  contacts_.accept(no_position_, equations_.contact_impulse(), equations_.friction_impulse());
  report_contacts(contacts_,
                  {no_position_, equations_.contact_impulse(), equations_.contact_velocity(),
                   equations_.friction_impulse(), equations_.tangential_velocity(), equations_.sets()},
                  state.t, result);
  result.reaction = equations_.joint_impulse() / h;
  result.joint_impulse = equations_.joint_impulse();
  contacts_.joint_normals(equations_.joint_impulse(), result.joint_normal_impulse);
  guess_.accept(acceleration_, lambda_, result.acceleration, equations_.joint_impulse(), h,
                is_as_before && result.impacts.empty());
  if (result.impacts.empty()) {  // impulses of an impact do not go on
    acceleration_ = result.acceleration;
    lambda_ = result.reaction;
  }
  result.failure_cause.clear();
}

std::vector<std::pair<std::string, Vector*>> MoreauJean::memory() {
  return {{"acceleration", &acceleration_},
          {"lambda", &lambda_},
          {"acceleration_rate", &guess_.acceleration_rate()},
          {"lambda_rate", &guess_.lambda_rate()},
          {"contacts", &contacts_.store()},
          {"scales", &scales_.store()}};
}

void MoreauJean::visit_matrices(const State& state, double h, const VisitMatrix& visit) {
  acceleration_.setZero(system_.nv());
  lambda_.setZero(system_.joints().rows());
  guess_.begin(acceleration_, lambda_);
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
  probe_step(*this, state, h, options_.max_iterations);
  visit({"all unknowns of a step", &equations_.jacobian()});
}

void MoreauJean::refresh() {
  newton_.forget();
  equations_.forget();
}

}  // namespace jounce
