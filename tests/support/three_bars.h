#pragma once

#include <string>

#include "scene.h"

namespace jounce::test {

/// Three bars in a line with rho A = 6 per length, and a load on them whose further keys follow.
inline std::string three_bars(const scene::Numbers& from, const scene::Numbers& to, const std::string& load) {
  return scene::line_mesh({.name = "m", .from = from, .to = to, .elements = 3}) + R"(
[[material]]
name = "s"
type = "linear-elastic"
E = 1e3
rho = 3
)" + scene::element({.name = "b", .type = "bar", .mesh = "m", .material = "s"}) +
         fmt::format(R"(area = 2
[[load]]
name = "{}"
)",
                     load);
}

}  // namespace jounce::test
