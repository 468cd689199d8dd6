#pragma once

#include <string>

#include "scene.h"

namespace jounce::test {

/// A tube that slides along a rod with 0.6 and turns about it with r w = 0.8, r = 0.1.
inline std::string sleeve(double friction) {
  return scene::gravity({0, 0, -10}) +
         scene::rigid({.name = "tube", .mass = 2, .inertia = {0.02, 0.05, 0.05}, .position = {0, 0, 0}}) +
         fmt::format(R"(
velocity = [0.6, 0, 0]
angular_velocity = [8, 0, 0]
[[joint]]
name = "rod"
type = "cylindrical"
between = ["ground", "tube"]
axis = [1, 0, 0]
radius = 0.1
friction = {}
)",
                     friction);
}

/// A wheel that turns on a pin, with `keys` of the pin.
inline std::string wheel_on_a_pin(const std::string& keys) {
  return scene::gravity({0, -10}) +
         scene::rigid({.name = "wheel", .mass = 2, .inertia = {0.04}, .position = {0, 0}}) + R"(
angular_velocity = 1.5
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "wheel"]
)" + keys;
}

}  // namespace jounce::test
