#include "../three_bars.h"
#include "parts.h"

namespace jounce::test {

void add_body_loads(Specimens& list) {
  const std::string bars = three_bars({1, 0.5}, {4, 2}, "part") + R"(elements = ["b"]
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
