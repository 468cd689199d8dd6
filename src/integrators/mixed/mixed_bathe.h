#pragma once

#include "integrators/mixed/mixed_timestepping.h"

namespace jounce {

/// Mixed timestepping (MixedTimestepping) on Bathe's scheme: Rezaei, Schindler, section 2.6; K.-J. Bathe, M.
/// M. I. Baig (2005). Two half steps, both with joints and the contacts closed at t_n on velocity level. The
/// trapezoidal rule,
///
///   (R 56)      M a_m = f(q_m, v_m, t_n + h/2) + G^T lambda_m + W lambda_m,U
///   (R 58, 59)  v_m = v_n + h/4 (a_n + a_m),   q_m = q_n + h/4 (v_n + v_m)
///
/// and the three-point backward Euler rule,
///
///   (R 57)      M a_{n+1} = f(q_{n+1}, v-_{n+1}, t_{n+1}) + G^T lambda + W lambda_U
///   (R 60)      h v-_{n+1} = q_n - 4 q_m + 3 q_{n+1},   that is  q_{n+1} = q_n + h/3 (v_n + v_m + v-_{n+1})
///   (R 61)      h a_{n+1} = v_n - 4 v_m + 3 v-_{n+1}
///
/// with (R 59) put into (R 60), so that on rotations it is one increment from q_n. Spectral radius 0 at
/// infinite frequency, no parameters.
class MixedBathe final : public MixedTimestepping {
 public:
  MixedBathe(const System& system, const IntegratorOptions& options);

  std::string_view name() const override { return "mixed-bathe"; }
  std::optional<LocalError> local_error() const override { return LocalError{0, 1.0 / 24}; }
  void refresh() override;
  long factorisations() const override;

 private:
  bool advance(const State& start, double h, Outcome& outcome, int& iterations,
               std::string& failure_cause) override;
  void accept(double) override {}
  void restart() override {}
  void begin(const State&, double, bool) override {}
  std::optional<StepMatrix> base_matrix() override {
    return StepMatrix{"all unknowns of a half step", &first_.jacobian(), false, true, 2};
  }
  bool solve_half(OneFieldStep& half, NewtonSolver& newton, const State& start, double h, int& iterations,
                  std::string& failure_cause);

  OneFieldStep first_;
  NewtonSolver first_newton_;
  Vector impulse_;
};

}  // namespace jounce
