#pragma once

#include <string>

namespace jounce::test {

/// A vertical bar of 8 elements with weight, which hangs from "bar.end" when that is held.
inline const std::string kHangingBar = R"toml(
[model]
dimension = 1
gravity = [-10]
[[material]]
name = "m"
E = 1e4
rho = 2
[[mesh]]
name = "bar"
type = "line"
from = [0]
to = [4]
elements = 8
[[element]]
name = "rod"
type = "bar"
mesh = "bar"
material = "m"
area = 3
)toml";

}  // namespace jounce::test
