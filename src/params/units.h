#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "params/dimension.h"

namespace jounce::params {

/// A unit name that decks and results may use.
struct Unit {
  std::string_view name;
  Dimension dimension;
  double si;  ///< value of the unit in kg, m, s
};

/// All known units, base units first.
const std::vector<Unit>& known_units();

/// Names of the known units of a dimension, e.g. m, mm, cm, ... for a length.
std::vector<std::string> unit_names(Dimension dimension);

/// The base units that a deck declares. Jounce never converts: they only name what the numbers mean.
struct Units {
  std::string mass = "kg";
  std::string length = "m";
  std::string time = "s";

  bool operator==(const Units&) const = default;

  /// Value in kg, m, s of one unit of the dimension, e.g. 1e6 for a stress in t, mm, s.
  /// Throws std::invalid_argument when a base unit is unknown.
  double si(Dimension dimension) const;

  /// Name of the derived unit: "N", "MPa", "N s/m", "kg/m^3", or a product of base units such as
  /// "lb in/s^2" where no known name fits. Pure numbers give "".
  std::string name(Dimension dimension) const;
  /// Name of the unit of a moment, "N m": the same dimension as an energy but never written J.
  std::string moment() const;
};

/// The dimension in words: "stress", "length", ...; a product such as "mass length^5" where there is no word.
std::string describe(Dimension dimension);

}  // namespace jounce::params
