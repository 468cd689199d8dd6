#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "stepping/contact_conditions.h"

namespace jounce {

/// The complementarity condition at position level.
enum class PositionLaw {
  ggl,           ///< 0 <= g perp nu >= 0 (B 28)
  modified_lcp,  ///< 0 <= g perp nu - h Lambda >= 0 (B 25, 27); it chatters
};

/// Values of a contact row in a step of the GGL scheme.
struct GglRow {
  double nu = 0;          ///< position multiplier
  double gap = 0;         ///< g(q_{n+1})
  double gap_smooth = 0;  ///< g(q~_{n+1})
  double Lambda = 0;      ///< velocity multiplier
  double rate = 0;        ///< u + e u_n
};

/// What each way of solving a GGL step tells of its iterate.
template <class T>
concept GglIterate = requires(const T& at, int row, const ContactSet::FrictionRows& place) {
  { at.contacts() } -> std::same_as<const ContactSet&>;
  { at.row(row) } -> std::same_as<GglRow>;
  { at.in_use() } -> std::same_as<std::span<const std::uint8_t>>;  // empty before the first sets
  { at.has_cones() } -> std::same_as<bool>;
  { at.position_law() } -> std::same_as<PositionLaw>;
  { at.decides(place) } -> std::same_as<bool>;
  { at.coulomb(place) } -> std::same_as<CoulombPoint>;
};

/// (B 38a): 0 <= g perp nu >= 0.
template <GglIterate T>
class GglPositions {
 public:
  explicit GglPositions(const T& at) : at_(at) {}
  const ContactSet& contacts() const { return at_.contacts(); }
  std::size_t first_flag() const { return 0; }
  bool decides(const ContactSet::FrictionRows&) const { return false; }
  FrictionCondition friction(const ContactSet::FrictionRows& place) const { return {at_.coulomb(place), -1}; }
  NormalCondition normal(int row) const {
    const GglRow values = at_.row(row);
    return {.p = values.nu, .y = values.gap, .r = contacts().r(row), .tie = contacts().gap_tie(row)};
  }

 private:
  const T& at_;
};

/// (B 38c): 0 <= u + e u_n perp Lambda >= 0 where the contact closes, with Coulomb's law.
template <GglIterate T>
class GglVelocities {
 public:
  explicit GglVelocities(const T& at) : at_(at) {}
  const ContactSet& contacts() const { return at_.contacts(); }
  std::size_t first_flag() const { return static_cast<std::size_t>(contacts().size()); }
  bool decides(const ContactSet::FrictionRows& place) const { return at_.decides(place); }
  FrictionCondition friction(const ContactSet::FrictionRows& place) const {
    return {at_.coulomb(place), place.r * place.slip_tie};
  }
  NormalCondition normal(int row) const {
    const GglRow values = at_.row(row);
    return {.p = values.Lambda,
            .y = values.rate,
            .r = contacts().r(row),
            .tie = contacts().velocity_tie(row),
            .may_close = closes(row, values),
            .is_of_cone = at_.has_cones()};
  }
  /// Where the velocity of a contact is constrained: where the smooth motion ends in a penetration (B 29h)
  /// and the step closed, or where others hold the contact closed, as in a stack whose bodies fall together.
  /// The smooth motion is without the impulses of other contacts, and far away where their bodies are soft.
  bool closes(int row) const { return closes(row, at_.row(row)); }

 private:
  bool closes(int row, const GglRow& values) const {
    const std::span<const std::uint8_t> in_use = at_.in_use();
    const double r = contacts().r(row), round_off = contacts().gap_round_off(row);
    const bool may_touch =
        at_.position_law() != PositionLaw::ggl || values.nu - r * (values.gap - round_off) >= 0;
    return (may_touch && values.gap_smooth < -round_off) ||
           (!in_use.empty() && in_use[row] != contact_set::open &&
            values.nu - r * values.gap > contacts().held_by_others(row));
  }

  const T& at_;
};

/// The conditions of both levels: one flag per contact row for positions, one for velocities, one per joint
/// with friction.
template <GglIterate T>
class GglConditions {
 public:
  explicit GglConditions(const T& at) : positions_(at), velocities_(at) {}

  bool closes(int row) const { return velocities_.closes(row); }
  /// Flags of the contacts that close.
  void closed(std::span<std::uint8_t> flags) const {
    for (int j = 0; j < velocities_.contacts().size(); ++j) flags[j] = closes(j);
  }
  void want(std::span<std::uint8_t> sets) const {
    ContactConditions(positions_).want(sets);
    ContactConditions(velocities_).want(sets);
  }
  void keep_ties(std::span<const std::uint8_t> in_use, std::span<std::uint8_t> wanted) const {
    ContactConditions(positions_).keep_ties(in_use, wanted);
    ContactConditions(velocities_).keep_ties(in_use, wanted);
  }
  void clear_inactive(std::span<const std::uint8_t> sets, Vector& nu, Vector& Lambda,
                      Vector& Lambda_T) const {
    ContactConditions(positions_).clear_inactive(sets, nu, Lambda_T);
    ContactConditions(velocities_).clear_inactive(sets, Lambda, Lambda_T);
  }
  NormalCondition position(int row) const { return positions_.normal(row); }
  NormalCondition velocity(int row) const { return velocities_.normal(row); }

 private:
  GglPositions<T> positions_;
  GglVelocities<T> velocities_;
};

}  // namespace jounce
