#include "parts.h"

namespace jounce::test {

void add_body_loads(Specimens& list) {
  const std::string bars = scene::line_mesh({.name = "m", .from = {1, 0.5}, .to = {4, 2}, .elements = 3}) +
                           R"(
[[material]]
name = "s"
type = "linear-elastic"
E = 1e3
rho = 3
)" + scene::element({.name = "b", .type = "bar", .mesh = "m", .material = "s"}) +
                           R"(
area = 2
[[load]]
name = "part"
elements = ["b"]
)";
  list.push_back({"load", "acceleration", "", 2, bars + R"(
type = "acceleration"
acceleration = ["2*t", -10]
)"});
  list.push_back({"load", "centrifugal", "", 2, bars + R"(
type = "centrifugal"
omega_squared = "1 + t"
at = [0.3, 0.2]
)"});
}

}  // namespace jounce::test
