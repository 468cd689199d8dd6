#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "stepping/stepper.h"

namespace jounce {

/// Local error of the positions of one step of size h, from a solution without error:
/// second h^2 v' + third h^3 v'', v' the accelerations that a scheme reports.
struct LocalError {
  double second = 0, third = 0;
  /// StepResult::acceleration is (v_{n+1} - v_n) / h, with the jumps of impacts.
  bool of_mean_acceleration = false;
};

/// How the forces at the ends of a step make its impulse: h ((1 - end) A_n + end A_{n+1}), with
/// (1 - alpha_m) A_{n+1} + alpha_m A_n = (1 - alpha_f) f_{n+1} + alpha_f f_n, so A = f without alphas.
struct ImpulseRule {
  double end = 0.5, alpha_m = 0, alpha_f = 0;

  bool remembers() const { return alpha_m != 0 || alpha_f != 0; }
};

/// A time integration scheme: State to State over a step of time.
class Integrator : public Stepper {
 public:
  /// Accelerations of a model without joints, from a factorised mass where the scheme has one: a matrix for
  /// the whole model would be the largest allocation. @return false when there is none
  virtual bool start_acceleration(const State& /*state*/, Vector& /*a*/) { return false; }
  /// Where steps of size h are no longer stable at the state: what to say of it; else empty.
  virtual std::string lost_stability(const State& /*state*/, double /*h*/) const { return {}; }

  /// Leading error of a step where contacts do not change; empty where the scheme's is not known or it finds
  /// its own steps.
  virtual std::optional<LocalError> local_error() const { return std::nullopt; }

  /// How the forces at the ends of a step act in it, for the ledger of energy.
  virtual ImpulseRule impulse_rule() const { return {}; }
};

/// Options common to the schemes; each scheme documents what it uses.
struct IntegratorOptions {
  double rho_inf = 0.8;         ///< spectral radius at infinite frequency
  double theta = -1;            ///< Moreau-Jean; negative: 1 / (1 + rho_inf)
  double tolerance = 1e-12;     ///< residual of momentum, relative to the model's own scales
  int max_iterations = 30;      ///< Newton iterations a step
  std::string solver = "auto";  ///< auto, direct, iterative, monolithic, condensed or sequential
  std::string newton = "auto";  ///< auto, direct, full or snes: see NewtonSolver
  std::string contact_function = "alart-curnier";  ///< or fischer-burmeister: nsga-ggl, monolithic
  /// consistent, shifted (order 2 of the multipliers), or free (without joint forces)
  std::string initial_acceleration = "consistent";
  std::string corrections = "mass";     ///< nsga-ggl: auto, mass or elastic, see Corrections
  bool joints_on_acceleration = false;  ///< mixed schemes: joints as G a + ... = 0, not G v + ... = 0
  double envelope = -1;     ///< search distance of contacts; negative: every contact point is a row
  double activation = 0.5;  ///< r of (B 38) as a fraction of the effective mass of the contact
};

}  // namespace jounce
