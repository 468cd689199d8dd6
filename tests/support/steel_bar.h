#pragma once

#include <fmt/format.h>

#include <string>

namespace jounce::test {

/// A bar of steel, 1 m long, clamped at the left, waves run at c = sqrt(E/rho) = 5000 m/s; the history u is
/// the displacement of its free end.
inline std::string steel_bar(int elements) {
  return fmt::format(R"(
[model]
dimension = 1
[[material]]
name = "steel"
E = 2e11
rho = 8000
[[mesh]]
name = "bar"
type = "line"
from = [0]
to = [1]
elements = {}
[[element]]
name = "bar"
type = "bar"
mesh = "bar"
material = "steel"
area = 1e-4
[[boundary]]
on = "bar.start"
components = ["x"]
[[history]]
name = "u"
quantity = "displacement"
of = "bar.end"
component = "x"
)",
                     elements);
}

}  // namespace jounce::test
