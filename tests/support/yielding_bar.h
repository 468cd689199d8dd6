#pragma once

#include <string>

#include "scene.h"
#include "solid_block.h"

namespace jounce::test {

/// A bar that yields in tension and compression as it swings.
inline const std::string kYielding = scene::material({.type = "plastic", .E = 100, .nu = 0.2, .rho = 1}) + R"(
yield_stress = [0.5, 3]
plastic_strain = [0, 0.3]
)" + solid_block("b", "[0, 0]", "[2, 0.5]", "[12, 3]") +
                                     R"toml(
[[boundary]]
on = "b.x_min"
components = ["x", "y"]
[[load]]
name = "pull"
type = "force"
on = "b.x_max"
force = ["0.2*sin(6*t)", 0]
[[history]]
name = "stress"
quantity = "stress"
of = "b"
component = "mises"
[integrator]
type = "nsga-ggl"
step = 2e-3
end = 1
)toml";

}  // namespace jounce::test
