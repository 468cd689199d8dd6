#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "deck/build_model.h"
#include "deck/deck.h"
#include "registry.h"
#include "user_functions.h"

namespace jounce::test {

/// A small deck that shows one registered part; the generic tests run over all of them.
struct Specimen {
  std::string kind, type, variant;
  int dimension;
  std::string deck;  ///< without [model] and [integrator]

  std::string label() const { return kind + " " + type + " " + variant; }
};

inline std::unique_ptr<Model> build(const std::string& deck, int dimension = 2,
                                    const std::string& gravity = {}) {
  const std::string text = "[model]\ndimension = " + std::to_string(dimension) + "\n" +
                           (gravity.empty() ? "" : "gravity = " + gravity + "\n") +
                           "[integrator]\nstep = 1e-3\nend = 1\n" + deck;
  return deck::build_model(deck::read_deck_text(text, "test.toml", deck_schema()), user_functions());
}

inline std::unique_ptr<Model> build(const Specimen& specimen) {
  static const char* const gravity[] = {"", "[0.7]", "[0.7, -1.3]", "[0.7, -1.3, 0.4]"};
  return build(specimen.deck, specimen.dimension, gravity[specimen.dimension]);
}

/// Two planar rigid bodies away from special positions, a particle, and markers off the bodies' centres.
inline const char* const two_bodies = R"(
[[body]]
name = "a"
type = "rigid"
mass = 1.3
inertia = 0.4
position = [0.2, -0.3]
angle = 0.5
[[body]]
name = "b"
type = "rigid"
mass = 0.7
inertia = 0.2
position = [1.9, 0.8]
angle = -0.4
[[body]]
name = "p"
type = "point-mass"
mass = 0.6
position = [0.9, 1.7]
[[marker]]
name = "a1"
on = "a"
at = [0.3, 0.25]
angle = 0.2
[[marker]]
name = "b1"
on = "b"
at = [-0.35, 0.15]
angle = -0.7
)";

inline void add_bars(std::vector<Specimen>& list) {
  static const char* const ends[] = {"", "from = [0.1]\nto = [3.3]\n", "from = [0.1, 0.2]\nto = [2.5, 1.9]\n",
                                     "from = [0.1, 0.2, -0.3]\nto = [2.5, 1.9, 1.4]\n"};
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (const char* const strain : {"small", "green-lagrange"})
      for (const char* const mass : {"consistent", "lumped"})
        list.push_back({"element", "bar", std::to_string(dimension) + "D " + strain + " " + mass, dimension,
                        fmt::format(R"(
[[material]]
name = "m"
E = 2.5
rho = 1.4
[[mesh]]
name = "l"
type = "line"
elements = 3
{}
[[element]]
name = "bars"
type = "bar"
mesh = "l"
material = "m"
area = 0.8
strain = "{}"
mass = "{}"
)",
                                    ends[dimension], strain, mass)});
}

inline void add_beams(std::vector<Specimen>& list) {
  const std::string head =
      R"(
[[material]]
name = "m"
E = 2.5
rho = 1.4
nu = 0.2
[[section]]
name = "s"
type = "rectangle"
height = 0.7
width = 0.4
[[mesh]]
name = "l"
type = "line"
elements = 2
)";
  const std::string beam = R"(
