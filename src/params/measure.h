#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "params/units.h"

namespace jounce::params {

/// A number with a unit behind it, "1.5 kg": what is written where decks want the number alone.
struct Measure {
  double number = 0;
  std::string unit;  ///< "kg", "kg/m^3"
  /// Value in kg, m, s and its dimension, where the unit is one of the known ones.
  std::optional<Unit> known;
};

/// The text as a number with a unit; nothing when it is something else. Every word of the unit has to be
/// known or one of the names that people write ("newton", "deg", "rpm").
std::optional<Measure> measure_of(std::string_view text);

}  // namespace jounce::params
