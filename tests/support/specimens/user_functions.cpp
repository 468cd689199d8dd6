#include "parts.h"

namespace jounce::test {

/// Functions of users (user_functions.h).
void add_user_functions(Specimens& list) {
  const std::string flat = two_bodies, space = two_spatial_bodies;
  for (const std::string& with : {std::string(), std::string("_with_")}) {
    const std::string force = fmt::format(R"(
[[load]]
name = "part"
type = "user-force"
function = "pull{}"
)",
                                          (with.empty() ? "" : with + "derivatives"));
    const std::string gap = fmt::format(R"(
[[contact]]
name = "part"
type = "user-gap"
restitution = 0.5
parameters = [0.3]
function = "distance{}"
)",
                                        (with.empty() ? "" : with + "gradient"));
    list.push_back({"load", "user-force", with, 2, flat + force + R"(points = ["p", "a1", "a"]
)"});
    list.push_back({"load", "user-force", "3D" + with, 3, space + force + R"(points = ["a1", "b"]
)"});
    if (with.empty()) continue;  // second differences of gaps are too coarse for the generic tests
    list.push_back({"contact", "user-gap", with, 2, flat + gap + R"(points = ["p", "a1"]
)"});
    list.push_back({"contact", "user-gap", "3D" + with, 3, space + gap + R"(points = ["a1", "b1"]
)"});
  }
  list.push_back({"element", "user-mass", "", 2, flat + R"(
[[element]]
name = "part"
type = "user-mass"
function = "added"
points = ["p"]
parameters = [0.4, 0.3]
)"});
}

}  // namespace jounce::test
