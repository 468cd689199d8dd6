#pragma once

#include "integrators/integrator.h"
#include "integrators/integrator_options.h"
#include "la/newton_solver.h"
#include "stepping/one_field_step.h"
#include "stepping/smooth_guess.h"

namespace jounce {

/// Moreau-Jean theta scheme: Jean (1999), CMAME 177, 235-257; B, section 9.1, eq. (50). Constraints and
/// impact law at velocity level only, so positions drift and may penetrate.
///
///   M (v - v_n) - h theta f(q, v, t) - h (1 - theta) f_n - g_q^T Lambda = 0
///   q = q_n + h (1 - theta) v_n + h theta v
///   G v = 0,   if g(q_n + h/2 v_n) <= 0:  0 <= u + e u_n perp Lambda >= 0
///
/// theta = 1 / (1 + rho_inf) unless given. (50f) carries v~'_n from step to step; here h (1 - theta) M v~'_n
/// is the force impulse h (1 - theta) f_n, which is the same for constant mass and needs no inverse of M.
/// Lambda is the whole impulse of a joint or contact over the step.
class MoreauJean final : public Integrator {
 public:
  MoreauJean(const System& system, const IntegratorOptions& options);

  std::string_view name() const override { return "moreau-jean"; }
  void initialise(const State& state, double h) override;
  bool step(State& state, double h, StepResult& result) override;
  std::optional<LocalError> local_error() const override {
    return LocalError{std::abs(theta_ - 0.5), std::abs(theta_ / 2 - 1.0 / 6), true};
  }
  ImpulseRule impulse_rule() const override { return {theta_}; }
  std::vector<std::pair<std::string, Vector*>> memory() override;
  void visit_matrices(const State& state, double h, const VisitMatrix& visit) override;
  Sharing sharing() const override { return sharing_of_matrices(system_); }
  void refresh() override;
  long factorisations() const override { return newton_.factorisations(); }

 private:
  /// Contacts that are closed at q_n + h/2 v_n.
  void find_closed(const State& state, double h);
  void accept(State& state, double h, StepResult& result);

  const System& system_;
  IntegratorOptions options_;
  double theta_;
  Scales scales_;
  ContactSet contacts_;
  OneFieldStep equations_;
  NewtonSolver newton_;
  Vector acceleration_;  ///< (v_{n+1} - v_n) / h of the last step without an impact
  Vector lambda_;        ///< joint forces of the same step
  SmoothGuess guess_;
  std::vector<std::uint8_t> closed_;
  Vector guessed_acceleration_, guessed_impulse_, force_, gap_, no_position_, x_;
  OneFieldStep::Form form_;
  State predicted_;
};

}  // namespace jounce
