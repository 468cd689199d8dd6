#pragma once

#include "integrators/mixed/lumped_stage.h"
#include "integrators/mixed/mixed_timestepping.h"

namespace jounce {

/// Half-explicit timestepping of order 2 on velocity level: T. Schindler, S. Rezaei, J. Kursawe, V. Acary,
/// CMAME 290 (2015) 250-276; the "HETS" of Rezaei, Schindler, section 4.4. Forces are explicit, joints and
/// contacts implicit. With M_1, f_1, W_1 at (q_n, v_n, t_n) and W^ at the predicted q^ = q_n o (h v_n),
/// t_{n+1}:
///
///   (1)  M_1 (v_1 - v_n) = h f_1 + W_1 p_1,               laws of lasting contact with W^
///   (2)  q_{n+1} = q_n o (h/2 (v_n + v_1))
///   (3)  M_2 (v-_{n+1} - (v_n + v_1)/2) = h/2 f_2 + W_2 p_2,   laws with W_2;  M_2, f_2, W_2 at (q_{n+1},
///   v_1,
///        t_{n+1})
///
/// W stands for joints and contacts that are closed at t_n; p_1 = h lambda_1, p_2 = h/2 lambda_2. W_1 carries
/// the forces of (1) and W^ its law: with W^ for both the order drops to 1. When a contact closes in the
/// step, the impulses of MixedTimestepping follow. Impulse of a contact over the step: p_1/2 + p_2; force of
/// a joint: lambda_2, of order 1.
///
/// Where M is diagonal and constant and there are no joints, each stage is a contact problem of the closed
/// contacts alone (LumpedStage): no matrix, no iteration over the motion.
///
/// Without contact this is velocity Verlet, stable for h < 2 / omega_max. omega_max is estimated at the start
/// by vector iteration on K x = omega^2 M x with the joints; a larger step is refused.
class HalfExplicit final : public MixedTimestepping {
 public:
  HalfExplicit(const System& system, const IntegratorOptions& options);

  std::string_view name() const override { return "half-explicit"; }
  std::optional<LocalError> local_error() const override { return LocalError{0, 1.0 / 6}; }
  Sharing sharing() const override {
    return system_.has_shareable_elements() ? Sharing::forces : Sharing::none;
  }
  std::string lost_stability(const State& state, double h) const override;
  void refresh() override;
  long factorisations() const override;

 private:
  bool advance(const State& start, double h, Outcome& outcome, int& iterations,
               std::string& failure_cause) override;
  void accept(double) override {}
  void restart() override {}
  bool remembers_acceleration() const override { return false; }
  void begin(const State& state, double h, bool is_touching) override;
  StepMatrix base_matrix() override {
    return {"all unknowns of a stage", &predictor_.jacobian(), false, true, 2};
  }
  /// Both stages where the mass matrix is diagonal; false where a contact problem was not solved.
  bool advance_lumped(const State& start, double h, Outcome& outcome, std::string& failure_cause);
  static void take_contacts(const LumpedStage& stage, Outcome& outcome);
  bool solve_stage(OneFieldStep& stage, NewtonSolver& newton, const State& start, double h, double weight,
                   int& iterations, std::string& failure_cause);
  /// Says so in `failure_cause` when a stage failed because the step is too long for explicit forces.

  LumpedStage lumped_, lumped_predictor_, lumped_impact_;
  OneFieldStep predictor_;  ///< stage (1)
  NewtonSolver predictor_newton_;
  Vector force_, impulse_, middle_velocity_, predictor_normal_;
  State middle_;
};

/// Estimate from below, good to some per cent, of the largest angular frequency of K x = omega^2 M x with the
/// joints: K = -df/dq at `state`. 0 without stiffness.
double largest_frequency(const System& system, const State& state);

}  // namespace jounce
