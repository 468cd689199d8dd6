#pragma once

#include <cstdint>
#include <vector>

#include "integrators/integrator.h"
#include "integrators/scales.h"

namespace jounce {

/// The unilateral rows of one step: what the search found, their directions and velocities at the start of
/// the step, the activation parameter r of (B 38), and the multipliers of the last step by identity (warm
/// start).
class ContactSet {
 public:
  /// Searches at the state that begins a step. Returns true when the list of rows changed (matrix patterns
  /// change).
  bool begin(const System& system, const State& state, const Scales& scales, double envelope,
             double activation);

  int size() const { return static_cast<int>(rows_.size()); }
  const std::vector<ContactRow>& rows() const { return rows_; }
  const Vector& velocity_before() const { return velocity_before_; }  ///< g_q,n v_n
  double target(int row) const {
    return -rows_[static_cast<std::size_t>(row)].restitution * velocity_before_[row];
  }
  double r(int row) const { return r_[row]; }
  double effective_mass(int row) const { return effective_mass_[row]; }
  /// Round-off that a gap may have gathered over many steps: 1e-12 (sum |w_i q_i| + |g|). Gaps within it
  /// count as zero, so that an exact tie is decided by a rule and not by the last bit: the same in every
  /// solver and system of units.
  double gap_round_off(int row) const { return gap_round_off_[row]; }
  /// A gap, or a gap velocity less its target, that Newton cannot tell from zero: 64 units of round-off of
  /// the coordinates, 1e-12 of the velocities that a row is made of.
  double gap_tie(int row) const { return gap_tie_[row]; }
  double velocity_tie(int row) const { return velocity_tie_[row]; }
  const RowJacobian& jacobian_before() const { return W_; }

  /// Multipliers of the last accepted step for the present rows; 0 for new rows.
  const Vector& warm_nu() const { return warm_nu_; }
  const Vector& warm_Lambda() const { return warm_Lambda_; }
  /// Keeps the multipliers of an accepted step.
  void accept(const Vector& nu, const Vector& Lambda);

  /// Warm start as vectors (identity, nu, Lambda triples), for checkpoints.
  Vector& store() { return store_; }

 private:
  std::vector<ContactRow> rows_, found_;
  RowJacobian W_;
  Vector velocity_before_, effective_mass_, r_, gap_, gap_round_off_, gap_tie_, velocity_tie_;
  Vector warm_nu_, warm_Lambda_;
  Vector store_;  ///< pair, point, nu, Lambda of every row of the last accepted step
};

/// Fills the contact part of a result: rows, multipliers, velocities, work, and an impact for every row whose
/// gap was closing and that received an impulse.
void report_contacts(const ContactSet& contacts, const Vector& Lambda, const Vector& nu,
                     const Vector& velocity_after, double time, StepResult& result);

/// Guards an active-set iteration against cycling: remembers the sets seen in a step; once one returns, only
/// the first differing row may change at a time (least-index rule), which ends for the complementarity
/// problems of contact.
class CyclingGuard {
 public:
  void begin();
  /// Replaces `wanted` by the sets to use next, given the sets in use; counts flips per row for the blame.
  void choose(const std::vector<std::uint8_t>& current, std::vector<std::uint8_t>& wanted);
  bool cycled() const { return least_index_; }
  /// Row that flipped most often; -1 when none did.
  int most_flipped() const;

 private:
  bool least_index_ = false;
  std::vector<std::uint64_t> seen_;
  std::vector<int> flips_;
};

}  // namespace jounce
