#include "parts.h"

namespace jounce::test {

namespace {

const std::string kAxis = "axis = [0.3, 0.4, 1]";

void add_joints(Specimens& list) {
  add_spatial_pairs(list, "joint", "revolute", kAxis, false);
  add_spatial_pairs(list, "joint", "spherical", "");
  add_spatial_pairs(list, "joint", "universal", "axis = [1, 0, 0]\naxis_b = [0, 1, 1]", false);
  add_spatial_pairs(list, "joint", "prismatic", kAxis, false);
  add_spatial_pairs(list, "joint", "cylindrical", kAxis, false);
  const std::string rough = kAxis + "\nfriction = 0.3\nbearing_length = 0.7\nradius = 0.1";
  add_spatial_pairs(list, "joint", "revolute", rough, false);
  add_spatial_pairs(list, "joint", "cylindrical", rough, false);
  add_spatial_pairs(list, "joint", "prismatic",
                    kAxis + "\nfriction = 0.3\nguide_length = 0.7\nguide_width = 0.4", false);
  add_spatial_pairs(list, "joint", "planar", kAxis, false);
  add_spatial_pairs(list, "joint", "fixed", "", false);
  add_spatial_pairs(list, "joint", "point-on-line", kAxis);
  add_spatial_pairs(list, "joint", "distance", "");
  for (const char* const type : {"revolute", "prismatic", "cylindrical"})
    add_spatial_pairs(list, "joint", type, kAxis + "\nlower = -0.3\nupper = 0.4\nrestitution = 0.5", false);
}

void add_motions(Specimens& list) {
  add_spatial_pairs(list, "joint", "motion", kAxis + R"toml(
coordinate = "angle"
motion = "0.2*sin(3*t)")toml",
                    false);
  add_spatial_pairs(list, "joint", "motion", kAxis + R"toml(
coordinate = "displacement"
motion = "0.2*sin(3*t)")toml");
  add_spatial_pairs(list, "joint", "motion", R"toml(coordinate = "distance"
motion = "0.2*sin(3*t)")toml");
  add_spatial_pairs(list, "joint", "motion", kAxis + R"toml(
coordinate = "angle"
velocity = "0.2*sin(3*t)")toml",
                    false);
}

void add_rolling(Specimens& list) {
  for (const auto& [A, B] : {std::pair("ground", "a"), std::pair("a1", "b1"), std::pair("p", "b1")})
    list.push_back(
        {"joint", "knife-edge", fmt::format("3D {}-{}", A, B), 3,
         two_spatial_bodies + part_between("joint", "knife-edge", A, B, "across = [0.3, 0.4, 1]")});
  for (const auto& [A, B] : {std::pair("ground", "a"), std::pair("b", "a1")})
    list.push_back({"joint", "rolling-wheel", fmt::format("3D {}-{}", A, B), 3,
                    two_spatial_bodies + part_between("joint", "rolling-wheel", A, B, R"(radius = 0.8
through = [0.3, 0.2, -0.9]
normal = [0.3, 0.4, 1]
axis = [1, 0.2, 0.3])")});
}

void add_springs(Specimens& list) {
  add_spatial_pairs(list, "element", "spring", "stiffness = 2.3\ndamping = 0.7\nrest_length = 0.9");
  add_spatial_pairs(list, "element", "torsion-spring",
                    kAxis + "\nstiffness = 1.7\ndamping = 0.6\nrest_angle = 0.3", false);
  add_spatial_pairs(list, "element", "bushing",
                    "stiffness = [1.2, 0.7, 2]\nrotational_stiffness = [0.4, 0.3, 0.6]\n"
                    "damping = [0.3, 0.1, 0.2]\nrotational_damping = [0.2, 0.3, 0.1]");
  add_spatial_pairs(
      list, "element", "bushing",
      "stiffness_matrix = [4, 1, 0, 0, 1, 0,  1, 5, 0, 1, 0, 0,  0, 0, 6, 0, 0, 1,  0, 1, 0, 3, 0, 0,\n"
      "1, 0, 0, 0, 4, 1,  0, 0, 1, 0, 1, 5]\ndamping = [0.3, 0.1, 0.2]",
      false);
  add_spatial_pairs(list, "element", "actuator", kAxis + R"(
coordinate = "angle"
force = "1 + t")",
                    false);
  add_spatial_pairs(list, "element", "actuator", R"(coordinate = "distance"
force = "1 + t")");
  add_spatial_pairs(list, "element", "actuator", kAxis + R"(
coordinate = "displacement"
force = "1 + t")");
}

void add_loads(Specimens& list) {
  const auto add = [&](const std::string& type, const std::string& on, const std::string& follower) {
    list.push_back({"load", type, fmt::format("3D {} {}", on, follower), 3,
                    two_spatial_bodies + fmt::format(R"toml(
[[load]]
name = "part"
type = "{0}"
{0} = ["2*sin(3*t)", 1.4, -0.7]
on = "{1}"
follower = {2}
)toml",
                                                     type, on, follower)});
  };
  for (const char* const follower : {"false", "true"}) {
    add("torque", "a1", follower);
    for (const char* const on : {"a", "a1", "p"}) add("force", on, follower);
  }
}

}  // namespace

/// Parts of models in space between bodies, markers and the ground.
void add_spatial(Specimens& list) {
  add_joints(list);
  add_motions(list);
  add_rolling(list);
  add_springs(list);
  add_loads(list);
}

}  // namespace jounce::test
