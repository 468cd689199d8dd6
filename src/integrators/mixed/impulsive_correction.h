#pragma once

#include "integrators/integrator_options.h"
#include "integrators/mixed/lumped_stage.h"
#include "stepping/one_field_step.h"

namespace jounce {

/// The impulsive part of the mixed schemes: Rezaei, Schindler, section 2.5. At fixed positions, with all
/// joints and all contacts that are closed there (simultaneous impacts are one problem),
///
///   (46)  M (v+ - v-) = G^T Lambda + W_N Lambda_N + W_T Lambda_T,     G v+ + g_t = 0
///   (47)  0 <= u_N+ + e_N u_N-  perp  Lambda_N >= 0
///   (48)  Lambda_T by Coulomb's law (CoulombPoint) on the slip u_T+ + e_T u_T-
///
/// The paper leaves joints out of (46), having none; without their impulses they would be violated.
class ImpulsiveCorrection {
 public:
  ImpulsiveCorrection(const System& system, NewtonMethod newton);

  /// Impacts of contacts that this stage serves are solved by it; null: none.
  void use(LumpedStage* lumped) { lumped_ = lumped; }

  /// Solves at `before` (time, positions and velocities v- of the end of a step of size h) on these contact
  /// rows. Nothing is kept from one impact to the next.
  bool solve(const State& before, double h, const std::vector<ContactRow>& rows,
             const std::vector<std::uint8_t>& closed, const Scales& scales, const IntegratorOptions& options,
             StepBudget& budget, int& iterations);

  const Vector& velocity() const { return is_lumped_ ? lumped_velocity_ : equations_.next().v; }  ///< v+
  const Vector& joint_impulse() const { return is_lumped_ ? no_joint_impulse_ : equations_.joint_impulse(); }
  const std::vector<std::uint8_t>& sets() const { return is_lumped_ ? lumped_->sets() : equations_.sets(); }
  /// Rows, impulses, work and impacts of the correction alone.
  void report(double time, StepResult& result) const;
  std::string failure_cause(int iterations) const { return equations_.failure_cause(iterations); }
  long factorisations() const { return newton_.factorisations(); }
  void refresh();
  void log_to(ConvergenceLog* log) { equations_.log_to(log, "impact"); }

 private:
  const System& system_;
  LumpedStage* lumped_ = nullptr;
  Vector lumped_velocity_;
  bool is_lumped_ = false;  ///< the last solution is that of the lumped stage
  ContactSet contacts_;
  OneFieldStep equations_;
  NewtonSolver newton_;
  OneFieldStep::Form form_;
  State start_;
  Vector no_joint_impulse_, x_;
};

}  // namespace jounce
