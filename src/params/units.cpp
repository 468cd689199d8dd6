#include "params/units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <stdexcept>

namespace jounce::params {

namespace {

double si_of(std::string_view name, Dimension dimension) {
  for (const Unit& unit : known_units()) {
    if (unit.name == name && unit.dimension == dimension) return unit.si;
  }
  throw std::invalid_argument(fmt::format("'{}' is no unit of {}", name, describe(dimension)));
}

bool equal(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

/// Known name of exactly this size, or "".
std::string known_name(Dimension dimension, double si) {
  if (dimension == dim::frequency) return {};  // 1/s serves angular velocities as well, Hz does not
  for (const Unit& unit : known_units()) {
    if (unit.dimension == dimension && equal(unit.si, si)) return std::string(unit.name);
  }
  return {};
}

std::string power(std::string_view name, int exponent) {
  return exponent == 1 ? std::string(name) : fmt::format("{}^{}", name, exponent);
}

/// a^i b^j c^k as "a b^j/c^-k".
std::string product(const std::array<std::pair<std::string_view, int>, 3>& factors) {
  std::string above, below;
  int divisors = 0;
  for (const auto& [name, exponent] : factors) {
    if (exponent > 0) above += (above.empty() ? "" : " ") + power(name, exponent);
    if (exponent < 0) {
      below += (below.empty() ? "" : " ") + power(name, -exponent);
      ++divisors;
    }
  }
  if (below.empty()) return above;
  if (above.empty()) above = "1";
  return divisors > 1 ? fmt::format("{}/({})", above, below) : fmt::format("{}/{}", above, below);
}

}  // namespace

const std::vector<Unit>& known_units() {
  static const std::vector<Unit> units = {{"kg", dim::mass, 1.0},
                                          {"g", dim::mass, 1e-3},
                                          {"mg", dim::mass, 1e-6},
                                          {"t", dim::mass, 1e3},
                                          {"kt", dim::mass, 1e6},
                                          {"lb", dim::mass, 0.45359237},
                                          {"slug", dim::mass, 0.45359237 * 9.80665 / 0.3048},
                                          {"m", dim::length, 1.0},
                                          {"mm", dim::length, 1e-3},
                                          {"cm", dim::length, 1e-2},
                                          {"dm", dim::length, 1e-1},
                                          {"um", dim::length, 1e-6},
                                          {"nm", dim::length, 1e-9},
                                          {"km", dim::length, 1e3},
                                          {"in", dim::length, 0.0254},
                                          {"ft", dim::length, 0.3048},
                                          {"s", dim::time, 1.0},
                                          {"ms", dim::time, 1e-3},
                                          {"us", dim::time, 1e-6},
                                          {"ns", dim::time, 1e-9},
                                          {"min", dim::time, 60.0},
                                          {"h", dim::time, 3600.0},
                                          {"N", dim::force, 1.0},
                                          {"kN", dim::force, 1e3},
                                          {"MN", dim::force, 1e6},
                                          {"mN", dim::force, 1e-3},
                                          {"uN", dim::force, 1e-6},
                                          {"dyn", dim::force, 1e-5},
                                          {"lbf", dim::force, 0.45359237 * 9.80665},
                                          {"Pa", dim::stress, 1.0},
                                          {"kPa", dim::stress, 1e3},
                                          {"MPa", dim::stress, 1e6},
                                          {"GPa", dim::stress, 1e9},
                                          {"TPa", dim::stress, 1e12},
                                          {"J", dim::energy, 1.0},
                                          {"kJ", dim::energy, 1e3},
                                          {"MJ", dim::energy, 1e6},
                                          {"mJ", dim::energy, 1e-3},
                                          {"uJ", dim::energy, 1e-6},
                                          {"nJ", dim::energy, 1e-9},
                                          {"W", dim::power, 1.0},
                                          {"kW", dim::power, 1e3},
                                          {"MW", dim::power, 1e6},
                                          {"mW", dim::power, 1e-3},
                                          {"Hz", dim::frequency, 1.0},
                                          {"kHz", dim::frequency, 1e3},
                                          {"MHz", dim::frequency, 1e6}};
  return units;
}

std::vector<std::string> unit_names(Dimension dimension) {
  std::vector<std::string> names;
  for (const Unit& unit : known_units()) {
    if (unit.dimension == dimension) names.emplace_back(unit.name);
  }
  return names;
}

double Units::si(Dimension dimension) const {
  return std::pow(si_of(mass, dim::mass), dimension.mass) *
         std::pow(si_of(length, dim::length), dimension.length) *
         std::pow(si_of(time, dim::time), dimension.time);
}

std::string Units::name(Dimension dimension) const {
  if (dimension == dim::none) return {};
  if (std::string known = known_name(dimension, si(dimension)); !known.empty()) return known;
  const std::string force = known_name(dim::force, si(dim::force));
  if (!force.empty()) {
    // force^1 length^i time^j, where force takes two times away
    if (dimension == dim::stiffness) return fmt::format("{}/{}", force, length);
    if (dimension == dim::body_force) return fmt::format("{}/{}^3", force, length);
    if (dimension == dim::moment) return moment();
    if (dimension == dim::bending_stiffness) return fmt::format("{} {}^2", force, length);
    if (dimension == dim::impulse) return fmt::format("{} {}", force, time);
    if (dimension == dim::angular_impulse) return fmt::format("{} {} {}", force, length, time);
    if (dimension == dim::damping) return fmt::format("{} {}/{}", force, time, length);
  }
  return product({{{mass, dimension.mass}, {length, dimension.length}, {time, dimension.time}}});
}

std::string Units::moment() const {
  const std::string force = known_name(dim::force, si(dim::force));
  return force.empty() ? name(dim::moment) : fmt::format("{} {}", force, length);
}

std::string describe(Dimension dimension) {
  static const std::vector<std::pair<Dimension, std::string_view>> words = {
      {dim::none, "pure number"},
      {dim::mass, "mass"},
      {dim::length, "length"},
      {dim::time, "time"},
      {dim::area, "area"},
      {dim::volume, "volume"},
      {dim::second_moment, "second moment of area"},
      {dim::curvature, "curvature"},
      {dim::velocity, "velocity"},
      {dim::acceleration, "acceleration"},
      {dim::frequency, "frequency or angular velocity"},
      {dim::angular_acceleration, "angular acceleration"},
      {dim::inertia, "moment of inertia"},
      {dim::density, "density"},
      {dim::line_density, "mass per length"},
      {dim::force, "force"},
      {dim::moment, "moment or energy"},
      {dim::power, "power"},
      {dim::impulse, "impulse"},
      {dim::angular_impulse, "angular impulse"},
      {dim::stress, "stress"},
      {dim::body_force, "force per volume"},
      {dim::stiffness, "stiffness or force per length"},
      {dim::damping, "damping"},
      {dim::bending_stiffness, "bending stiffness"}};
  for (const auto& [known, word] : words) {
    if (known == dimension) return std::string(word);
  }
  return product({{{"mass", dimension.mass}, {"length", dimension.length}, {"time", dimension.time}}});
}

}  // namespace jounce::params
