#pragma once

#include "integrators/alpha_coefficients.h"
#include "integrators/mixed/mixed_timestepping.h"
#include "stepping/smooth_guess.h"

namespace jounce {

/// Mixed timestepping (MixedTimestepping) on the generalized-alpha method: Rezaei, Schindler, section 2.4;
/// J. Chung, G. M. Hulbert (1993).
///
///   (R 20)  M a_{n+1} = f(q_{n+1}, v-_{n+1}, t_{n+1}) + G^T lambda + W_N lambda_N + W_T lambda_T
///   (R 21)  (1 - alpha_m) A_{n+1} + alpha_m A_n = (1 - alpha_f) a_{n+1} + alpha_f a_n
///   (R 22)  q_{n+1} = q_n + h v+_n + h^2 ((1/2 - beta) A_n + beta A_{n+1})
///   (R 23)  v-_{n+1} = v+_n + h ((1 - gamma) A_n + gamma A_{n+1})
///   (R 26)  gamma = 1/2 - alpha_m + alpha_f,   beta = (1 - alpha_m + alpha_f)^2 / 4
///
/// a_0 is consistent with joints and closed contacts, where (R 25) leaves their forces out and the
/// multipliers oscillate.
class MixedGeneralizedAlpha final : public MixedTimestepping {
 public:
  MixedGeneralizedAlpha(const System& system, const IntegratorOptions& options,
                        const AlphaCoefficients& coefficients);

  std::string_view name() const override { return "mixed-generalized-alpha"; }
  std::optional<LocalError> local_error() const override { return LocalError{0, c_.error_constant()}; }
  std::vector<std::pair<std::string, Vector*>> memory() override;

  ImpulseRule impulse_rule() const override { return {c_.gamma, c_.alpha_m, c_.alpha_f}; }

 private:
  bool advance(const State& start, double h, Outcome& outcome, int& iterations,
               std::string& failure_cause) override;
  void accept(double h) override;
  void restart() override;
  void begin(const State& state, double h, bool is_touching) override;

  AlphaCoefficients c_;
  Vector A_;  ///< memory: A_n
  SmoothGuess guess_;
  Vector A_next_, guessed_acceleration_, guessed_impulse_, new_acceleration_;
};

}  // namespace jounce
