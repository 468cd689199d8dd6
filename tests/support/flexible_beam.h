#pragma once

namespace jounce::test {

/// A model in space with weight, and what a soft beam is made of: section "s", material "m".
inline const char* const kSoftBeam = R"toml(
[model]
dimension = 3
gravity = [0, 0, -10]
[[section]]
name = "s"
type = "rectangle"
height = 0.1
width = 0.1
[[material]]
name = "m"
E = 1e5
nu = 0.3
rho = 100
)toml";

}  // namespace jounce::test
