#include "parts.h"

namespace jounce::test {

namespace {

const std::string kMaterial = scene::material({.E = 2.5, .nu = 0.2, .rho = 0.4});

std::string solid(const scene::Block& mesh, int order) {
  return scene::block_mesh(mesh) + fmt::format("order = {}\n", order) +
         scene::element({.name = "solid_" + mesh.name, .mesh = mesh.name});
}

/// Two solids with a gap of 2 between them.
std::string apart(int dimension, int order) {
  if (dimension == 2)
    return kMaterial + solid({.name = "low", .from = {0, 0}, .to = {40, 10}, .counts = {2, 1}}, order) +
           solid({.name = "high", .from = {5, 12}, .to = {34, 22}, .counts = {1, 1}}, order);
  return kMaterial +
         solid({.name = "low", .from = {0, 0, 0}, .to = {40, 30, 10}, .counts = {2, 1, 1}}, order) +
         solid({.name = "high", .from = {5, 4, 12}, .to = {34, 29, 22}, .counts = {1, 1, 1}}, order);
}

/// Two solids that touch.
std::string together(int dimension, int order) {
  if (dimension == 2)
    return kMaterial + solid({.name = "low", .from = {0, 0}, .to = {4, 1}, .counts = {2, 1}}, order) +
           solid({.name = "high", .from = {0.5, 1}, .to = {3.4, 2}, .counts = {1, 1}}, order);
  return kMaterial + solid({.name = "low", .from = {0, 0, 0}, .to = {4, 3, 1}, .counts = {2, 1, 1}}, order) +
         solid({.name = "high", .from = {0.5, 0.4, 1}, .to = {3.4, 2.9, 2}, .counts = {1, 1, 1}}, order);
}

std::string contact(const std::string& against, const std::string& side) {
  return fmt::format(R"(
[[contact]]
name = "part"
type = "surfaces"
friction = 0.3
against = "{}"
{}
)",
                     against, side);
}

/// A sheet of shells between opposite corners and its neighbours. @param keys  of the element
std::string sheet(const std::string& name, const std::string& corners, const std::string& counts,
                  const std::string& keys = "") {
  return fmt::format(R"(
[[mesh]]
name = "{0}"
type = "sheet"
corners = {1}
counts = {2}
[[element]]
name = "shell_{0}"
type = "shell"
mesh = "{0}"
material = "m"
thickness = 0.8
{3}
)",
                     name, corners, counts, keys);
}

}  // namespace

/// Two solids whose faces look at each other, in the plane and in space, with cells of first and second
/// order.
void add_surface_contacts(Specimens& list) {
  for (const int order : {1, 2})
    for (const int dimension : {2, 3}) {
      const char axis = dimension == 2 ? 'y' : 'z';
      for (const std::string& side : {fmt::format(R"(surface = "high.{}_min")", axis),
                                      fmt::format(R"(points = ["high.{}_min"])", axis)})
        list.push_back({"contact", "surfaces", fmt::format("{}D order {} {}", dimension, order, side),
                        dimension, apart(dimension, order) + contact(fmt::format("low.{}_max", axis), side)});
      list.push_back({"joint", "tie", fmt::format("{}D order {}", dimension, order), dimension,
                      together(dimension, order) + fmt::format(R"(
[[joint]]
name = "part"
type = "tie"
surface = "high.{0}_min"
to = "low.{0}_max"
)",
                                                               axis)});
    }
}

/// Shells on each other, on a solid, under one, and one that meets itself.
void add_shell_contacts(Specimens& list) {
  const std::string low = "[0, 0, 0.3, 40, 0, -0.2, 40, 30, 0.1, 0, 30, 0]",
                    high = "[5, 4, 12, 34, 4, 11.5, 34, 29, 12.4, 5, 29, 12]";
  const auto add = [&](const std::string& what, const std::string& parts, const std::string& contact_keys) {
    list.push_back({"contact", "surfaces", what, 3, kMaterial + parts + contact_keys});
  };
  for (const std::string cells : {"quadrilaterals", "triangles"}) {
    const std::string of_low = fmt::format("[2, 2]\ncells = \"{}\"", cells);
    add("shell on shell, " + cells, sheet("low", low, of_low) + sheet("high", high, "[2, 1]", "offset = 0.3"),
        contact("low", "surface = \"high\""));
  }
  const std::string block =
      solid({.name = "b", .from = {5, 4, 11}, .to = {34, 29, 21}, .counts = {2, 1, 1}}, 1);
  add("shell under solid", block + sheet("low", low, "[2, 2]"), contact("b.z_min", "surface = \"low\""));
  add("solid on shell", block + sheet("low", low, "[2, 2]"), contact("low", "surface = \"b.z_min\""));
  add("shell and itself",
      sheet("c", "[12, 0, 0, 12, 350, 1, 12, 350, 30, 12, 0, 30]", "[9, 1]\ncoordinates = \"cylindrical\""),
      contact("c", "surface = \"c\"\nreach = 30"));
}

/// A block with a slit whose sides have meshes of their own: each specimen meets itself, its end included.
void add_self_contacts(Specimens& list) {
  for (const int order : {1, 2})
    for (const std::string side : {"b.slit", "b.outside"})
      list.push_back({"contact", "surfaces", fmt::format("itself order {} {}", order, side), 2,
                      kMaterial +
                          fmt::format(R"(
[[mesh]]
name = "b"
type = "gmsh"
file = "{}/meshes/slit.geo"
scale = 60
order = {}
)",
                                      JOUNCE_SOURCE_DIR, order) +
                          scene::element({.name = "solid", .mesh = "b.body"}) +
                          contact(side, fmt::format(R"(surface = "{}")", side))});
}

}  // namespace jounce::test
