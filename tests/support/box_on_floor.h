#pragma once

#include <string>

namespace jounce::test {

/// A box of mass 2 and edges 0.6, 0.4, 0.2 that stands on a floor, with its shapes `skin` and `floor`; `keys`
/// of its body.
inline std::string box_on_floor(const std::string& keys = {}) {
  return R"(
[[body]]
name = "box"
type = "rigid-3d"
mass = 2
inertia = [0.02, 0.02, 0.02]
position = [0, 0, 0.1]
)" + keys +
         R"(
[[shape]]
name = "skin"
type = "box"
on = ["box"]
size = [0.6, 0.4, 0.2]
[[shape]]
name = "floor"
type = "plane"
)";
}

}  // namespace jounce::test
