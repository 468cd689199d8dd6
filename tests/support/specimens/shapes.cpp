#include "parts.h"

namespace jounce::test {

namespace {

std::string shape(const std::string& name, const std::string& type, const std::string& keys) {
  return fmt::format(R"(
[[shape]]
name = "{}"
type = "{}"
on = ["a"]
at = [0.1, -0.2, 0.3]
rotation = [0.3, 0.5, -0.2]
{})",
                     name, type, keys);
}

std::string contact(const std::string& A, const std::string& B) {
  return fmt::format(R"(
[[contact]]
name = "part"
type = "bodies"
envelope = 20
friction = 0.4
shapes = ["{}", "{}"]
)",
                     A, B);
}

const char* const kRim = R"(
[[shape]]
name = "rim"
type = "cylinder"
radius = 0.3
length = 0.2
on = ["b"]
at = [0.1, 0, 0.2]
)";

/// Eight grains; further keys may follow.
std::string grains(const std::string& name, const std::string& shape) {
  return fmt::format(R"(
[[body]]
name = "{}"
type = "grains"
{}
density = 300
counts = [2, 1, 2]
spacing = [0.3, 0.3, 0.3]
position = [0, 0, 0]
)",
                     name, shape);
}

}  // namespace

/// Shapes of bodies, and contact between them.
void add_shapes(Specimens& list) {
  const std::string ball = scene::sphere({.name = "ball", .on = "b", .radius = 0.3});
  const std::string corners = "points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.7, 0.7, 0.7]\n";
  const std::string plane = "normal = [0.2, 0.4, 1]\n";
  const std::vector<std::pair<std::string, std::string>> shapes = {
      {"sphere", "radius = 0.4\n"},
      {"capsule", "radius = 0.2\nlength = 0.5\n"},
      {"cylinder", "radius = 0.3\nlength = 0.6\n"},
      {"box", "size = [0.5, 0.7, 0.4]\n"},
      {"plane", plane},
      {"hull", corners},
      {"surface", corners + "triangles = [0, 1, 2, 0, 2, 3]\n"}};
  for (const auto& [type, keys] : shapes) {
    list.push_back({"shape", type, "", 3, two_spatial_bodies + shape("part", type, keys)});
    list.push_back({"contact", "bodies", type + " and ball", 3,
                    two_spatial_bodies + ball + shape("other", type, keys) + contact("other", "ball")});
  }
  for (const auto& [A, B] : {std::pair("other", "rim"), std::pair("rim", "other")})
    list.push_back({"contact", "bodies", fmt::format("plane and cylinder, {} first", A), 3,
                    two_spatial_bodies + kRim + shape("other", "plane", plane) + contact(A, B)});
}

/// Grains, their inflow and their outflow.
void add_grains(Specimens& list) {
  const std::pair<const char*, const char*> kinds[] = {
      {"sphere", "radius = 0.1"}, {"box", "size = [0.1, 0.2, 0.15]"}, {"rock", "radius = 0.1"}};
  for (const auto& [kind, keys] : kinds)
    list.push_back({"body", "grains", kind, 3,
                    grains("part", fmt::format(R"(shape = "{}"
{})",
                                               kind, keys)) +
                        R"(
orientation = "random"
size_spread = 0.2
velocity_spread = [1, 1, 1]
)"});
  const std::string pool = grains("balls", "radius = 0.1") + "spare = 3\n";
  list.push_back({"inflow", "layers", "", 3, pool + R"(
[[inflow]]
name = "part"
bodies = "balls"
position = [0, 0, 0]
velocity = [1, 0, 0]
thickness = 0.2
counts = [1, 1, 2]
spacing = [0, 0, 0.3]
first = [0.1, 0, 0]
)"});
  const auto outflow = [&](const std::string& type, const std::string& keys) {
    list.push_back({"outflow", type, "", 3,
                    pool + fmt::format(R"(
[[outflow]]
name = "part"
bodies = "balls"
type = "{}"
{}
)",
                                       type, keys)});
  };
  outflow("half-space", "at = [1, 0, 0]\nnormal = [1, 0, 0]");
  outflow("outside-box", "low = [-1, -1, -1]\nhigh = [1, 1, 1]");
}

}  // namespace jounce::test
