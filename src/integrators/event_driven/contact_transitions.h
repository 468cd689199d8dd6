#pragma once

#include <string>

#include "integrators/event_driven/contact_table.h"
#include "integrators/event_driven/event_dynamics.h"
#include "integrators/integrator.h"

namespace jounce {

/// What contacts did over an interval; vectors have one entry per contact of the table.
struct ContactRecord {
  Vector impulse;
  double work = 0;
  std::vector<Impact> impacts;
};

/// Decides at one instant which contacts jump and which are closed afterwards, for all contacts that touch:
///
///   impact          0 <= u+ + e min(u-, 0)  perp  p >= 0,   u+ = u- + A p,   joints kept
///   rest            u+ = 0 for a contact that would bounce no higher than its rest height, while forces
///                   bring it back: the end of an infinite sequence of impacts, 2 u+ / |u'| / (1 - e) early
///   closed or not   0 <= u'  perp  lambda >= 0 for contacts with u+ = 0,
///                   u' = A lambda + W^T a_0 + (d(W^T v)/dq) v
///
/// with A the Delassus matrix seen through the joints and a_0 the accelerations without contact forces.
class ContactTransitions {
 public:
  struct Instant {
    double time = 0;
    Index row = -1;        ///< contact that caused the event; -1 for none
    bool release = false;  ///< the event is a force that vanished: forces of round-off size do not hold
  };

  ContactTransitions(const System& system, EventDynamics& dynamics) : system_(system), dynamics_(dynamics) {}

  /// Changes velocities (and positions by round-off), the closed flags of the table and the record. Returns
  /// false with a reason in `failure_cause` when no admissible velocity exists.
  bool settle(const Instant& instant, const Vector& q_scale, State& state, ContactTable& table,
              ContactRecord& record, std::string& failure_cause);

 private:
  std::vector<Index> find_near(const Instant& instant, const State& state, const ContactTable& table) const;
  /// Impact law on the near contacts; adds to p. Returns false when it has no solution.
  bool impact(bool elastic, const ContactTable& table, State& state, Vector& p);
  bool is_sequential(const ContactTable& table) const;  ///< one of the near contacts is
  /// Impulses of the near contacts whose impacts follow each other (`impact_sequence.h`).
  Vector follow_impacts(const ContactTable& table, const Vector& u) const;
  /// Forces that hold the contacts `candidates` (positions within the near ones) and gap accelerations of all
  /// near ones.
  bool hold(const std::vector<Index>& candidates, Vector& force, Vector& gap_acceleration) const;
  /// Stops the contacts that came to rest; returns whether there were any.
  bool rest(const std::vector<Index>& still, const ContactTable& table, State& state, Vector& p);

  const System& system_;
  EventDynamics& dynamics_;
  std::vector<Index> near_;            ///< numbers in the table
  EventDynamics::ContactSpace space_;  ///< of the near contacts
  Vector free_;                        ///< gap accelerations without contact forces
};

}  // namespace jounce
