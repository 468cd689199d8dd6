#pragma once

#include "integrators/mixed/lumped_stage.h"
#include "integrators/mixed/mixed_timestepping.h"
#include "integrators/mixed/step_limit.h"
#include "integrators/mixed/subcycling.h"

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
/// Without contact this is velocity Verlet, stable for h < 2 / omega_max. The elements bound omega_max
/// (StepLimit). A step may follow this limit, as a share of it; a given one that is longer at the start is
/// refused, unless vector iteration on K x = omega^2 M x with the joints finds that the model, whose elements
/// differ or are held, takes it. The limit then counts as longer by that ratio. One that the limit falls
/// below later is compared in the same way before it is cut.
class HalfExplicit final : public MixedTimestepping {
 public:
  /// @param factor  share of the limit that steps take which follow it; 0: steps are given
  /// @param substeps  that small elements may take in a step which follows the limit, at most: Subcycling; 1:
  /// none. More require a diagonal mass matrix and no joints (takes_substeps)
  HalfExplicit(const System& system, const IntegratorOptions& options, double factor = 0, int substeps = 1);

  static bool takes_substeps(const System& system);

  std::string_view name() const override { return "half-explicit"; }
  std::optional<LocalError> local_error() const override { return LocalError{0, 1.0 / 6}; }
  Sharing sharing() const override {
    return system_.has_shareable_elements() ? Sharing::forces : Sharing::none;
  }
  bool chooses_step() const override { return factor_ > 0; }
  LongestStep longest_step(const State& state) override;
  double next_longest_step(const State& state, bool has_jumped) override;
  std::string lost_stability(const State& state, double h) const override;
  void refresh() override;
  long factorisations() const override;

 private:
  bool advance(const State& start, double h, Outcome& outcome, int& iterations,
               std::string& failure_cause) override;
  void accept(double) override {}
  void restart() override {}
  bool remembers_acceleration() const override { return false; }
  double envelope(const State& state, double h) const override;
  void begin(const State& state, double h, bool is_touching) override;
  void prepare(const State& state) override;
  std::optional<StepMatrix> base_matrix() override;
  void find_force(const State& start, double h);  ///< force_ at the start of a step
  void find_final_force(double h);                ///< and at middle_, with which it may end
  bool is_lumped() const { return inverse_mass_.size() > 0 && LumpedStage::serves(contacts_); }
  /// Both stages where the mass matrix is diagonal; false where a contact problem was not solved.
  bool advance_lumped(const State& start, double h, Outcome& outcome, std::string& failure_cause);
  static void take_contacts(const LumpedStage& stage, Outcome& outcome);
  bool solve_stage(OneFieldStep& stage, NewtonSolver& newton, const State& start, double h, double weight,
                   int& iterations, std::string& failure_cause);
  /// Names in `cause` what a stage that failed owes to its explicit forces: an element that is crushed in
  /// the middle of the step, or a step beyond the limit.
  void explain(const State& start, double h, const State* middle, std::string& cause) const;

  Vector inverse_mass_;  ///< empty where stages are not lumped
  LumpedStage lumped_, lumped_predictor_, lumped_impact_;
  OneFieldStep predictor_;  ///< stage (1)
  NewtonSolver predictor_newton_;
  Vector force_, impulse_, middle_velocity_, predictor_normal_;
  State middle_;
  /// Farthest that a point which may touch lies from a node that turns; negative where that is not bounded.
  double lever_;
  double factor_;
  int most_substeps_;
  std::string substeps_note_;
  StepLimit::Factors factors_;  ///< of elements that take substeps
  std::unique_ptr<Subcycling> subcycling_;
  StepLimit limit_;
  double asked_ = 0;        ///< the longest step so far, or the one to come
  double slack_ = 1;        ///< by which the model takes longer steps than its elements say
  double first_slack_ = 1;  ///< at the start
  double compared_until_ = -std::numeric_limits<double>::infinity();  ///< time to which slack_ serves
  bool is_watched_ = true;  ///< the elements know the limit of given steps
};

}  // namespace jounce
