#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>

#include "stepping/contact_set.h"

namespace jounce {

/// The condition 0 <= y perp p >= 0 of a contact row at an iterate. Where p - r (y - slack) >= 0 the row is
/// active and y = 0 is its equation; elsewhere p = 0 is (B 38). The level of the condition is in the values:
///
///   position   y = g                   p = nu (an impulse times a time, or a force in statics)
///   velocity   y = u + e u_n           p = Lambda
///   softened   may_close says it all   r = 0
struct NormalCondition {
  double p = 0;             ///< multiplier
  double y = 0;             ///< gap, or gap velocity less its target
  double r = 0;             ///< weight of y
  double tie = 0;           ///< value of y that Newton's method cannot tell from zero
  bool may_close = true;    ///< false: the row is inactive whatever its values are
  double slack = 0;         ///< value of y up to which a row without a force is active
  bool is_of_cone = false;  ///< a function of the whole cone stands in place of branches

  double test() const { return p - r * (y - slack); }
  std::uint8_t wanted() const {
    if (!may_close) return contact_set::open;
    if (is_of_cone) return contact_set::cone;
    return r == 0 || test() >= 0 ? contact_set::stick : contact_set::open;
  }
  /// p - r y is zero within round-off: either set is right.
  bool is_tied() const { return may_close && r > 0 && std::abs(p - r * y) <= r * tie; }
  /// Equation of the row, in the units of y or of p over `unit`.
  double residual(std::uint8_t set, double unit = 1) const {
    return (set == contact_set::open ? p : y) / unit;
  }
};

/// Coulomb's law of a place with friction at an iterate.
struct FrictionCondition {
  CoulombPoint point;
  double tie = 0;  ///< distance from the border of stick and slip that counts as none; negative: no ties
};

/// What a scheme tells of its contact conditions at one level. Row j has the flag first_flag() + j, a place
/// with friction first_flag() + place.flag: a contact's own, whose set then says whether it sticks or slips.
/// Places for which decides() is false keep their flags.
template <class T>
concept ConditionSource = requires(const T& source, int row, const ContactSet::FrictionRows& place) {
  { source.contacts() } -> std::same_as<const ContactSet&>;
  { source.first_flag() } -> std::same_as<std::size_t>;
  { source.decides(place) } -> std::same_as<bool>;
  { source.normal(row) } -> std::same_as<NormalCondition>;
  { source.friction(place) } -> std::same_as<FrictionCondition>;
};

/// The sets of a level: which rows are active, and which places with friction stick or slip. The only rules
/// for them, in every scheme and in statics.
template <ConditionSource Source>
class ContactConditions {
 public:
  explicit ContactConditions(const Source& source) : source_(source), contacts_(source.contacts()) {}

  /// The sets that the iterate asks for. Friction in a joint never opens.
  void want(std::span<std::uint8_t> wanted) const {
    for (int j = 0; j < contacts_.size(); ++j) wanted[flag(j)] = source_.normal(j).wanted();
    for_each_friction([&](const ContactSet::FrictionRows& place) {
      std::uint8_t& set = wanted[flag(place.flag)];
      if (!place.in_contact() || (set != contact_set::open && set != contact_set::cone))
        set = source_.friction(place).point.wanted();
    });
  }

  /// Keeps the sets in use where a condition is zero within round-off: either set is right there. For
  /// redundant contacts in an exact tie, whose flags would flip with the last bit for ever.
  void keep_ties(std::span<const std::uint8_t> in_use, std::span<std::uint8_t> wanted) const {
    for (int j = 0; j < contacts_.size(); ++j)
      if (source_.normal(j).is_tied()) wanted[flag(j)] = in_use[flag(j)];
    for_each_friction([&](const ContactSet::FrictionRows& place) {
      const std::size_t at = flag(place.flag);
      if (wanted[at] == contact_set::open || in_use[at] == contact_set::open) return;
      const FrictionCondition friction = source_.friction(place);
      if (friction.point.from_border() <= friction.tie) wanted[at] = in_use[at];
    });
  }

  /// Multipliers of inactive rows and of open places are zero but for round-off of the iteration; makes them
  /// exactly zero.
  void clear_inactive(std::span<const std::uint8_t> sets, Vector& normal, Vector& tangential) const {
    for (int j = 0; j < contacts_.size(); ++j)
      if (sets[flag(j)] == contact_set::open) normal[j] = 0;
    for_each_friction([&](const ContactSet::FrictionRows& place) {
      if (sets[flag(place.flag)] == contact_set::open) tangential.segment(place.first, place.size).setZero();
    });
  }

 private:
  std::size_t flag(int of) const { return source_.first_flag() + static_cast<std::size_t>(of); }
  template <class Do>
  void for_each_friction(Do&& act) const {
    for (const ContactSet::FrictionRows& place : contacts_.friction())
      if (source_.decides(place)) act(place);
  }

  const Source& source_;
  const ContactSet& contacts_;
};

}  // namespace jounce
