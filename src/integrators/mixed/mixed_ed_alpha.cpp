#include "integrators/mixed/mixed_ed_alpha.h"

#include <stdexcept>

namespace jounce {
namespace {

/// alpha_AR of (R 84): least error of the period.
constexpr double kCutOff = 1.0 / 6;

}  // namespace

MixedEdAlpha::MixedEdAlpha(const System& system, const IntegratorOptions& options)
    : MixedTimestepping(system, options),
      alpha_((1 - options.rho_inf) / (1 + options.rho_inf)),
      first_(system, OneFieldStep::Level::velocity),
      second_(system, OneFieldStep::Level::velocity),
      pair_(system, first_, second_),
      pair_newton_(options.newton) {
  first_form_.joints_on_acceleration = options.joints_on_acceleration;
}

void MixedEdAlpha::begin(const State&, double, bool) {
  if (alpha_ <= 0 && (system_.joints().rows() > 0 || !system_.contacts().is_empty()))
    throw std::runtime_error(
        "mixed-ed-alpha needs integrator.rho_inf below 1 with joints or contacts: without dissipation their "
        "forces are not determined");
}

bool MixedEdAlpha::advance(const State& start, double h, Outcome& outcome, int& iterations,
                           std::string& failure_cause) {
  const double sum = 1 + alpha_;
  first_start_ = start;
  first_start_.t = start.t - h;  // the equations hold at the end of their step: at t_n

  // Unknowns are changes of velocity, so that no large terms cancel in the accelerations.
  // (R 77, 79, 81); y is v_j - v_n, z is v-_{n+1} - v_n
  first_form_.y_0.setZero(system_.nv());
  first_form_.v_0 = start.v;
  first_form_.m_y = 1 / (kCutOff * sum);
  const StagePair::Coupling first = {2 / sum, -h * kCutOff};
  first_form_.m_0 = -(1 - alpha_) / sum * h * acceleration_;
  first_form_.dq_dy = h * kCutOff * alpha_;
  first_form_.f_y = h;
  first_form_.f_0.setZero(system_.nv());
  first_form_.has_impact_law = false;

  // (R 78, 80, 82); y and z change places
  end_ = start;
  end_.t = start.t + h;
  system_.apply_prescribed(end_);
  const Index prescribed = system_.nv() - system_.n_free();
  form_.y_0 = h * acceleration_;
  form_.y_0.tail(prescribed) = (end_.v - start.v).tail(prescribed);
  form_.v_0 = start.v + form_.y_0;
  form_.m_y = 2 * alpha_ / sum;
  const StagePair::Coupling second = {-1 / (kCutOff * sum), 0.5 * h};
  form_.m_0 = (1 - alpha_) / sum * h * acceleration_;
  form_.dq_dy = 0.5 * h;
  form_.f_y = h;
  form_.f_0.setZero(system_.nv());
  form_.has_impact_law = false;

  // increments of q at y_0 and z_0
  first_form_.dq_0 = -h * kCutOff * form_.y_0;
  form_.dq_0 = h * start.v + 0.5 * h * form_.y_0;
  impulse_ = h * lambda_;
  first_.begin(first_start_, first_form_, h, contacts_, closed_, scales_, options_.tolerance, impulse_);
  second_.begin(start, form_, h, contacts_, closed_, scales_, options_.tolerance, impulse_);
  pair_.begin(first, second, second_.has_constant_matrix());
  pair_.log_to(log_);
  const auto attempt = [&] {
    x_.setZero(pair_.size());
    const NewtonResult result = pair_newton_.solve(pair_, x_, budget_.next());
    pair_.name_changes(result.converged);
    budget_.take(result.iterations);
    iterations += result.iterations;
    return result;
  };
  NewtonResult newton = attempt();
  if (!newton.converged && !budget_.is_spent() && pair_.begin_sticking()) newton = attempt();
  if (!newton.converged) {
    failure_cause = pair_.failure_cause(newton.iterations);
    return false;
  }
  first_.finish();
  second_.finish();
  take(second_, outcome);
  outcome.force_velocity = 0.5 * (first_.next().v + outcome.next.v);
  outcome.joint_sum = 0.5 * (first_.joint_impulse() + outcome.joint_impulse);
  outcome.acceleration = (form_.m_y * second_.y() + second.m_z * first_.y() + form_.m_0) / h;
  outcome.contact_impulse = 0.5 * (first_.contact_impulse() + second_.contact_impulse());
  outcome.friction_impulse = 0.5 * (first_.friction_impulse() + second_.friction_impulse());
  contacts_.joint_normals(first_.joint_impulse(), first_normal_);
  outcome.joint_normal = 0.5 * (first_normal_ + outcome.joint_normal);
  return true;
}

void MixedEdAlpha::refresh() {
  MixedTimestepping::refresh();
  pair_.forget();
  pair_newton_.forget();
}

long MixedEdAlpha::factorisations() const {
  return MixedTimestepping::factorisations() + pair_newton_.factorisations();
}

}  // namespace jounce