[[element]]
name = "part"
mesh = "l"
material = "m"
section = "s"
)";
  const std::string plane = "from = [0.1, 0.2]\nto = [2.5, 1.9]\n";
  list.push_back({"element", "euler-bernoulli", "", 2, head + plane + beam + R"(type = "euler-bernoulli"
)"});
  list.push_back({"element", "euler-bernoulli", "damped", 2, head + plane + beam + R"(
type = "euler-bernoulli"
rotary_inertia = false
damping_mass = 0.3
damping_stiffness = 0.2
)"});
}

/// Geometrically exact beams in the plane and in space.
inline void add_exact_beams(std::vector<Specimen>& list) {
  for (const char* const keys : {"", "damping = 0.3\nresidual_bending = false\n"})
    list.push_back({"element", "beam", std::string("2D ") + keys, 2, std::string(R"(
[[material]]
name = "m"
E = 2.5
rho = 1.4
nu = 0.2
[[section]]
name = "s"
type = "rectangle"
height = 0.7
width = 0.4
[[mesh]]
name = "l"
type = "line"
elements = 2
from = [0.1, 0.2]
to = [2.5, 1.9]
[[element]]
name = "part"
type = "beam"
mesh = "l"
material = "m"
section = "s"
)") + keys});
  for (const char* const keys : {"", "damping = 0.3\nresidual_bending = false\n"})
    list.push_back({"element", "beam", std::string("3D ") + keys, 3, std::string(R"(
[[material]]
name = "m"
E = 2.5
rho = 1.4
nu = 0.2
[[section]]
name = "s"
type = "rectangle"
height = 0.7
width = 0.4
[[mesh]]
name = "l"
type = "line"
elements = 2
from = [0.1, 0.2, -0.3]
to = [2.5, 1.9, 1.4]
[[element]]
name = "part"
type = "beam"
mesh = "l"
material = "m"
section = "s"
y_axis = [0.2, 0.1, 1]
)") + keys});
}

inline std::string part_between(const std::string& kind, const std::string& type, const std::string& A,
                                const std::string& B, const std::string& keys) {
  return fmt::format(R"([[{}]]
name = "part"
type = "{}"
between = ["{}", "{}"]
{}
)",
                     kind, type, A, B, keys);
}

/// A part between all pairs of ground, centre, marker and particle that suit it.
inline void add_pairs(std::vector<Specimen>& list, const std::string& kind, const std::string& type,
                      const std::string& keys, bool has_point = true) {
  const char* const pairs[][2] = {{"ground", "a"},  {"a", "ground"}, {"a1", "b1"}, {"b", "a1"},
                                  {"ground", "b1"}, {"p", "b1"},     {"a1", "p"},  {"ground", "p"}};
  for (const auto& pair : pairs) {
    const std::string A = pair[0], B = pair[1];
    if (!has_point && (A == "p" || B == "p")) continue;
    list.push_back({kind, type, fmt::format("{}-{} {}", A, B, keys.substr(0, keys.find(' '))), 2,
                    two_bodies + part_between(kind, type, A, B, keys)});
  }
}

/// Two spatial rigid bodies away from special positions, a particle, and markers off the bodies' centres.
inline const char* const two_spatial_bodies = R"(
[[body]]
name = "a"
type = "rigid-3d"
mass = 1.3
inertia = [0.4, 0.5, 0.6]
position = [0.6, -0.9, 0.7]
rotation = [0.3, -0.2, 0.5]
[[body]]
name = "b"
type = "rigid-3d"
mass = 0.7
inertia = [0.2, 0.3, 0.25]
position = [1.9, 0.8, -0.4]
rotation = [-0.6, 0.4, 0.2]
[[body]]
name = "p"
type = "point-mass"
mass = 0.6
position = [0.9, 1.7, 0.5]
[[marker]]
name = "a1"
on = "a"
at = [0.3, 0.25, -0.1]
rotation = [0.2, 0.1, -0.4]
[[marker]]
name = "b1"
on = "b"
at = [-0.35, 0.15, 0.2]
rotation = [-0.3, 0.7, 0.1]
)";

/// A part in space between pairs of ground, centre, marker and (unless it needs orientations) particle.
inline void add_spatial_pairs(std::vector<Specimen>& list, const std::string& kind, const std::string& type,
                              const std::string& keys, bool has_point = true) {
  const char* const pairs[][2] = {{"ground", "a"}, {"b", "ground"}, {"a1", "b1"}, {"p", "b1"}, {"a1", "p"}};
  for (const auto& pair : pairs) {
    const std::string A = pair[0], B = pair[1];
    if (!has_point && (A == "p" || B == "p")) continue;
    list.push_back({kind, type, fmt::format("3D {}-{} {}", A, B, keys.substr(0, keys.find('\n'))), 3,
                    two_spatial_bodies + part_between(kind, type, A, B, keys)});
  }
}

/// Parts of models on R3 x SO(3).
/// Shapes of bodies, contact between them, and grains.
inline void add_shapes(std::vector<Specimen>& list) {
  const std::string spatial = two_spatial_bodies;
  const std::string ball = R"(
[[shape]]
name = "ball"
type = "sphere"
radius = 0.3
on = ["b"]
)";
  const std::string contact =
      R"(
[[contact]]
name = "part"
type = "bodies"
envelope = 20
friction = 0.4
shapes = )";
  const std::string corners = "points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.7, 0.7, 0.7]\n";
  const auto shape = [](const std::string& name, const std::string& type, const std::string& keys) {
    return fmt::format(R"(
[[shape]]
name = "{}"
type = "{}"
on = ["a"]
at = [0.1, -0.2, 0.3]
rotation = [0.3, 0.5, -0.2]
)",
                       name, type) +
           keys;
  };
  const std::vector<std::pair<std::string, std::string>> shapes = {
      {"sphere", "radius = 0.4\n"},
      {"capsule", "radius = 0.2\nlength = 0.5\n"},
      {"cylinder", "radius = 0.3\nlength = 0.6\n"},
      {"box", "size = [0.5, 0.7, 0.4]\n"},
      {"plane", "normal = [0.2, 0.4, 1]\n"},
      {"hull", corners},
      {"surface", corners + "triangles = [0, 1, 2, 0, 2, 3]\n"}};
  for (const auto& [type, keys] : shapes) {
    list.push_back({"shape", type, "", 3, spatial + shape("part", type, keys)});
    list.push_back({"contact", "bodies", type + " and ball", 3,
                    fmt::format(R"({}{}{}{}["other", "ball"]
)",
                                spatial, ball, shape("other", type, keys), contact)});
  }
  const std::string cylinder =
      R"(
[[shape]]
name = "rim"
type = "cylinder"
radius = 0.3
length = 0.2
on = ["b"]
at = [0.1, 0, 0.2]
)";
  for (const char* const order : {R"(["other", "rim"]
)",
                                  R"(["rim", "other"]
)"})
    list.push_back(
        {"contact", "bodies", std::string("plane and cylinder ") + order, 3,
         spatial + cylinder + shape("other", "plane", "normal = [0.2, 0.4, 1]\n") + contact + order});
  for (const char* const kind : {R"(sphere"
radius = 0.1)",
                                 R"(box"
size = [0.1, 0.2, 0.15])",
                                 R"(rock"
radius = 0.1)"})
    list.push_back({"body", "grains", kind, 3,
                    fmt::format(R"(
[[body]]
name = "part"
type = "grains"
shape = "{}
density = 300
counts = [2, 1, 2]
spacing = [0.3, 0.3, 0.3]
position = [0, 0, 0]
orientation = "random"
size_spread = 0.2
velocity_spread = [1, 1, 1]
)",
                                kind)});
  const std::string pool =
      R"(
[[body]]
name = "balls"
type = "grains"
radius = 0.1
density = 300
counts = [2, 1, 2]
spacing = [0.3, 0.3, 0.3]
position = [0, 0, 0]
spare = 3
)";
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
  const std::string outflow = pool + R"(
