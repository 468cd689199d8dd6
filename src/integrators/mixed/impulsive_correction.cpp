#include "integrators/mixed/impulsive_correction.h"

namespace jounce {

ImpulsiveCorrection::ImpulsiveCorrection(const System& system, NewtonMethod newton)
    : system_(system), equations_(system, OneFieldStep::Level::velocity), newton_(newton) {}

bool ImpulsiveCorrection::solve(const State& before, double h, const std::vector<ContactRow>& rows,
                                const std::vector<std::uint8_t>& closed, const Scales& scales,
                                const IntegratorOptions& options, StepBudget& budget, int& iterations) {
  contacts_.begin_on(rows, system_, before, scales, options.activation);
  contacts_.follow_impacts(system_, before, closed);
  is_lumped_ = lumped_ != nullptr && LumpedStage::serves(contacts_);
  if (is_lumped_) {
    lumped_velocity_ = before.v;
    is_lumped_ =
        lumped_->solve({.laws_at = &before, .has_impact_law = true}, contacts_, closed, lumped_velocity_);
  }
  no_joint_impulse_.setZero(system_.joints().rows());
  if (is_lumped_) return true;
  form_.y_0 = before.v;
  form_.v_0 = before.v;
  form_.dq_0.setZero(system_.nv());
  form_.m_0 = -before.v;
  form_.f_0.setZero(system_.nv());
  form_.duration = 0;
  start_ = before;
  start_.t = before.t - h;  // the equations hold at the end of their step
  equations_.begin(start_, form_, h, contacts_, closed, scales, options.tolerance, no_joint_impulse_);
  const NewtonResult newton = jounce::solve(equations_, newton_, x_, budget);
  iterations += newton.iterations;
  if (newton.converged) equations_.finish();
  return newton.converged;
}

void ImpulsiveCorrection::report(double time, StepResult& result) const {
  const Vector no_position = Vector::Zero(contacts_.size());
  const auto fill = [&](const auto& solution) {
    report_contacts(contacts_,
                    {no_position, solution.contact_impulse(), solution.contact_velocity(),
                     solution.friction_impulse(), solution.tangential_velocity(), solution.sets()},
                    time, result);
  };
  if (is_lumped_)
    fill(*lumped_);
  else
    fill(equations_);
  contacts_.joint_normals(joint_impulse(), result.joint_normal_impulse);
}

void ImpulsiveCorrection::refresh() {
  newton_.forget();
  equations_.forget();
}

}  // namespace jounce
