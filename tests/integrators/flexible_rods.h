#pragma once

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "../support/flexible_beam.h"
#include "../support/scene.h"

// Decks of flexible bodies for the schemes for very many bodies, and the laws and methods of these.

namespace jounce::flexible_rods {

/// Both schemes with their laws and methods.
struct FlexibleVariant {
  const char* name;
  const char* law;  ///< those of one law have one solution
  std::vector<std::string> overrides;
};

inline std::ostream& operator<<(std::ostream& out, const FlexibleVariant& variant) {
  return out << variant.name;
}

inline const std::vector<FlexibleVariant>& flexible_variants() {
  const auto ccp = [](const char* law, const char* method) {
    return std::vector<std::string>{"integrator.type=ccp-euler", std::string("integrator.law=") + law,
                                    std::string("integrator.method=") + method};
  };
  const auto velocity = [](const char* law, const char* method) {
    return std::vector<std::string>{"integrator.type=impulse-velocity", std::string("integrator.law=") + law,
                                    std::string("integrator.method=") + method};
  };
  static const std::vector<FlexibleVariant> all = {
      {"cone_sweeps", "cone", ccp("cone", "gauss-seidel")},
      {"cone_accelerated", "cone", ccp("cone", "accelerated")},
      {"cone_apgd", "cone", ccp("cone", "apgd")},
      {"cone_spectral", "cone", ccp("cone", "barzilai-borwein")},
      {"shifted_apgd", "coulomb", ccp("coulomb", "apgd")},
      {"shifted_spectral", "coulomb", ccp("coulomb", "barzilai-borwein")},
      {"coulomb_sweeps", "coulomb", velocity("coulomb", "gauss-seidel")},
      {"coulomb_accelerated", "coulomb", velocity("coulomb", "accelerated")},
      {"dissipation_sweeps", "dissipation", velocity("maximum-dissipation", "gauss-seidel")},
      {"dissipation_accelerated", "dissipation", velocity("maximum-dissipation", "accelerated")}};
  return all;
}

inline std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// A rod of length 1 and mass 1 along x in its frame, whose origin is its node `support`: "start", or the
/// middle one.
inline std::string bar(const std::string& name, const std::string& more, double E = 300,
                       bool from_middle = false) {
  return fmt::format(R"toml(
[[mesh]]
name = "{0}_line"
type = "line"
from = [{2}, 0]
to = [{3}, 0]
elements = 4
[[element]]
name = "{0}_beams"
type = "euler-bernoulli"
mesh = "{0}_line"
material = "m{0}"
section = "s"
[[material]]
name = "m{0}"
E = {1}
rho = 1
[[body]]
name = "{0}"
type = "flexible"
mesh = "{0}_line"
supports = ["{4}"]
groups = [{{ name = "middle", from = [{5}, -1], to = [{6}, 1] }}]
{7}
)toml",
                     name, E, from_middle ? -0.5 : 0.0, from_middle ? 0.5 : 1.0,
                     from_middle ? "middle" : "start", from_middle ? -0.01 : 0.49, from_middle ? 0.01 : 0.51,
                     more);
}

const char* const kBar = R"toml(
[[section]]
name = "s"
type = "general"
area = 1
I_z = 0.01
)toml";

const char* const kSteps = R"toml(
[integrator]
type = "impulse-velocity"
step = 1e-3
end = 1
contact_tolerance = 1e-10
)toml";

/// A rod that swings about a point which stands, or moves.
inline std::string bar_pendulum(const std::string& motion) {
  return "[model]\ndimension = 2\ngravity = [0, -10]\n" + std::string(kBar) + bar("rod", R"(position = [0, 0]
coordinates = "modal"
modes = 3
damping_ratio = 0.02)") +
         R"(
[[boundary]]
on = "rod"
components = ["x", "y"]
)" +
         (motion.empty() ? ""
                         : fmt::format(R"(motion = "{}"
)",
                                       motion)) +
         kSteps;
}

/// Two rods at rest, joined by a pin, and a ball that hits the end of one.
inline std::string two_rods_and_a_ball() {
  return "[model]\ndimension = 2\n" + std::string(kBar) + bar("a", R"(position = [0, 0]
coordinates = "modal"
modes = 4)") +
         bar("b", R"(position = [1, 0]
rotation = [0.5]
coordinates = "modal"
modes = 2)") +
         R"toml(
[[joint]]
name = "pin"
type = "revolute"
between = ["a", "b"]
at = [1, 0]
[[body]]
name = "ball"
type = "rigid"
mass = 0.5
inertia = 0.002
position = [0.05, 0.1]
velocity = [0.3, -2]
[[shape]]
name = "skin"
type = "sphere"
on = ["ball"]
radius = 0.1
[[contact]]
name = "hit"
type = "point-shape"
points = ["a.start", "a.middle"]
shapes = ["skin"]
friction = 0.3
)toml" + kSteps;
}

/// A rod that falls on its ends, beside balls of grains which roll on the same floor.
inline std::string falling_rod(const std::string& body) {
  return "[model]\ndimension = 2\ngravity = [0, -10]\n" + body + R"toml(
[[contact]]
name = "floor"
type = "point-plane"
points = ["rod.start", "rod.end"]
through = [0, 0]
normal = [0, 1]
friction = 0.3
)toml" + kSteps;
}

const char* const kFalling =
    "position = [0, 0.25]\nrotation = [0.4]\nvelocity = [0.5, -1]\nangular_velocity = ";

/// A rod in space between two balls and a floor: several rows on the same modes, and grains beside it.
inline std::string rod_in_space(bool grains) {
  std::string deck = std::string(test::kSoftBeam) + R"(
[[mesh]]
name = "line"
type = "line"
from = [0, 0, 0]
to = [1, 0, 0]
elements = 4
[[element]]
name = "beams"
type = "beam"
mesh = "line"
material = "m"
section = "s"
y_axis = [0, 1, 0]
[[body]]
name = "rod"
type = "flexible"
mesh = "line"
groups = [{ name = "middle", from = [0.49, -1, -1], to = [0.51, 1, 1] }]
supports = ["start"]
coordinates = "modal"
modes = 5
damping_ratio = 0.05
position = [0, 0, 0.03]
velocity = [0.5, 0.2, -1]
[[body]]
name = "ball"
type = "rigid-3d"
mass = 0.5
inertia = [2e-3, 2e-3, 2e-3]
position = [0.5, 0, 0.131]
velocity = [0.5, 0, -1]
)" + scene::sphere({.on = "ball", .radius = 0.1}) +
                     R"(
[[shape]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[[contact]]
name = "rod_on_floor"
type = "point-shape"
points = ["rod.start", "rod.middle", "rod.end"]
shapes = ["floor", "skin"]
friction = 0.4
)";
  if (grains)
    deck += R"toml(
[[body]]
name = "grains"
type = "grains"
radius = 0.05
density = 300
counts = [2, 1, 1]
spacing = [0.3, 0.3, 0.3]
position = [0.2, 0.5, 0.06]
[[shape]]
name = "tip"
type = "capsule"
on = ["rod.end"]
radius = 0.01
length = 0.02
[[contact]]
name = "balls"
type = "bodies"
shapes = ["grains", "skin", "floor", "tip"]
envelope = 0.02
friction = 0.2
)toml";
  return deck + kSteps;
}

}  // namespace jounce::flexible_rods
