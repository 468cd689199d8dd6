#include "integrators/moreau_jean.h"

#include "integrators/initial_acceleration.h"

namespace jounce {

MoreauJean::MoreauJean(const System& system, const IntegratorOptions& options)
    : system_(system),
      options_(options),
      theta_(options.theta >= 0 ? options.theta : 1.0 / (1.0 + options.rho_inf)),
      equations_(system, OneFieldStep::Level::velocity),
      newton_(options.newton) {}

void MoreauJean::initialise(const State& state, double h) {
  Vector lambda;
  consistent_acceleration(system_, state, acceleration_, lambda);
  joint_impulse_ = h * lambda;
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
}

bool MoreauJean::step(State& state, double h, StepResult& result) {
  contacts_.begin(system_, state, scales_, options_.envelope, options_.activation);
  const Eigen::Matrix<double, 6, 1> scales_before = scales_.store();
  if (!system_.has_constant_mass()) scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);

  predicted_ = state;
  system_.manifold().retract(state.q, 0.5 * h * state.v, predicted_.q);
  predicted_.t = state.t + 0.5 * h;
  system_.gaps(contacts_.rows(), predicted_, gap_);
  std::vector<std::uint8_t> closed(static_cast<std::size_t>(contacts_.size()));
  for (int j = 0; j < contacts_.size(); ++j)
    closed[static_cast<std::size_t>(j)] = gap_[j] <= contacts_.gap_round_off(j);

  OneFieldStep::Form form;
  form.y_0 = state.v;
  form.v_0 = state.v;
  form.dq_0 = h * state.v;
  form.dq_dy = h * theta_;
  form.m_0 = -state.v;
  form.f_y = h * theta_;
  system_.force(state, force_);
  form.f_0 = h * (1 - theta_) * force_;
  equations_.begin(state, form, h, contacts_, closed, scales_, options_.tolerance, joint_impulse_);
  const NewtonResult newton = solve(equations_, newton_, x_, options_.max_iterations);
  result.iterations = newton.iterations;
  if (!newton.converged) {
    scales_.store() = scales_before;
    result.blame = equations_.blame(newton.iterations);
    return false;
  }
  equations_.clear_inactive();
  acceleration_ = (equations_.next().v - state.v) / h;
  joint_impulse_ = equations_.joint_impulse();
  state.t = equations_.next().t;
  state.q = equations_.next().q;
  state.v = equations_.next().v;
  const Vector no_position = Vector::Zero(contacts_.size());
  contacts_.accept(no_position, equations_.contact_impulse(), equations_.friction_impulse());
  report_contacts(contacts_,
                  {no_position, equations_.contact_impulse(), equations_.contact_velocity(),
                   equations_.friction_impulse(), equations_.tangential_velocity()},
                  state.t, result);
  result.reaction = joint_impulse_ / h;
  result.acceleration = acceleration_;
  result.blame.clear();
  return true;
}

std::vector<std::pair<std::string, Vector*>> MoreauJean::memory() {
  return {{"acceleration", &acceleration_},
          {"joint_impulse", &joint_impulse_},
          {"contacts", &contacts_.store()},
          {"scales", &scales_.store()}};
}

void MoreauJean::refresh() {
  newton_.forget();
  equations_.forget();
}

}  // namespace jounce