[[outflow]]
name = "part"
bodies = "balls"
type = )";
  list.push_back({"outflow", "half-space", "", 3, outflow + R"("half-space"
at = [1, 0, 0]
normal = [1, 0, 0]
)"});
  list.push_back({"outflow", "outside-box", "", 3, outflow + R"("outside-box"
low = [-1, -1, -1]
high = [1, 1, 1]
)"});
}

inline void add_spatial(std::vector<Specimen>& list) {
  list.push_back({"body", "rigid-3d", "", 3, two_spatial_bodies});
  const std::string axis = "axis = [0.3, 0.4, 1]";
  add_spatial_pairs(list, "joint", "revolute", axis, false);
  add_spatial_pairs(list, "joint", "spherical", "");
  add_spatial_pairs(list, "joint", "universal", "axis = [1, 0, 0]\naxis_b = [0, 1, 1]", false);
  add_spatial_pairs(list, "joint", "prismatic", axis, false);
  add_spatial_pairs(list, "joint", "cylindrical", axis, false);
  const std::string rough = "friction = 0.3\nbearing_length = 0.7\nradius = 0.1\n" + axis;
  add_spatial_pairs(list, "joint", "revolute", rough, false);
  add_spatial_pairs(list, "joint", "cylindrical", rough, false);
  add_spatial_pairs(list, "joint", "prismatic",
                    "friction = 0.3\nguide_length = 0.7\nguide_width = 0.4\n" + axis, false);
  add_spatial_pairs(list, "joint", "planar", axis, false);
  add_spatial_pairs(list, "joint", "fixed", "", false);
  add_spatial_pairs(list, "joint", "point-on-line", axis);
  add_spatial_pairs(list, "joint", "distance", "");
  const std::string drive = R"toml(motion = "0.2*sin(3*t)")toml";
  add_spatial_pairs(list, "joint", "motion", R"(coordinate = "angle"
)" + axis + "\n" + drive,
                    false);
  add_spatial_pairs(list, "joint", "motion", R"(coordinate = "displacement"
)" + axis + "\n" + drive);
  add_spatial_pairs(list, "joint", "motion", R"(coordinate = "distance"
)" + drive);
  add_spatial_pairs(list, "joint", "motion", R"toml(
coordinate = "angle"
velocity = "0.2*sin(3*t)"
)toml" + axis,
                    false);
  for (const auto& pair : {R"("ground", "a")", R"("a1", "b1")", R"("p", "b1")"})
    list.push_back({"joint", "knife-edge", std::string("3D ") + pair, 3,
                    two_spatial_bodies + (fmt::format(R"(
[[joint]]
name = "part"
type = "knife-edge"
across = [0.3, 0.4, 1]
between = [{}]
)",
                                                      pair))});
  for (const auto& pair : {R"("ground", "a")", R"("b", "a1")"})
    list.push_back({"joint", "rolling-wheel", std::string("3D ") + pair, 3,
                    two_spatial_bodies + (fmt::format(R"(
[[joint]]
name = "part"
type = "rolling-wheel"
radius = 0.8
through = [0.3, 0.2, -0.9]
normal = [0.3, 0.4, 1]
axis = [1, 0.2, 0.3]
between = [{}]
)",
                                                      pair))});
  for (const char* const type : {"revolute", "prismatic", "cylindrical"})
    add_spatial_pairs(list, "joint", type, axis + "\nlower = -0.3\nupper = 0.4\nrestitution = 0.5", false);
  add_spatial_pairs(list, "element", "spring", "stiffness = 2.3\ndamping = 0.7\nrest_length = 0.9");
  add_spatial_pairs(list, "element", "torsion-spring",
                    axis + "\nstiffness = 1.7\ndamping = 0.6\nrest_angle = 0.3", false);
  add_spatial_pairs(list, "element", "bushing",
                    "stiffness = [1.2, 0.7, 2]\nrotational_stiffness = [0.4, 0.3, 0.6]\n"
                    "damping = [0.3, 0.1, 0.2]\nrotational_damping = [0.2, 0.3, 0.1]");
  add_spatial_pairs(
      list, "element", "bushing",
      "stiffness_matrix = [4, 1, 0, 0, 1, 0,  1, 5, 0, 1, 0, 0,  0, 0, 6, 0, 0, 1,  0, 1, 0, 3, 0, 0,\n"
      "1, 0, 0, 0, 4, 1,  0, 0, 1, 0, 1, 5]\ndamping = [0.3, 0.1, 0.2]",
      false);
  add_spatial_pairs(list, "element", "actuator", R"(
coordinate = "angle"
force = "1 + t"
)" + axis,
                    false);
  add_spatial_pairs(list, "element", "actuator", R"(coordinate = "distance"
force = "1 + t")");
  add_spatial_pairs(list, "element", "actuator", R"(
coordinate = "displacement"
force = "1 + t"
)" + axis);
  for (const char* const follower : {"false", "true"})
    list.push_back({"load", "torque", std::string("3D ") + follower, 3,
                    two_spatial_bodies + (fmt::format(R"toml(
[[load]]
name = "part"
type = "torque"
torque = ["2*sin(3*t)", 1.4, -0.7]
on = "a1"
follower = {}
)toml",
                                                      follower))});
  for (const char* const on : {"a", "a1", "p"})
    for (const char* const follower : {"false", "true"})
      list.push_back({"load", "force", std::string("3D ") + on + " " + follower, 3,
                      two_spatial_bodies + (fmt::format(R"toml(
[[load]]
name = "part"
type = "force"
force = ["2*sin(3*t)", 1.4, -0.7]
on = "{}"
follower = {}
)toml",
                                                        on, follower))});
}

