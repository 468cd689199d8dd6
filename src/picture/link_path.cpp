#include "picture/link_path.h"

#include <cmath>
#include <numbers>

namespace jounce::picture {
namespace {

using Path = std::vector<std::array<double, 3>>;  // along the line, from 0 to 1; across it, in radii

Path coil() {
  constexpr int turns = 7, steps = 12;
  Path path = {{0, 0, 0}};
  for (int k = 0; k <= turns * steps; ++k) {
    const double angle = 2 * std::numbers::pi * k / steps;
    path.push_back({0.12 + 0.76 * k / (turns * steps), std::cos(angle), std::sin(angle)});
  }
  path.push_back({1, 0, 0});
  return path;
}

/// A ring around the line.
Path ring(double at, double radius) {
  constexpr int steps = 16;
  Path path;
  for (int k = 0; k <= steps; ++k) {
    const double angle = 2 * std::numbers::pi * k / steps;
    path.push_back({at, radius * std::cos(angle), radius * std::sin(angle)});
  }
  return path;
}

/// A pot from `begin` to `end` with a piston on the rod that goes on to the other end.
std::vector<Path> pot(double begin, double end, double piston, bool is_closed) {
  std::vector<Path> paths = {{{0, 0, 0}, {begin, 0, 0}},
                             ring(begin, 1),
                             ring(end, 1),
                             ring(piston, 0.75),
                             {{piston, 0, 0}, {1, 0, 0}}};
  for (const double side : {-1.0, 1.0}) {
    paths.push_back({{begin, 0, 0}, {begin, side, 0}, {end, side, 0}});
    if (is_closed) paths.back().push_back({end, 0, 0});
    paths.push_back({{begin, 0, side}, {end, 0, side}});
    paths.push_back({{piston, 0, 0}, {piston, 0.75 * side, 0}});
  }
  return paths;
}

std::vector<Path> paths_of(const std::string& kind) {
  if (kind == "spring") return {coil()};
  if (kind == "damper") return pot(0.3, 0.7, 0.5, false);
  if (kind == "actuator") return pot(0.15, 0.6, 0.4, true);
  return {{{0, 0, 0}, {1, 0, 0}}};
}

}  // namespace

std::vector<std::array<Vector3, 2>> link_path(const std::string& kind, const Vector3& from, const Vector3& to,
                                              double most) {
  const Vector3 along = to - from;
  const double length = along.norm();
  if (!(length > 0)) return {{from, to}};
  const Vector3 e = along / length;
  const Vector3 f = e.cross(std::abs(e.z()) < 0.9 ? Vector3::UnitZ() : Vector3::UnitX()).normalized(),
                g = e.cross(f);
  const double radius = std::min(most, 0.2 * length);
  const auto at = [&](const std::array<double, 3>& p) {
    return Vector3(from + p[0] * along + radius * (p[1] * f + p[2] * g));
  };
  std::vector<std::array<Vector3, 2>> lines;
  for (const Path& path : paths_of(kind))
    for (std::size_t k = 0; k + 1 < path.size(); ++k) lines.push_back({at(path[k]), at(path[k + 1])});
  return lines;
}

}  // namespace jounce::picture
