#include "parts.h"

namespace jounce::test {

namespace {

void add_springs(Specimens& list) {
  add_pairs(list, "element", "spring", "stiffness = 2.3\ndamping = 0.7\nrest_length = 0.9");
  add_pairs(list, "element", "spring", "direction = [0.6, -1.1]\nstiffness = 2.3\ndamping = 0.7");
  add_pairs(list, "element", "spring",
            "elongations = [-9, 0, 9, 90]\nforces = [-3.1, 0, 1.7, 2]\ndamping = 0.7\nrest_length = 0.9");
  for (const auto& [A, B] : {std::pair("a", "b"), std::pair("ground", "b"), std::pair("a", "ground")})
    list.push_back({"element", "torsion-spring", fmt::format("{}-{}", A, B), 2,
                    two_bodies + part_between("element", "torsion-spring", A, B,
                                              "stiffness = 1.7\ndamping = 0.6\nrest_angle = 0.3")});
  add_pairs(list, "element", "bushing",
            "stiffness = [1.2, 0.7]\nrotational_stiffness = [0.4]\ndamping = [0.3, 0.1]");
  add_pairs(list, "element", "actuator", R"(force = "1 + t"
coordinate = "distance")");
  add_pairs(list, "element", "actuator", R"(force = "1 + t"
coordinate = "angle")",
            false);
}

void add_joints(Specimens& list) {
  add_pairs(list, "joint", "revolute", "");
  add_pairs(list, "joint", "distance", "length = 1.1");
  add_pairs(list, "joint", "fixed", "", false);
  add_pairs(list, "joint", "prismatic", "axis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "prismatic", "upper = 0.4\naxis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "revolute", "lower = -0.3\nupper = 0.4", false);
  add_pairs(list, "joint", "revolute", "friction = 0.3\nradius = 0.1", false);
  add_pairs(list, "joint", "prismatic", "friction = 0.3\nguide_length = 0.7\naxis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "point-on-line", "axis = [0.8, 0.5]");
  for (const auto& [A, B] : {std::pair("ground", "a"), std::pair("a1", "b1"), std::pair("p", "b1")})
    list.push_back({"joint", "knife-edge", fmt::format("{}-{}", A, B), 2,
                    two_bodies + part_between("joint", "knife-edge", A, B, "across = [0.3, 0.4]")});
  add_pairs(list, "joint", "motion", R"toml(coordinate = "angle"
motion = "0.2*sin(3*t)")toml",
            false);
  add_pairs(list, "joint", "motion", R"toml(coordinate = "displacement"
axis = [0.8, 0.5]
motion = "0.2*sin(3*t)")toml");
  add_pairs(list, "joint", "motion", R"toml(coordinate = "distance"
motion = "0.2*sin(3*t)")toml");
  add_pairs(list, "joint", "motion", R"toml(coordinate = "distance"
velocity = "0.2*sin(3*t)")toml");
  list.push_back({"joint", "equation", "", 2, two_bodies + std::string(R"toml(
[[joint]]
name = "part"
type = "equation"
value = "0.2*sin(3*t)"
terms = [{ on = "a", component = "x", factor = 1.3 }, { on = "p", component = "y", factor = -0.7 }]
)toml")});
}

void add_contacts(Specimens& list) {
  for (const char* const on : {"ground", "a"})
    list.push_back({"contact", "point-plane", on, 2,
                    two_bodies + fmt::format(R"(
[[contact]]
name = "part"
type = "point-plane"
points = ["p", "b1", "b"]
through = [0.1, 0.2]
normal = [0.4, 1.2]
radius = 0.3
restitution = 0.5
on = "{}"
)",
                                             on)});
  list.push_back(
      {"contact", "tether", "", 2, two_bodies + part_between("contact", "tether", "a1", "b", "length = 9")});
  list.push_back(
      {"contact", "gap", "", 2,
       two_bodies + part_between("contact", "gap", "a1", "b", "direction = [0.6, -1.1]\nclearance = 0.2")});
}

void add_loads(Specimens& list) {
  for (const char* const on : {"a", "a1", "p"})
    for (const char* const follower : {"false", "true"})
      list.push_back({"load", "force", fmt::format("{} {}", on, follower), 2,
                      two_bodies + fmt::format(R"toml(
[[load]]
name = "part"
type = "force"
force = ["2*sin(3*t)", 1.4]
on = "{}"
follower = {}
)toml",
                                               on, follower)});
  for (const char* const on : {"a", "b1"})
    list.push_back({"load", "moment", on, 2,
                    two_bodies + fmt::format(R"(
[[load]]
name = "part"
type = "moment"
moment = "1 + t^2"
on = "{}"
)",
                                             on)});
}

}  // namespace

/// Parts of models in the plane between bodies, markers and the ground.
void add_planar(Specimens& list) {
  add_springs(list);
  add_joints(list);
  add_contacts(list);
  add_loads(list);
}

}  // namespace jounce::test