/// Flexible bodies of beams in the plane and in space, by themselves and with joints on their nodes.
inline void add_flexible(std::vector<Specimen>& list) {
  const std::string material =
      R"(
[[material]]
name = "m"
E = 2.5
rho = 1.4
nu = 0.2
[[section]]
name = "s"
type = "rectangle"
height = 0.7
width = 0.4
[[mesh]]
name = "l"
type = "line"
elements = 3
)";
  const std::string beam = R"(
[[element]]
name = "e"
mesh = "l"
material = "m"
section = "s"
)";
  const std::string body = R"(
[[body]]
name = "f"
type = "flexible"
mesh = "l"
)";
  const std::string plane = material + "from = [0.1, 0.2]\nto = [2.5, 1.9]\n" + beam + R"(
type = "euler-bernoulli"
damping_mass = 0.2
damping_stiffness = 0.1
)" + body + "position = [0.3, -0.4]\nrotation = [0.6]\n";
  const std::string straight = material + "from = [0.1, 0]\nto = [2.5, 0]\n" + beam +
                               R"(type = "euler-bernoulli"
)" + body + "position = [0.3, -0.4]\nrotation = [0.6]\n";
  const std::string space = material + "from = [0.1, 0.2, -0.3]\nto = [2.5, 1.9, 1.4]\n" + beam + R"(
type = "beam"
y_axis = [0.2, 0.1, 1]
damping = 0.1
)" + body + "position = [0.3, -0.4, 0.2]\nrotation = [0.6, 0.2, -0.3]\n";
  const std::string tangent = R"(supports = ["start"]
)";
  const auto add = [&](const std::string& variant, int dimension, const std::string& deck) {
    list.push_back({"body", "flexible", variant, dimension, deck});
  };
  add("2D nodal tangent", 2, plane + tangent);
  add("2D nodal free-free", 2, plane + R"(reference = "free-free"
)");
  add("2D nodal articulated", 2, plane + R"(
reference = "articulated-free"
supports = ["start"]
)");
  add("2D modal pinned", 2, straight + R"(
reference = "pinned"
supports = ["start", "end"]
coordinates = "modal"
modes = 4
)" + "damping_ratio = 0.05\n");
  add("2D craig-bampton", 2, plane + R"(
reference = "free-free"
coordinates = "craig-bampton"
modes = 2
)" + R"(interfaces = ["start", "end"]
)");
  add("3D nodal tangent", 3, space + tangent);
  add("3D modal free-free", 3, space + R"(
reference = "free-free"
coordinates = "modal"
modes = 5
)");
  const auto joint = [&](const std::string& type, int dimension, const std::string& deck) {
    list.push_back({"joint", type, std::to_string(dimension) + "D on a flexible body", dimension,
                    deck + fmt::format(R"(
[[joint]]
name = "part"
type = "{}"
between = )",
                                       type)});
  };
  joint("revolute", 2, plane + tangent);
  list.back().deck += R"(["ground", "f.end"]
)";
  joint("prismatic", 2, plane + tangent);
  list.back().deck += R"(["f.end", "ground"]
axis = [0.8, 0.5]
)";
  joint("fixed", 3, space + R"(
reference = "free-free"
coordinates = "modal"
modes = 5
)");
  list.back().deck += R"(["f.end", "f.start"]
)";
  joint("prismatic", 3, space + tangent);
  list.back().deck += R"(["f.end", "ground"]
axis = [0.3, 0.4, 1]
)";
}

/// Points against rigid shapes of bodies and of the ground, in the plane and in space; nodes of a solid.
inline void add_point_shapes(std::vector<Specimen>& list) {
  const std::string shape = R"(
[[shape]]
name = "punch"
at = [0.1, -0.2, 0]
on = [")";
  const std::string contact =
      R"(
[[contact]]
name = "part"
type = "point-shape"
shapes = ["punch"]
friction = 0.4
)";
  const std::pair<const char*, const char*> of_plane[] = {{R"(
type = "sphere"
radius = 0.4
)",
                                                           ""},
                                                          {R"(
type = "capsule"
radius = 0.2
length = 0.5
)",
                                                           "inside = true\n"},
                                                          {R"(
type = "box"
size = [0.5, 0.7]
rotation = [0, 0, 0.4]
)",
                                                           "rounding = 0.2\n"},
                                                          {R"(
type = "plane"
normal = [0.2, 1]
)",
                                                           ""}};
  for (const auto& [keys, more] : of_plane)
    for (const char* const on : {"ground", "a"})
      list.push_back({"contact", "point-shape", fmt::format("2D {} {}", on, std::string(keys).substr(8, 4)),
                      2, two_bodies + shape + on + R"("]
)" + keys + contact + more + R"(
points = ["p", "b1", "b"]
radius = 0.1
)"});
  const std::pair<const char*, const char*> of_space[] = {{R"(
type = "sphere"
radius = 0.4
)",
                                                           "inside = true\n"},
                                                          {R"(
type = "capsule"
radius = 0.2
length = 0.5
rotation = [0.3, 0.5, -0.2]
)",
                                                           ""},
                                                          {R"(
type = "cylinder"
radius = 0.3
length = 0.6
rotation = [0.3, 0.5, -0.2]
)",
                                                           "rounding = 0.25\n"},
                                                          {R"(
type = "box"
size = [0.5, 0.7, 0.6]
rotation = [0.3, 0.5, -0.2]
)",
                                                           "rounding = 0.15\n"},
                                                          {R"(
type = "plane"
normal = [0.2, 0.4, 1]
)",
                                                           ""}};
  for (const auto& [keys, more] : of_space)
    for (const char* const on : {"ground", "a"})
      list.push_back({"contact", "point-shape", fmt::format("3D {} {}", on, std::string(keys).substr(8, 4)),
                      3, two_spatial_bodies + shape + on + R"("]
)" + keys + contact + more + R"(
points = ["p", "b1", "b"]
radius = 0.1
)"});
  for (const int dimension : {2, 3}) {
    const bool plane = dimension == 2;
    list.push_back({"contact", "point-shape", fmt::format("{}D surface", dimension), dimension,
                    fmt::format(R"(
[[material]]
name = "m"
E = 2.5
rho = 0.4
nu = 0.2
[[mesh]]
name = "l"
type = "block"
{}
[[element]]
name = "solid"
type = "solid"
mesh = "l"
material = "m"
{}ground"]
type = "sphere"
radius = 0.5
{}surface = "l.{}_min"
)",
                                (plane ? "from = [0, 1]\nto = [4, 2]\ncounts = [2, 1]\n"
                                       : "from = [0, 0, 1]\nto = [4, 3, 2]\ncounts = [2, 1, 1]\n"),
                                shape, contact, (plane ? "y" : "z"))});
  }
}

