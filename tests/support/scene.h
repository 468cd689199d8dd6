#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

/// Tables of decks that many tests need, with the values of the test at hand. Each function ends within its
/// table, so that further keys may follow; what is not given is left to the default of the program.
namespace jounce::scene {

using Numbers = std::vector<double>;

inline std::string list(const Numbers& values) { return fmt::format("[{}]", fmt::join(values, ", ")); }

/// `key = value`, or nothing where there is no value.
inline std::string line(const char* key, const Numbers& values) {
  return values.empty() ? "" : fmt::format("{} = {}\n", key, list(values));
}
inline std::string line(const char* key, double value) {
  return value == 0 ? "" : fmt::format("{} = {}\n", key, value);
}
inline std::string line(const char* key, const std::string& text) {
  return text.empty() ? "" : fmt::format("{} = \"{}\"\n", key, text);
}

/// A model with weight, in as many dimensions as gravity has components.
inline std::string gravity(const Numbers& g) {
  return fmt::format("\n[model]\ndimension = {}\ngravity = {}\n", g.size(), list(g));
}

struct Material {
  std::string name = "m", type = {};
  double E = 1, nu = 0, rho = 1;
};
inline std::string material(const Material& m) {
  return "\n[[material]]\n" + line("name", m.name) + line("type", m.type) +
         fmt::format("E = {}\nnu = {}\nrho = {}\n", m.E, m.nu, m.rho);
}

struct Rectangle {
  std::string name = "s";
  double height = 1, width = 1;
};
inline std::string rectangle(const Rectangle& s) {
  return "\n[[section]]\n" + line("name", s.name) + line("type", "rectangle") + line("height", s.height) +
         line("width", s.width);
}

struct Line {
  std::string name = "l";
  Numbers from = {}, to = {};
  int elements = 1;
};
inline std::string line_mesh(const Line& l) {
  return "\n[[mesh]]\n" + line("name", l.name) + line("type", "line") + line("from", l.from) +
         line("to", l.to) + fmt::format("elements = {}\n", l.elements);
}

struct Block {
  std::string name = "b";
  Numbers from = {}, to = {}, counts = {};
};
inline std::string block_mesh(const Block& b) {
  return "\n[[mesh]]\n" + line("name", b.name) + line("type", "block") + line("from", b.from) +
         line("to", b.to) + line("counts", b.counts);
}

/// A grid between four corners (12 numbers).
struct Sheet {
  std::string name = "l";
  Numbers corners = {}, counts = {};
  std::string cells = {};
};
inline std::string sheet_mesh(const Sheet& s) {
  return "\n[[mesh]]\n" + line("name", s.name) + line("type", "sheet") + line("corners", s.corners) +
         line("counts", s.counts) + line("cells", s.cells);
}

/// Held components of a node set.
inline std::string held(const std::string& on, const std::vector<std::string>& components) {
  return fmt::format(R"(
[[boundary]]
on = "{}"
components = ["{}"]
)",
                     on, fmt::join(components, R"(", ")"));
}

struct Element {
  std::string name = "e", type = "solid", mesh = "l", material = "m", section = {};
  double thickness = 0;  ///< of a shell
};
inline std::string element(const Element& e) {
  return "\n[[element]]\n" + line("name", e.name) + line("type", e.type) + line("mesh", e.mesh) +
         line("material", e.material) + line("section", e.section) + line("thickness", e.thickness);
}

/// A rigid body in the plane (one moment of inertia) or in space (three).
struct Rigid {
  std::string name = "a";
  double mass = 1;
  Numbers inertia = {1}, position = {};
};
inline std::string rigid(const Rigid& b) {
  const bool space = b.inertia.size() > 1;
  return "\n[[body]]\n" + line("name", b.name) + line("type", space ? "rigid-3d" : "rigid") +
         line("mass", b.mass) + (space ? line("inertia", b.inertia) : line("inertia", b.inertia.front())) +
         line("position", b.position);
}

struct PointMass {
  std::string name = "p";
  double mass = 1;
  Numbers position = {};
};
inline std::string point_mass(const PointMass& p) {
  return "\n[[body]]\n" + line("name", p.name) + line("type", "point-mass") + line("mass", p.mass) +
         line("position", p.position);
}

/// A revolute joint of `body` at the origin.
inline std::string pivot(const std::string& body) {
  return fmt::format(R"(
[[joint]]
name = "pivot"
type = "revolute"
between = ["ground", "{}"]
at = [0, 0]
)",
                     body);
}

/// Contact of `points` with a plane of the ground.
struct PointPlane {
  std::string name = "floor", points = {};
  Numbers through = {}, normal = {};
  double radius = 0, friction = 0, restitution = 0;
};
inline std::string point_plane(const PointPlane& c) {
  return "\n[[contact]]\n" + line("name", c.name) + line("type", "point-plane") +
         fmt::format("points = [\"{}\"]\n", c.points) + line("through", c.through) +
         line("normal", c.normal) + line("radius", c.radius) + line("friction", c.friction) +
         line("restitution", c.restitution);
}

struct Sphere {
  std::string name = "skin", on = {};
  double radius = 1;
};
inline std::string sphere(const Sphere& s) {
  return "\n[[shape]]\n" + line("name", s.name) + line("type", "sphere") +
         fmt::format("on = [\"{}\"]\n", s.on) + line("radius", s.radius);
}

/// The plane z = 0 of the ground, in space.
inline std::string floor() {
  return R"(
[[shape]]
name = "floor"
type = "plane"
)";
}

}  // namespace jounce::scene
