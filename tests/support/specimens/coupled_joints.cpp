#include "parts.h"

namespace jounce::test {

namespace {

std::string hold(const std::string& type, const std::string& name, const std::string& part,
                 const std::string& keys) {
  return fmt::format(R"(
[[joint]]
name = "{}"
type = "{}"
between = ["ground", "{}"]
{}
)",
                     name, type, part, keys);
}

/// The part, which couples the joints "pin" and "guide".
std::string couple(const std::string& type, const std::string& keys) {
  return fmt::format(R"(
[[joint]]
name = "part"
type = "{}"
joints = ["pin", "guide"]
{}
)",
                     type, keys);
}

std::string point(const std::string& name, const scene::Numbers& position) {
  return scene::point_mass({.name = name, .mass = 1.5, .position = position});
}

const std::string kCollinear = R"(
[[joint]]
name = "part"
type = "collinear"
line = ["A", "B"]
on = "P"
)";

}  // namespace

void add_gears(Specimens& list) {
  const std::string gear = couple("gear", "ratio = -1.7"), rack = couple("rack-and-pinion", "radius = 0.6");
  const std::string axis = "axis = [0.3, 0.4, 1]";
  const std::string plane = two_bodies + hold("revolute", "pin", "a", "");
  const std::string space = two_spatial_bodies + hold("revolute", "pin", "a", axis);
  list.push_back({"joint", "gear", "", 2, plane + hold("revolute", "guide", "b1", "") + gear});
  list.push_back({"joint", "rack-and-pinion", "", 2,
                  plane + hold("prismatic", "guide", "b1", "axis = [0.8, 0.5]") + rack});
  list.push_back({"joint", "gear", "3D", 3, space + hold("revolute", "guide", "b1", axis) + gear});
  list.push_back(
      {"joint", "rack-and-pinion", "3D", 3, space + hold("prismatic", "guide", "b1", axis) + rack});
}

void add_alignments(Specimens& list) {
  list.push_back({"joint", "collinear", "", 2,
                  point("A", {0.1, 0.2}) + point("B", {2.1, 1.2}) + point("P", {1.1, 0.7}) + kCollinear});
  const std::string three =
      point("A", {0.1, 0.2, 0}) + point("B", {2.1, 1.2, -1}) + point("C", {0.1, 1.2, 3});
  list.push_back({"joint", "collinear", "3D", 3, three + point("P", {1.1, 0.7, -0.5}) + kCollinear});
  list.push_back({"joint", "coplanar", "3D", 3, three + point("P", {1.1, 1.2, 1}) + R"(
[[joint]]
name = "part"
type = "coplanar"
plane = ["A", "B", "C"]
on = "P"
)"});
}

}  // namespace jounce::test
