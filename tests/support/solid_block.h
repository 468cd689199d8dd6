#pragma once

#include <fmt/format.h>

#include <string>

namespace jounce::test {

/// A rectangle or block of solids of the material "m"; its mesh and its element have the same name.
inline std::string solid_block(const std::string& name, const std::string& from, const std::string& to,
                               const std::string& counts) {
  return fmt::format(
      "[[mesh]]\nname = \"{0}\"\ntype = \"block\"\nfrom = {1}\nto = {2}\ncounts = {3}\n"
      "[[element]]\nname = \"{0}\"\ntype = \"solid\"\nmesh = \"{0}\"\nmaterial = \"m\"\n",
      name, from, to, counts);
}

}  // namespace jounce::test
