#pragma once

#include <fmt/format.h>

#include <string>

namespace jounce::test {

/// A rectangle or block of solids of the material "m"; its mesh and its element have the same name.
inline std::string solid_block(const std::string& name, const std::string& from, const std::string& to,
                               const std::string& counts) {
  return fmt::format(
      R"(
[[mesh]]
name = "{0}"
type = "block"
from = {1}
to = {2}
counts = {3}
[[element]]
name = "{0}"
type = "solid"
mesh = "{0}"
material = "m"
)",
      name, from, to, counts);
}

}  // namespace jounce::test
