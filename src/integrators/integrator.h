#pragma once

#include <cstdint>
#include <limits>
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

  /// Longest step from the state on that the scheme takes, if it is explicit, with the element or part that
  /// limits it; infinite for those without a limit.
  struct LongestStep {
    double step = std::numeric_limits<double>::infinity();
    std::string place;
    std::string note = {};  ///< what else to say about it
  };
  virtual LongestStep longest_step(const State& /*state*/) { return {}; }
  /// The same in steps that follow each other, in which it is called before every one.
  /// @param has_jumped  velocities have since the last call, by an impact
  virtual double next_longest_step(const State& /*state*/, bool /*has_jumped*/) {
    return std::numeric_limits<double>::infinity();
  }

  /// Leading error of a step where contacts do not change; empty where the scheme's is not known or it finds
  /// its own steps.
  virtual std::optional<LocalError> local_error() const { return std::nullopt; }

  /// How the forces at the ends of a step act in it, for the ledger of energy.
  virtual ImpulseRule impulse_rule() const { return {}; }
};

}  // namespace jounce
