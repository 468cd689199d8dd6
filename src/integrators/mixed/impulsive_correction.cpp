#include "integrators/mixed/impulsive_correction.h"

namespace jounce {

ImpulsiveCorrection::ImpulsiveCorrection(const System& system, NewtonMethod newton)
    : system_(system), equations_(system, OneFieldStep::Level::velocity), newton_(newton) {}

bool ImpulsiveCorrection::solve(const State& before, double h, const std::vector<ContactRow>& rows,
                                const std::vector<std::uint8_t>& closed, const Scales& scales,
                                const IntegratorOptions& options, StepBudget& budget, int& iterations) {
  contacts_.begin_on(rows, system_, before, scales, options.activation);
  contacts_.follow_impacts(system_, before, closed);
  form_.y_0 = before.v;
  form_.v_0 = before.v;
  form_.dq_0.setZero(system_.nv());
  form_.m_0 = -before.v;
  form_.f_0.setZero(system_.nv());
  form_.duration = 0;
  start_ = before;
  start_.t = before.t - h;  // the equations hold at the end of their step
  no_joint_impulse_.setZero(system_.joints().rows());
  equations_.begin(start_, form_, h, contacts_, closed, scales, options.tolerance, no_joint_impulse_);
  const NewtonResult newton = jounce::solve(equations_, newton_, x_, budget);
  iterations += newton.iterations;
  if (newton.converged) equations_.finish();
  return newton.converged;
}

void ImpulsiveCorrection::report(double time, StepResult& result) const {
  const Vector no_position = Vector::Zero(contacts_.size());
  report_contacts(contacts_,
                  {no_position, equations_.contact_impulse(), equations_.contact_velocity(),
                   equations_.friction_impulse(), equations_.tangential_velocity(), equations_.sets()},
                  time, result);
  contacts_.joint_normals(equations_.joint_impulse(), result.joint_normal_impulse);
}

void ImpulsiveCorrection::refresh() {
  newton_.forget();
  equations_.forget();
}

}  // namespace jounce
