#pragma once

#include <optional>

#include "integrators/integrator.h"
#include "integrators/integrator_options.h"
#include "integrators/mixed/impulsive_correction.h"

namespace jounce {

/// Mixed timestepping: S. Rezaei, T. Schindler, mixed timestepping schemes for nonsmooth mechanics with high
/// frequency damping, section 2.3. A base scheme carries the smooth motion over a step, with joints and
/// contacts that are closed at its start on velocity level; when a contact closes in the step, the velocity
/// at its end is corrected by impulses.
///
///   base scheme   q_{n+1}, v-_{n+1} with  G v- + g_t = 0  and, for contacts closed at t_n (R 27, 28),
///                 0 <= u_N- perp lambda_N >= 0,  lambda_T by Coulomb's law on u_T-
///   (R 18)        is there a contact, open at t_n, with g_N(q_{n+1}) <= 0 ?
///   no  (R 19)    v+ = v-
///   yes (R 46-48) v+ = v- + M^-1 (W Lambda + G^T Lambda_B), Newton's and Coulomb's laws of impact
///
/// Positions hold at velocity level only: they drift, and a contact that closes has penetrated by what one
/// step makes. Beyond the paper:
/// - A contact that carried a force at the end of the last step counts as closed, although its gap may have
///   drifted above zero by round-off or curvature; it opens when its force vanishes.
/// - A contact that touches at t_n but approaches, as only an initial state can, has its impact in this step.
/// - After an impact, and when a contact begins to stick, accelerations jump along constraints. The paper
///   does not say what happens to the stored ones; here they are computed anew from the state after the jump,
///   by one implicit Euler step of a tenth of h with the laws of lasting contact. With the old ones, contact
///   forces ring and lose contact. Where a contact opens or starts to slip they go on: to renew them there
///   feeds waves that the step does not resolve into elastic bodies.
class MixedTimestepping : public Integrator {
 public:
  void initialise(const State& state, double h) final;
  bool step(State& state, double h, StepResult& result) final;
  std::vector<std::pair<std::string, Vector*>> memory() override;
  void visit_matrices(const State& state, double h, const VisitMatrix& visit) final;
  Sharing sharing() const override { return sharing_of_matrices(system_); }
  void refresh() override;
  long factorisations() const override;

 protected:
  MixedTimestepping(const System& system, const IntegratorOptions& options);

  /// Where the base scheme came to. The vectors over contacts are impulses of the step and velocities at its
  /// end, v-.
  struct Outcome {
    State next;
    Vector acceleration, joint_impulse, contact_impulse, friction_impulse;
    Vector contact_velocity, tangential_velocity;
    Vector joint_normal;  ///< impulse N of every joint with friction
    // Own impulses of schemes that have several stages, see StepResult; else empty
    Vector force_velocity, joint_sum;
    std::vector<std::uint8_t> sets;
  };

  /// The base scheme over one step from `start`: fills `outcome`, changes no memory. False when it does not
  /// converge; `failure_cause` then says why.
  virtual bool advance(const State& start, double h, Outcome& outcome, int& iterations,
                       std::string& failure_cause) = 0;
  /// Search distance of contacts for a step; negative: every point of a fixed list is a row.
  virtual double envelope(const State& /*state*/, double /*h*/) const { return options_.envelope; }
  /// Takes over what the last call of advance left; called before acceleration_ and lambda_ change.
  virtual void accept(double h) = 0;
  /// The accelerations start anew from acceleration_ and lambda_.
  virtual void restart() = 0;
  /// Whether the base scheme remembers accelerations at all.
  virtual bool remembers_acceleration() const { return true; }
  /// After everything else of `initialise`; `is_touching` tells whether contacts are closed at the start.
  virtual void begin(const State& state, double h, bool is_touching) = 0;

  /// Before everything else of `initialise`, and of an estimate of cost.
  virtual void prepare(const State& /*state*/) {}
  /// The matrix of the base scheme after a call of advance; the same number of times in a step. Nothing where
  /// it needs none.
  virtual std::optional<StepMatrix> base_matrix() {
    return StepMatrix{"all unknowns of a step", &equations_.jacobian()};
  }

  /// What solve_stage leaves in an outcome: the end of the stage.
  void take(const OneFieldStep& stage, Outcome& outcome) const;

  const System& system_;
  IntegratorOptions options_;
  Scales scales_;
  ContactSet contacts_;
  std::vector<std::uint8_t> closed_;  ///< contacts with a law in the base scheme
  OneFieldStep equations_;
  NewtonSolver newton_;
  StepBudget budget_;  ///< of the present attempt at a step
  OneFieldStep::Form form_;
  ImpulsiveCorrection correction_;
  Vector acceleration_, lambda_;  ///< memory: a_n and the joint forces of the smooth motion
  Vector x_;

 private:
  void find_closed(const State& state);
  bool find_impacts(const Outcome& outcome);
  void remember_branches(const std::vector<std::uint8_t>& sets, Vector& branches) const;
  bool renew_acceleration(const State& state, double h);
  void report(double h, bool has_impact, StepResult& result);

  Outcome outcome_;
  Vector branches_;  ///< memory: pair, point and set of every contact row that is not open
  Vector new_branches_, gap_, velocity_;
  std::vector<std::uint8_t> closes_;
  StepResult impulsive_;
};

}  // namespace jounce
