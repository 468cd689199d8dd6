#include "parts.h"

namespace jounce::test {

namespace {

std::string block(const scene::Block& mesh, const std::string& keys) {
  return scene::material({.E = 2.5, .nu = 0.2, .rho = 1.4}) + scene::block_mesh(mesh) + keys +
         scene::element({.name = "block", .mesh = "s"});
}

std::string in_plane() {
  return block({.name = "s", .from = {0.1, 0.2}, .to = {1.3, 1.1}, .counts = {1, 2}}, "order = 2\n") +
         two_bodies;
}

std::string in_space() {
  return block({.name = "s", .from = {0.1, 0.2, -0.3}, .to = {2.9, 2.3, 1.8}, .counts = {1, 1, 1}}, "") +
         two_spatial_bodies;
}

/// Parts at a face by one way of coupling.
void add_at_face(Specimens& list, const std::string& coupling) {
  const std::string marker = fmt::format(R"(
[[marker]]
name = "face"
on = "s.x_max"
coupling = "{}"
)",
                                         coupling);
  const std::string flat = in_plane() + marker + "at = [1.5, 0.4]\nangle = 0.3\n";
  const std::string deep = in_space() + marker + "at = [1.5, 0.4, 0.2]\nrotation = [0.3, -0.2, 0.4]\n";
  const auto add = [&](int dimension, const std::string& kind, const std::string& type,
                       const std::string& keys = {}) {
    list.push_back({kind, type, fmt::format("{} {}D", coupling, dimension), dimension,
                    (dimension == 2 ? flat : deep) + part_between(kind, type, "face", "b", keys)});
  };
  add(2, "joint", "fixed");
  add(3, "joint", "fixed");
  add(3, "joint", "revolute", "at = [1.2, 0.6, 0.1]\naxis = [0.3, 0.4, 1]");
  add(2, "joint", "prismatic", "axis = [0.8, 0.5]");
  add(2, "joint", "motion", R"(coordinate = "angle"
motion = "0.2*t")");
  add(3, "joint", "motion", R"(coordinate = "angle"
axis = [1, 0, 2]
motion = "0.2*t")");
  add(3, "element", "bushing", "stiffness = [1.2, 0.7, 0.4]\nrotational_stiffness = [0.4, 0.3, 0.2]");
  list.push_back({"load", "torque", coupling, 3, deep + R"(
[[load]]
name = "part"
type = "torque"
on = "face"
torque = [0.3, "t", -0.2]
follower = true
)"});
  list.push_back({"load", "force", coupling, 2, flat + R"(
[[load]]
name = "part"
type = "force"
on = "face"
force = [0.3, "t"]
)"});
}

/// Couplings that have their degrees of freedom at point masses c, d, e, f.
void add_reference_points(Specimens& list) {
  std::string points = scene::point_mass({.name = "c", .position = {0.7, -0.4, 0.3}});
  for (const char* const name : {"d", "e", "f"})
    points += scene::point_mass({.name = name, .position = {0.1, 0.2, 0.1}});
  for (const std::string finite : {"true", "false"}) {
    list.push_back({"joint", "mean-rotation", finite, 3,
                    in_space() + points +
                        fmt::format(R"(
[[joint]]
name = "part"
type = "mean-rotation"
on = "s.x_max"
axis = [1, 0.3, -0.2]
rotation = "d"
component = "y"
finite = {}
)",
                                    finite)});
    for (const std::string directions : {"", "1, 0, 0, 0, 2, 1"})
      list.push_back({"joint", "knot", finite + " " + directions, 3,
                      points + fmt::format(R"(
[[joint]]
name = "part"
type = "knot"
on = "c"
reference = "d"
rotation = "e"
stretch = "f"
directions = [{}]
finite = {}
)",
                                           directions, finite)});
  }
}

}  // namespace

/// Parts on the faces of solids, by averaging and rigid couplings.
void add_couplings(Specimens& list) {
  for (const std::string coupling : {"averaging", "rigid"}) add_at_face(list, coupling);
  add_reference_points(list);
  // A node off the plane of the three that carry the frame.
  list.push_back({"joint", "spherical", "rigid block", 3, in_space() + R"(
[[marker]]
name = "face"
on = "s"
coupling = "rigid"
)" + part_between("joint", "spherical", "face", "b", "")});
}

}  // namespace jounce::test
