#pragma once

#include <string>

#include "solid_block.h"

namespace jounce::test {

/// A stiff block that comes down on a rough floor and skids; `n` cells along each side, `keys` of its
/// element.
inline std::string skidding_block(int n, const std::string& keys = {}) {
  const std::string counts = "[" + std::to_string(n) + ", " + std::to_string(n) + "]";
  return R"(
[model]
dimension = 2
gravity = [0, -10]
[[material]]
name = "m"
E = 1e9
nu = 0.3
rho = 1000
)" + solid_block("block", "[0, 1e-4]", "[0.1, 0.1001]", counts) +
         keys + R"(
[[initial]]
on = "block"
velocity = [1, -1]
[[contact]]
name = "floor"
type = "point-plane"
points = ["block.y_min"]
through = [0, 0]
normal = [0, 1]
friction = 0.3
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 1
rho_inf = 0.5
)";
}

}  // namespace jounce::test
