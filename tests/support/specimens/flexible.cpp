#include "parts.h"

namespace jounce::test {

namespace {

std::string rod(const scene::Line& line, const std::string& keys) {
  return scene::material({.E = 2.5, .nu = 0.2, .rho = 1.4}) +
         scene::rectangle({.height = 0.7, .width = 0.4}) + scene::line_mesh(line) + keys + R"(
[[body]]
name = "f"
type = "flexible"
mesh = "l"
)";
}

const std::string kEuler = scene::element({.type = "euler-bernoulli", .section = "s"});
const std::string kFlat = "position = [0.3, -0.4]\nrotation = [0.6]\n";

std::string plane() {
  return rod({.from = {0.1, 0.2}, .to = {2.5, 1.9}, .elements = 3},
             kEuler + "damping_mass = 0.2\ndamping_stiffness = 0.1\n") +
         kFlat;
}

std::string straight() { return rod({.from = {0.1, 0}, .to = {2.5, 0}, .elements = 3}, kEuler) + kFlat; }

std::string space() {
  return rod({.from = {0.1, 0.2, -0.3}, .to = {2.5, 1.9, 1.4}, .elements = 3},
             scene::element({.type = "beam", .section = "s"}) + "y_axis = [0.2, 0.1, 1]\ndamping = 0.1\n") +
         "position = [0.3, -0.4, 0.2]\nrotation = [0.6, 0.2, -0.3]\n";
}

const std::string kTangent = R"(supports = ["start"]
)";
const std::string kFreeModes = R"(
reference = "free-free"
coordinates = "modal"
modes = 5
)";

}  // namespace

/// Flexible bodies of beams in the plane and in space, by themselves and with joints on their nodes.
void add_flexible(Specimens& list) {
  const auto add = [&](const std::string& variant, int dimension, const std::string& deck) {
    list.push_back({"body", "flexible", variant, dimension, deck});
  };
  add("2D nodal tangent", 2, plane() + kTangent);
  add("2D nodal free-free", 2, plane() + R"(reference = "free-free"
)");
  add("2D nodal articulated", 2, plane() + R"(
reference = "articulated-free"
supports = ["start"]
)");
  add("2D modal pinned", 2, straight() + R"(
reference = "pinned"
supports = ["start", "end"]
coordinates = "modal"
modes = 4
damping_ratio = 0.05
)");
  add("2D craig-bampton", 2, plane() + R"(
reference = "free-free"
coordinates = "craig-bampton"
modes = 2
interfaces = ["start", "end"]
)");
  add("3D nodal tangent", 3, space() + kTangent);
  add("3D modal free-free", 3, space() + kFreeModes);
  const auto joint = [&](const std::string& type, int dimension, const std::string& deck,
                         const std::string& A, const std::string& B, const std::string& keys = {}) {
    list.push_back({"joint", type, fmt::format("{}D on a flexible body", dimension), dimension,
                    deck + part_between("joint", type, A, B, keys)});
  };
  joint("revolute", 2, plane() + kTangent, "ground", "f.end");
  joint("prismatic", 2, plane() + kTangent, "f.end", "ground", "axis = [0.8, 0.5]");
  joint("fixed", 3, space() + kFreeModes, "f.end", "f.start");
  joint("prismatic", 3, space() + kTangent, "f.end", "ground", "axis = [0.3, 0.4, 1]");
}

}  // namespace jounce::test
