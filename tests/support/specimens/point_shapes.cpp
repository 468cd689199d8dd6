#include "parts.h"

namespace jounce::test {

namespace {

/// A rigid shape on a body or on the ground, and keys of the contact that go with it.
struct Punch {
  std::string type, keys, more;
};

std::string punch(const std::string& on, const Punch& shape) {
  return fmt::format(R"(
[[shape]]
name = "punch"
at = [0.1, -0.2, 0]
on = ["{}"]
type = "{}"
{}
[[contact]]
name = "part"
type = "point-shape"
shapes = ["punch"]
friction = 0.4
{})",
                     on, shape.type, shape.keys, shape.more);
}

void add_punches(Specimens& list, int dimension, const std::string& bodies,
                 const std::vector<Punch>& shapes) {
  for (const Punch& shape : shapes)
    for (const char* const on : {"ground", "a"})
      list.push_back({"contact", "point-shape", fmt::format("{}D {} {}", dimension, on, shape.type),
                      dimension, bodies + punch(on, shape) + R"(points = ["p", "b1", "b"]
radius = 0.1
)"});
}

}  // namespace

/// Points against rigid shapes of bodies and of the ground, in the plane and in space; nodes of a solid.
void add_point_shapes(Specimens& list) {
  add_punches(list, 2, two_bodies,
              {{"sphere", "radius = 0.4", ""},
               {"capsule", "radius = 0.2\nlength = 0.5", "inside = true\n"},
               {"box", "size = [0.5, 0.7]\nrotation = [0, 0, 0.4]", "rounding = 0.2\n"},
               {"plane", "normal = [0.2, 1]", ""}});
  const std::string turned = "\nrotation = [0.3, 0.5, -0.2]";
  add_punches(list, 3, two_spatial_bodies,
              {{"sphere", "radius = 0.4", "inside = true\n"},
               {"capsule", "radius = 0.2\nlength = 0.5" + turned, ""},
               {"cylinder", "radius = 0.3\nlength = 0.6" + turned, "rounding = 0.25\n"},
               {"box", "size = [0.5, 0.7, 0.6]" + turned, "rounding = 0.15\n"},
               {"plane", "normal = [0.2, 0.4, 1]", ""}});
  const scene::Block flat = {.name = "l", .from = {0, 1}, .to = {4, 2}, .counts = {2, 1}};
  const scene::Block deep = {.name = "l", .from = {0, 0, 1}, .to = {4, 3, 2}, .counts = {2, 1, 1}};
  for (const int dimension : {2, 3}) {
    const bool plane = dimension == 2;
    list.push_back({"contact", "point-shape", fmt::format("{}D surface", dimension), dimension,
                    scene::material({.E = 2.5, .nu = 0.2, .rho = 0.4}) +
                        scene::block_mesh(plane ? flat : deep) + scene::element({.name = "solid"}) +
                        punch("ground", {"sphere", "radius = 0.5", ""}) +
                        fmt::format(R"(surface = "l.{}_min"
)",
                                    plane ? "y" : "z")});
  }
}

}  // namespace jounce::test