/// Two solids a little apart whose faces look at each other, in the plane and in space, with cells of first
/// and second order.
inline void add_surface_contacts(std::vector<Specimen>& list) {
  const auto solid = [](const std::string& mesh, const std::string& from_to, int order) {
    return fmt::format(
        R"(
[[mesh]]
name = "{0}"
type = "block"
{1}
order = {2}
[[element]]
name = "solid_{0}"
type = "solid"
mesh = "{0}"
material = "m"
)",
        mesh, from_to, order);
  };
  const std::string material = R"(
[[material]]
name = "m"
E = 2.5
rho = 0.4
nu = 0.2
)";
  for (const int order : {1, 2})
    for (const int dimension : {2, 3}) {
      const bool plane = dimension == 2;
      const char axis = plane ? 'y' : 'z';
      for (const std::string& side : {fmt::format(R"(surface = "high.{}_min")", axis),
                                      fmt::format(R"(points = ["high.{}_min"])", axis)})
        list.push_back({"contact", "surfaces", fmt::format("{}D order {} {}", dimension, order, side),
                        dimension,
                        material +
                            solid("low",
                                  plane ? "from = [0, 0]\nto = [40, 10]\ncounts = [2, 1]"
                                        : "from = [0, 0, 0]\nto = [40, 30, 10]\ncounts = [2, 1, 1]",
                                  order) +
                            solid("high",
                                  plane ? "from = [5, 12]\nto = [34, 22]\ncounts = [1, 1]"
                                        : "from = [5, 4, 12]\nto = [34, 29, 22]\ncounts = [1, 1, 1]",
                                  order) +
                            fmt::format(R"(
[[contact]]
name = "part"
type = "surfaces"
friction = 0.3
against = "low.{}_max"
{}
)",
                                        axis, side)});
      list.push_back({"joint", "tie", fmt::format("{}D order {}", dimension, order), dimension,
                      material +
                          solid("low",
                                plane ? "from = [0, 0]\nto = [4, 1]\ncounts = [2, 1]"
                                      : "from = [0, 0, 0]\nto = [4, 3, 1]\ncounts = [2, 1, 1]",
                                order) +
                          solid("high",
                                plane ? "from = [0.5, 1]\nto = [3.4, 2]\ncounts = [1, 1]"
                                      : "from = [0.5, 0.4, 1]\nto = [3.4, 2.9, 2]\ncounts = [1, 1, 1]",
                                order) +
                          fmt::format(R"(
[[joint]]
name = "part"
type = "tie"
surface = "high.{0}_min"
to = "low.{0}_max"
)",
                                      axis)});
    }
}

/// A block with a slit whose sides have meshes of their own: each specimen meets itself, its end included.
inline void add_self_contacts(std::vector<Specimen>& list) {
  for (const int order : {1, 2})
    for (const char* const side : {"slit", "outside"})
      list.push_back({"contact", "surfaces", fmt::format("itself order {} {}", order, side), 2,
                      fmt::format(R"(
[[material]]
name = "m"
E = 2.5
rho = 0.4
nu = 0.2
[[mesh]]
name = "b"
type = "gmsh"
file = "{}/meshes/slit.geo"
scale = 60
order = {}
[[element]]
name = "solid"
type = "solid"
mesh = "b.body"
material = "m"
[[contact]]
name = "part"
type = "surfaces"
friction = 0.3
surface = "b.{}"
against = "b.{}"
)",
                                  JOUNCE_SOURCE_DIR, order, side, side)});
}

/// Solids of two large cells, and loads on their surfaces.
inline void add_solids(std::vector<Specimen>& list) {
  const std::string material = R"(
[[material]]
name = "m"
E = 2.5
rho = 0.4
nu = 0.2
)";
  const std::string plane = material + R"(
[[mesh]]
name = "l"
type = "block"
from = [4, 0.2]
to = [9, 2.9]
counts = [2, 1]
)";
  const std::string space = material + R"(
