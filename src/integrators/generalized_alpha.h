#pragma once

#include "integrators/alpha_coefficients.h"
#include "integrators/integrator.h"
#include "integrators/integrator_options.h"
#include "la/newton_solver.h"
#include "stepping/one_field_step.h"
#include "stepping/smooth_guess.h"

namespace jounce {

/// Generalized-alpha scheme for index-3 systems: Arnold, Bruls (2007); B, section 9.2, eq. (51-52). Joints
/// and contacts at position level only; there is no impact law, so it is meant for smooth motion (with
/// contact it rings).
///
///   M v' - g_q^T lambda = f(q, v, t),   g = 0,   lambda_U = max(0, lambda_U - r g_U)
///   q = q_n + h v_n + h^2 (1/2 - beta) a_n + h^2 beta a,   v = v_n + h (1 - gamma) a_n + h gamma a
///   (1 - alpha_m) a + alpha_m a_n = (1 - alpha_f) v' + alpha_f v'_n
class GeneralizedAlpha final : public Integrator {
 public:
  GeneralizedAlpha(const System& system, const IntegratorOptions& options);

  std::string_view name() const override { return "generalized-alpha"; }
  void initialise(const State& state, double h) override;
  bool step(State& state, double h, StepResult& result) override;
  std::optional<LocalError> local_error() const override { return LocalError{0, c_.error_constant()}; }
  ImpulseRule impulse_rule() const override { return {c_.gamma, c_.alpha_m, c_.alpha_f}; }
  std::vector<std::pair<std::string, Vector*>> memory() override;
  void visit_matrices(const State& state, double h, const VisitMatrix& visit) override;
  Sharing sharing() const override { return sharing_of_matrices(system_); }
  void refresh() override;
  long factorisations() const override { return newton_.factorisations(); }

 private:
  const System& system_;
  IntegratorOptions options_;
  AlphaCoefficients c_;
  Scales scales_;
  ContactSet contacts_;
  OneFieldStep equations_;
  NewtonSolver newton_;
  Vector a_, acceleration_, lambda_;
  SmoothGuess guess_;
  // workspaces
  OneFieldStep::Form form_;
  std::vector<std::uint8_t> closed_;
  Vector guessed_acceleration_, guessed_impulse_, a_next_, no_position_, x_;
};

}  // namespace jounce
