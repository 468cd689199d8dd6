// What a step tells of its contacts.

#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "stepping/contact_set.h"

namespace jounce {
namespace {

/// A branch tells more than values do: friction of a step may be the sum over stages with different bounds.
/// Slip within round-off is none; a branch that a tie decides must not look like a change.
FrictionState friction_state(const ContactSet& contacts, const ContactSet::FrictionRows& at,
                             const ContactOutcome& outcome) {
  const std::uint8_t set = outcome.sets.empty() ? contact_set::cone : outcome.sets[at.flag];
  if (set == contact_set::open || (at.in_contact() && !(outcome.Lambda[at.row] > 0)))
    return FrictionState::open;
  const auto slip = outcome.tangential_velocity.segment(at.first, at.size);
  if (set == contact_set::cone) {
    assert(at.in_contact());
    const CoulombPoint point = {*contacts.rows()[at.row].law, at.r, outcome.Lambda[at.row],
                                outcome.Lambda_T.segment(at.first, at.size), slip};
    return point.slips() ? FrictionState::slips : FrictionState::sticks;
  }
  return set != contact_set::stick && slip.norm() > at.slip_tie ? FrictionState::slips
                                                                : FrictionState::sticks;
}

/// Contacts that other ranks count leave the lists.
void keep_own_rows(const ContactSet& contacts, StepResult& result) {
  std::vector<Index> rows, tangents;
  std::vector<ContactRow> own;
  Index tangential = 0;
  for (int row = 0; row < contacts.size(); ++row) {
    const int count = contacts.rows()[row].law->tangents;
    if (contacts.is_own(row)) {
      own.push_back(result.rows[row]);
      rows.push_back(row);
      for (int i = 0; i < count; ++i) tangents.push_back(tangential + i);
    }
    tangential += count;
  }
  const auto keep = [](const std::vector<Index>& places, Vector& values) {
    if (values.size() > 0) values = Vector(values(places));
  };
  result.rows = std::move(own);
  for (Vector* values :
       {&result.impulse, &result.position_multiplier, &result.velocity_before, &result.velocity_after})
    keep(rows, *values);
  keep(tangents, result.friction_impulse);
  keep(tangents, result.slip_velocity);
}

}  // namespace

void sum_over_ranks(const System& system, StepResult& result) {
  if (system.is_whole()) return;
  std::array<double, 3> sums = {static_cast<double>(result.active_contacts), result.contact_work,
                                result.friction_work};
  system.numbering().sum(sums);
  result.active_contacts = static_cast<int>(sums[0]);
  result.contact_work = sums[1];
  result.friction_work = sums[2];
}

void report_contacts(const ContactSet& contacts, const ContactOutcome& outcome, double time,
                     StepResult& result) {
  // A contact that stays closed keeps a gap velocity of round-off size; an impact is larger than that.
  constexpr double kStays = 1e-9;
  result.rows = contacts.rows();
  for (ContactRow& row : result.rows) row.overlap = 0;  // reports count from where surfaces touch
  const Vector& Lambda = outcome.Lambda;
  result.impulse = Lambda;
  result.position_multiplier = outcome.nu;
  result.velocity_before = contacts.velocity_before();
  result.velocity_after = outcome.velocity;
  result.friction_impulse = outcome.Lambda_T;
  result.slip_velocity = outcome.tangential_velocity;
  result.friction_state.clear();
  if (outcome.Lambda_T.size() == contacts.tangents())
    for (const ContactSet::FrictionRows& at : contacts.friction())
      result.friction_state.push_back(friction_state(contacts, at, outcome));
  result.active_contacts = 0;
  result.contact_work = 0;
  result.friction_work = 0;
  result.impacts.clear();
  const auto work = [&](int i) {
    return 0.5 * outcome.Lambda_T[i] * (contacts.tangential_before()[i] + outcome.tangential_velocity[i]);
  };
  for (const ContactSet::FrictionRows& at : contacts.friction())
    for (int i = at.first; !at.in_contact() && i < at.first + at.size; ++i) result.friction_work += work(i);
  if (!contacts.own_rows().empty()) keep_own_rows(contacts, result);
  int tangential = 0;
  for (int row = 0; row < contacts.size(); ++row) {
    const ContactRow& contact = contacts.rows()[row];
    const int first = tangential;
    tangential += contact.law->tangents;
    if (Lambda[row] <= 0 || !contacts.is_own(row)) continue;
    ++result.active_contacts;
    const double before = contacts.velocity_before()[row];
    const double after = outcome.velocity[row];
    result.contact_work += 0.5 * Lambda[row] * (before + after);
    double friction_work = 0;
    for (int i = first; i < tangential; ++i) friction_work += work(i);
    result.friction_work += friction_work;
    const double jump = Lambda[row] / contacts.effective_mass(row);
    if (before < -kStays * jump)
      result.impacts.push_back({time, contact, Lambda[row], before, after, friction_work});
  }
}

}  // namespace jounce
