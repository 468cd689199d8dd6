#pragma once

#include "integrators/event_driven/contact_transitions.h"
#include "integrators/event_driven/event_search.h"
#include "integrators/integrator.h"
#include "stepping/scales.h"

namespace jounce {

/// Reference integrator for systems with few contacts and up to EventDynamics::kMaxDofs unknowns: it solves
/// the equations of motion with impacts (B 1) event by event, to a tolerance, where time-stepping schemes
/// converge with their order.
///
///   smooth motion   DormandPrince on [M G^T; G 0] with the closed contacts as further rows; the estimated
///                   error of a step stays below `tolerance` times the model's own scales, |g| and |G v| at
///                   round-off
///   events          EventSearch: a gap closes, a contact force vanishes
///   at an event     ContactTransitions: impact law, rest after an accumulation of impacts, closed or open
///
/// One step covers [t, t + h] whatever happens inside: impacts carry their own times, the contact impulse is
/// the integral of forces plus the impulses, and reactions are those at t + h. Times inside a step count from
/// its start, so that their resolution is that of h and not of t. There is no approximation of the impact
/// law: restitution holds exactly.
class EventDriven final : public Integrator {
 public:
  EventDriven(const System& system, const IntegratorOptions& options);

  std::string_view name() const override { return "event-driven"; }
  /// Throws std::runtime_error for too many degrees of freedom, undefined accelerations, violated joints or
  /// penetration.
  void initialise(const State& state, double h) override;
  bool step(State& state, double h, StepResult& result) override;
  std::vector<std::pair<std::string, Vector*>> memory() override;
  void refresh() override { dynamics_.forget(); }
  long factorisations() const override { return dynamics_.factorisations(); }

 private:
  struct Interval;

  void set_scales(const Scales& scales, double h);
  ContactTable contacts(const State& state, double h) const;
  bool needs_settling(const Interval& interval);
  bool march(Interval& interval);
  bool smooth_step(Interval& interval, double remaining, double& s);
  double flight_limit(const Interval& interval, double h);
  void take_end(Interval& interval, double s);

  const System& system_;
  IntegratorOptions options_;
  EventDynamics dynamics_;
  DormandPrince motion_;
  EventSearch search_;
  ContactTransitions transitions_;

  Scales scales_;
  Vector closed_;    ///< pair and point of every closed contact
  Vector progress_;  ///< size of the internal step to try next; 1 once the initial state has been settled
  Vector q_scale_, v_scale_;
};

}  // namespace jounce