[[mesh]]
name = "l"
type = "block"
from = [4, 0.2, 0]
to = [9, 2.9, 2.5]
counts = [2, 1, 1]
)";
  const auto named = [](const std::string& name) {
    return fmt::format(R"(
[[element]]
name = "{}"
type = "solid"
mesh = "l"
material = "m"
)",
                       name);
  };
  const std::string part = named("part"), element = named("e");
  const std::string damped = "damping_mass = 0.3\ndamping_stiffness = 0.2\n";
  const auto add = [&](int dimension, const std::string& keys) {
    list.push_back({"element", "solid", keys, dimension, (dimension == 2 ? plane : space) + part + keys});
  };
  for (const char* const kind : {"strain", "stress", "axisymmetric"}) {
    const std::string keys = fmt::format(R"(plane = "{}"
)",
                                         kind);
    add(2, keys);
    add(2, keys + R"(strain = "green-lagrange"
)");
    add(2, fmt::format(R"({}strain = "green-lagrange"
formulation = "reduced"
{})",
                       keys, damped));
  }
  add(3, "");
  add(3, R"(strain = "green-lagrange"
)");
  add(3, R"(
formulation = "incompatible"
mass = "lumped"
)" + damped);
  for (const char* const on : {"x_min", "y_max"})
    for (const char* const follower : {"false", "true"})
      for (const int dimension : {2, 3})
        list.push_back({"load", "pressure", fmt::format("{} {} {}D", on, follower, dimension), dimension,
                        (dimension == 2 ? plane : space) + element +
                            (dimension == 2 ? R"(plane = "axisymmetric"
)"
                                            : "") +
                            fmt::format(R"(
[[load]]
name = "part"
type = "pressure"
surface = "l.{}"
follower = {}
pressure = "1 + t"
)",
                                        on, follower)});
  const std::string load = R"(
[[load]]
name = "part"
type = "traction"
surface = "l.x_max"
)";
  list.push_back({"load", "traction", "2D", 2,
                  plane + element + "thickness = 0.7\n" + load + R"(traction = ["1 + t", 0.3]
)"});
  list.push_back({"load", "traction", "3D", 3, space + element + load + R"(traction = ["1 + t", 0.3, -0.2]
)"});
}

/// Solids with nodes of different temperatures.
inline void add_heated_solids(std::vector<Specimen>& list) {
  const auto add = [&](int dimension, const std::string& material, const std::string& keys) {
    list.push_back({"load", "temperature", fmt::format("{}D {} {}", dimension, material, keys), dimension,
                    R"(
[[material]]
name = "m"
rho = 0.4
reference_temperature = 1
)" + material + R"(
[[mesh]]
name = "l"
type = "block"
)" +
                        (dimension == 2 ? "from = [4, 0.2]\nto = [9, 2.9]\ncounts = [2, 1]\n"
                                        : "from = [4, 0.2, 0]\nto = [9, 2.9, 2.5]\ncounts = [2, 1, 1]\n") +
                        R"(
[[element]]
name = "part"
type = "solid"
mesh = "l"
material = "m"
)" + keys + R"(
[[load]]
name = "hot"
type = "temperature"
on = "l.x_min"
temperature = 3
[[load]]
name = "cold"
type = "temperature"
on = "l.x_max"
temperature = -2
initial = 0.5
)"});
  };
  const std::string elastic = "E = 2.5\nnu = 0.2\nexpansion = [0.05]\n",
                    along = "E = 2.5\nnu = 0.2\nexpansion_along = [0.05, 0.02, -0.03]\n",
                    varying =
                        R"(
type = "thermoelastic"
E = [2.5, 2, 1.1]
nu = [0.2, 0.1, 0.3]
temperature = [-1, 1, 4]
expansion = [0.03, 0.06]
expansion_temperature = [-3, 5]
)",
                    rubber = R"(
type = "neo-hookean"
E = 2.5
nu = 0.2
expansion = [0.05]
)";
  const std::string finite = R"(strain = "green-lagrange"
)",
                    full = R"(formulation = "full"
)",
                    logarithmic = R"(strain = "logarithmic"
)",
                    damped = "damping_stiffness = 0.2\n";
  for (const char* const kind : {"strain", "stress", "axisymmetric"}) {
    const std::string plane = fmt::format(R"(plane = "{}"
)",
                                          kind);
    for (const std::string& material : {elastic, varying})
      for (const std::string& strain : {std::string(), finite, logarithmic}) add(2, material, plane + strain);
    add(2, rubber, plane + finite);
  }
  add(3, elastic, R"(formulation = "incompatible"
)" + damped);
  add(3, along, "axes = [1, 0.3, 0.2, 0, 1, 0]\n");
  add(3, along, "axes = [1, 0.3, 0.2, 0, 1, 0]\n" + finite);
  add(3, varying, finite + full + damped);
  add(3, varying, R"(formulation = "reduced"
)");
}

inline void add_body_loads(std::vector<Specimen>& list) {
  const std::string bars =
      R"(
[[mesh]]
name = "m"
type = "line"
from = [1, 0.5]
to = [4, 2]
elements = 3
[[material]]
name = "s"
type = "linear-elastic"
E = 1e3
rho = 3
[[element]]
name = "b"
type = "bar"
mesh = "m"
material = "s"
area = 2
[[load]]
name = "part"
elements = ["b"]
)";
  list.push_back({"load", "acceleration", "", 2, bars + R"(
type = "acceleration"
acceleration = ["2*t", -10]
)"});
  list.push_back({"load", "centrifugal", "", 2, bars + R"(
type = "centrifugal"
omega_squared = "1 + t"
at = [0.3, 0.2]
)"});
}

/// Parts on the faces of solids, by averaging and rigid couplings.
inline void add_couplings(std::vector<Specimen>& list) {
  const std::string material = R"(
[[material]]
name = "m"
E = 2.5
nu = 0.2
rho = 1.4
)";
  const std::string solid =
      R"(
[[element]]
name = "block"
type = "solid"
mesh = "s"
material = "m"
)";
  const std::string plane = material + R"(
[[mesh]]
name = "s"
type = "block"
from = [0.1, 0.2]
to = [1.3, 1.1]
counts = [1, 2]
order = 2
)" + solid + two_bodies;
  const std::string space = material + R"(
[[mesh]]
name = "s"
type = "block"
from = [0.1, 0.2, -0.3]
to = [2.9, 2.3, 1.8]
counts = [1, 1, 1]
)" + solid + two_spatial_bodies;
  for (const std::string coupling : {"averaging", "rigid"}) {
    const std::string marker = fmt::format(R"(
[[marker]]
name = "face"
on = "s.x_max"
coupling = "{}"
)",
                                           coupling);
    const auto between = [](const std::string& kind, const std::string& type, const std::string& keys) {
      return fmt::format(R"([[{}]]
name = "part"
type = "{}"
between = ["face", "b"]
{}
)",
                         kind, type, keys);
    };
    const std::string flat = plane + marker + "at = [1.5, 0.4]\nangle = 0.3\n";
    const std::string deep = space + marker + "at = [1.5, 0.4, 0.2]\nrotation = [0.3, -0.2, 0.4]\n";
    list.push_back({"joint", "fixed", coupling + " 2D", 2, flat + between("joint", "fixed", "")});
    list.push_back({"joint", "fixed", coupling + " 3D", 3, deep + between("joint", "fixed", "")});
    list.push_back({"joint", "revolute", coupling + " 3D", 3,
                    deep + between("joint", "revolute", "at = [1.2, 0.6, 0.1]\naxis = [0.3, 0.4, 1]")});
    list.push_back({"joint", "prismatic", coupling + " 2D", 2,
                    flat + between("joint", "prismatic", "axis = [0.8, 0.5]")});
    list.push_back(
        {"joint", "motion", coupling + " 2D", 2, flat + between("joint", "motion", R"(coordinate = "angle"
motion = "0.2*t")")});
    list.push_back(
        {"joint", "motion", coupling + " 3D", 3, deep + between("joint", "motion", R"(coordinate = "angle"
axis = [1, 0, 2]
motion = "0.2*t")")});
    list.push_back({"element", "bushing", coupling + " 3D", 3,
                    deep + between("element", "bushing",
                                   "stiffness = [1.2, 0.7, 0.4]\nrotational_stiffness = [0.4, 0.3, 0.2]")});
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
  std::string points;
  for (const std::string name : {"c", "d", "e", "f"})
    points += fmt::format(R"(
[[body]]
name = "{}"
type = "point-mass"
mass = 1
position = [{}]
)",
                          name, (name == "c" ? "0.7, -0.4, 0.3" : "0.1, 0.2, 0.1"));
  for (const std::string finite : {"true", "false"}) {
    list.push_back({"joint", "mean-rotation", finite, 3,
                    space + points +
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
  // A node off the plane of the three that carry the frame.
  list.push_back({"joint", "spherical", "rigid block", 3, space + R"(
[[marker]]
name = "face"
on = "s"
coupling = "rigid"
)" + R"(
[[joint]]
name = "part"
type = "spherical"
between = ["face", "b"]
)"});
}

/// Functions of users (user_functions.h).
inline void add_user_functions(std::vector<Specimen>& list) {
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
)" + R"(
points = ["p"]
parameters = [0.4, 0.3]
)"});
}

inline std::vector<Specimen> specimens() {
  std::vector<Specimen> list;
  const std::string bodies = two_bodies;
  add_user_functions(list);
  list.push_back({"body", "point-mass", "", 2, bodies});
  list.push_back({"body", "rigid", "", 2, bodies});
  list.push_back({"body", "point-mass", "1D", 1,
                  R"(
[[body]]
name = "p"
type = "point-mass"
mass = 2
position = [1]
)"});
  list.push_back({"body", "point-mass", "3D", 3,
                  R"(
[[body]]
name = "p"
type = "point-mass"
mass = 2
position = [1, 2, 3]
)"});
  add_bars(list);
  add_beams(list);
  add_exact_beams(list);
  add_flexible(list);
  add_solids(list);
  add_heated_solids(list);
  add_surface_contacts(list);
  add_point_shapes(list);
  add_self_contacts(list);
  add_pairs(list, "element", "spring", "stiffness = 2.3\ndamping = 0.7\nrest_length = 0.9");
  add_pairs(list, "element", "spring", "direction = [0.6, -1.1]\nstiffness = 2.3\ndamping = 0.7");
  add_pairs(list, "element", "spring",
            "elongations = [-9, 0, 9, 90]\nforces = [-3.1, 0, 1.7, 2]\ndamping = 0.7\nrest_length = 0.9");
  for (const char* const pair : {R"(["a", "b"])", R"(["ground", "b"])", R"(["a", "ground"])"})
    list.push_back({"element", "torsion-spring", pair, 2,
                    bodies + fmt::format(R"(
[[element]]
name = "part"
type = "torsion-spring"
stiffness = 1.7
damping = 0.6
rest_angle = 0.3
between = {}
)",
                                         pair)});
  add_pairs(list, "element", "bushing",
            "stiffness = [1.2, 0.7]\nrotational_stiffness = [0.4]\ndamping = [0.3, 0.1]");
  add_pairs(list, "element", "actuator", R"(force = "1 + t"
coordinate = "distance")");
  add_pairs(list, "element", "actuator", R"(force = "1 + t"
coordinate = "angle")",
            false);
  add_pairs(list, "joint", "revolute", "");
  add_pairs(list, "joint", "distance", "length = 1.1");
  add_pairs(list, "joint", "fixed", "", false);
  add_pairs(list, "joint", "prismatic", "axis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "prismatic", "upper = 0.4\naxis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "revolute", "lower = -0.3\nupper = 0.4", false);
  add_pairs(list, "joint", "revolute", "friction = 0.3\nradius = 0.1", false);
  add_pairs(list, "joint", "prismatic", "friction = 0.3\nguide_length = 0.7\naxis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "point-on-line", "axis = [0.8, 0.5]");
  for (const auto& pair : {R"("ground", "a")", R"("a1", "b1")", R"("p", "b1")"})
    list.push_back({"joint", "knife-edge", pair, 2,
                    bodies + fmt::format(R"(
[[joint]]
name = "part"
type = "knife-edge"
across = [0.3, 0.4]
between = [{}]
)",
                                         pair)});
  const std::string couple = R"(
joints = ["pin", "guide"]
)";
  const auto hold = [](const std::string& type, const std::string& name, const std::string& part,
                       const std::string& keys) {
    return fmt::format(R"(
[[joint]]
name = "{}"
type = "{}"
between = ["ground", "{}"]
{}
)",
                       name, type, part, keys);
  };
  list.push_back({"joint", "gear", "", 2,
                  bodies + hold("revolute", "pin", "a", "") + hold("revolute", "guide", "b1", "") +
                      fmt::format(R"(
[[joint]]
name = "part"
type = "gear"
ratio = -1.7{})",
                                  couple)});
  list.push_back({"joint", "rack-and-pinion", "", 2,
                  bodies + hold("revolute", "pin", "a", "") +
                      hold("prismatic", "guide", "b1", "axis = [0.8, 0.5]") +
                      fmt::format(R"(
[[joint]]
name = "part"
type = "rack-and-pinion"
radius = 0.6{})",
                                  couple)});
  const std::string spatial = two_spatial_bodies, axis = "axis = [0.3, 0.4, 1]";
  list.push_back({"joint", "gear", "3D", 3,
                  spatial + hold("revolute", "pin", "a", axis) + hold("revolute", "guide", "b1", axis) +
                      fmt::format(R"(
[[joint]]
name = "part"
type = "gear"
ratio = -1.7{})",
                                  couple)});
  list.push_back({"joint", "rack-and-pinion", "3D", 3,
                  spatial + hold("revolute", "pin", "a", axis) + hold("prismatic", "guide", "b1", axis) +
                      fmt::format(R"(
[[joint]]
name = "part"
type = "rack-and-pinion"
radius = 0.6{})",
                                  couple)});
  const std::string drive = R"toml(motion = "0.2*sin(3*t)")toml";
  add_pairs(list, "joint", "motion", R"(coordinate = "angle"
)" + drive,
            false);
  add_pairs(list, "joint", "motion", R"(
coordinate = "displacement"
axis = [0.8, 0.5]
)" + drive);
  add_pairs(list, "joint", "motion", R"(coordinate = "distance"
)" + drive);
  add_pairs(list, "joint", "motion", R"toml(coordinate = "distance"
velocity = "0.2*sin(3*t)")toml");
  for (const char* const on : {"ground", "a"})
    list.push_back({"contact", "point-plane", on, 2,
                    bodies + fmt::format(R"(
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
  for (const char* const on : {"a", "a1", "p"})
    for (const char* const follower : {"false", "true"})
      list.push_back({"load", "force", std::string(on) + " " + follower, 2,
                      bodies + fmt::format(R"toml(
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
                    bodies + fmt::format(R"(
[[load]]
name = "part"
type = "moment"
moment = "1 + t^2"
on = "{}"
)",
                                         on)});
  list.push_back({"joint", "equation", "", 2, bodies + R"toml(
[[joint]]
name = "part"
type = "equation"
value = "0.2*sin(3*t)"
terms = [{ on = "a", component = "x", factor = 1.3 }, { on = "p", component = "y", factor = -0.7 }]
)toml"});
  const auto point = [](const std::string& name, const std::string& position) {
    return fmt::format(R"(
[[body]]
name = "{}"
type = "point-mass"
mass = 1.5
position = [{}]
)",
                       name, position);
  };
  list.push_back({"joint", "collinear", "", 2,
                  point("A", "0.1, 0.2") + point("B", "2.1, 1.2") + point("P", "1.1, 0.7") + R"(
[[joint]]
name = "part"
type = "collinear"
line = ["A", "B"]
on = "P"
)"});
  const std::string three =
      point("A", "0.1, 0.2, 0") + point("B", "2.1, 1.2, -1") + point("C", "0.1, 1.2, 3");
  list.push_back({"joint", "collinear", "3D", 3, three + point("P", "1.1, 0.7, -0.5") + R"(
[[joint]]
name = "part"
type = "collinear"
line = ["A", "B"]
on = "P"
)"});
  list.push_back({"joint", "coplanar", "3D", 3, three + point("P", "1.1, 1.2, 1") + R"(
[[joint]]
name = "part"
type = "coplanar"
plane = ["A", "B", "C"]
on = "P"
)"});
  list.push_back({"contact", "tether", "", 2, two_bodies + std::string(R"(
[[contact]]
name = "part"
type = "tether"
between = ["a1", "b"]
length = 9
)")});
  list.push_back({"contact", "gap", "", 2, two_bodies + std::string(R"(
[[contact]]
name = "part"
type = "gap"
between = ["a1", "b"]
direction = [0.6, -1.1]
clearance = 0.2
)")});
  add_body_loads(list);
  add_couplings(list);
  add_spatial(list);
  add_shapes(list);
  return list;
}

}  // namespace jounce::test
