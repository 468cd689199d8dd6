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
        list.push_back(
            {"element", "bar", std::to_string(dimension) + "D " + strain + " " + mass, dimension,
             std::string("[[material]]\nname = \"m\"\nE = 2.5\nrho = 1.4\n[[mesh]]\nname = \"l\"\n") +
                 "type = \"line\"\nelements = 3\n" + ends[dimension] +
                 "[[element]]\nname = \"bars\"\ntype = \"bar\"\nmesh = \"l\"\nmaterial = \"m\"\narea = "
                 "0.8\n" +
                 "strain = \"" + strain + "\"\nmass = \"" + mass + "\"\n"});
}

inline void add_beams(std::vector<Specimen>& list) {
  const std::string head =
      "[[material]]\nname = \"m\"\nE = 2.5\nrho = 1.4\nnu = 0.2\n[[section]]\nname = \"s\"\ntype = "
      "\"rectangle\"\nheight = 0.7\nwidth = 0.4\n[[mesh]]\nname = \"l\"\ntype = \"line\"\nelements = 2\n";
  const std::string beam = "[[element]]\nname = \"part\"\nmesh = \"l\"\nmaterial = \"m\"\nsection = \"s\"\n";
  const std::string plane = "from = [0.1, 0.2]\nto = [2.5, 1.9]\n";
  list.push_back({"element", "euler-bernoulli", "", 2, head + plane + beam + "type = \"euler-bernoulli\"\n"});
  list.push_back({"element", "euler-bernoulli", "damped", 2,
                  head + plane + beam +
                      "type = \"euler-bernoulli\"\nrotary_inertia = false\ndamping_mass = "
                      "0.3\ndamping_stiffness = 0.2\n"});
}

/// Geometrically exact beams in the plane and in space.
inline void add_exact_beams(std::vector<Specimen>& list) {
  for (const char* const keys : {"", "damping = 0.3\nresidual_bending = false\n"})
    list.push_back(
        {"element", "beam", std::string("2D ") + keys, 2,
         std::string("[[material]]\nname = \"m\"\nE = 2.5\nrho = 1.4\nnu = 0.2\n[[section]]\nname = "
                     "\"s\"\ntype = \"rectangle\"\nheight = 0.7\nwidth = 0.4\n[[mesh]]\nname = "
                     "\"l\"\ntype = \"line\"\nelements = 2\nfrom = [0.1, 0.2]\nto = [2.5, "
                     "1.9]\n[[element]]\nname = \"part\"\ntype = \"beam\"\nmesh = \"l\"\nmaterial = "
                     "\"m\"\nsection = \"s\"\n") +
             keys});
  for (const char* const keys : {"", "damping = 0.3\nresidual_bending = false\n"})
    list.push_back(
        {"element", "beam", std::string("3D ") + keys, 3,
         std::string("[[material]]\nname = \"m\"\nE = 2.5\nrho = 1.4\nnu = 0.2\n[[section]]\nname = "
                     "\"s\"\ntype = \"rectangle\"\nheight = 0.7\nwidth = 0.4\n[[mesh]]\nname = "
                     "\"l\"\ntype = \"line\"\nelements = 2\nfrom = [0.1, 0.2, -0.3]\nto = [2.5, "
                     "1.9, 1.4]\n[[element]]\nname = \"part\"\ntype = \"beam\"\nmesh = "
                     "\"l\"\nmaterial = \"m\"\nsection = \"s\"\ny_axis = [0.2, 0.1, 1]\n") +
             keys});
}

inline std::string part_between(const std::string& kind, const std::string& type, const std::string& A,
                                const std::string& B, const std::string& keys) {
  return fmt::format("[[{}]]\nname = \"part\"\ntype = \"{}\"\nbetween = [\"{}\", \"{}\"]\n{}\n", kind, type,
                     A, B, keys);
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
  const std::string ball = "[[shape]]\nname = \"ball\"\ntype = \"sphere\"\nradius = 0.3\non = [\"b\"]\n";
  const std::string contact =
      "[[contact]]\nname = \"part\"\ntype = \"bodies\"\nenvelope = 20\nfriction = 0.4\nshapes = ";
  const std::string corners = "points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.7, 0.7, 0.7]\n";
  const auto shape = [](const std::string& name, const std::string& type, const std::string& keys) {
    return "[[shape]]\nname = \"" + name + "\"\ntype = \"" + type +
           "\"\non = [\"a\"]\nat = [0.1, -0.2, 0.3]\nrotation = [0.3, 0.5, -0.2]\n" + keys;
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
    list.push_back(
        {"contact", "bodies", type + " and ball", 3,
         fmt::format("{}{}{}{}[\"other\", \"ball\"]\n", spatial, ball, shape("other", type, keys), contact)});
  }
  const std::string cylinder =
      "[[shape]]\nname = \"rim\"\ntype = \"cylinder\"\nradius = 0.3\nlength = 0.2\non = [\"b\"]\nat = [0.1, "
      "0, 0.2]\n";
  for (const char* const order : {"[\"other\", \"rim\"]\n", "[\"rim\", \"other\"]\n"})
    list.push_back(
        {"contact", "bodies", std::string("plane and cylinder ") + order, 3,
         spatial + cylinder + shape("other", "plane", "normal = [0.2, 0.4, 1]\n") + contact + order});
  for (const char* const kind :
       {"sphere\"\nradius = 0.1", "box\"\nsize = [0.1, 0.2, 0.15]", "rock\"\nradius = 0.1"})
    list.push_back({"body", "grains", kind, 3,
                    std::string("[[body]]\nname = \"part\"\ntype = \"grains\"\nshape = \"") + kind +
                        "\ndensity = 300\ncounts = [2, 1, 2]\nspacing = [0.3, 0.3, 0.3]\nposition = [0, 0, "
                        "0]\norientation = \"random\"\nsize_spread = 0.2\nvelocity_spread = [1, 1, 1]\n"});
  const std::string pool =
      "[[body]]\nname = \"balls\"\ntype = \"grains\"\nradius = 0.1\ndensity = 300\ncounts = [2, 1, 2]\n"
      "spacing = [0.3, 0.3, 0.3]\nposition = [0, 0, 0]\nspare = 3\n";
  list.push_back({"inflow", "layers", "", 3,
                  pool +
                      "[[inflow]]\nname = \"part\"\nbodies = \"balls\"\nposition = [0, 0, 0]\nvelocity = [1, "
                      "0, 0]\nthickness = 0.2\ncounts = [1, 1, 2]\nspacing = [0, 0, 0.3]\nfirst = [0.1, 0, "
                      "0]\n"});
  const std::string outflow = pool + "[[outflow]]\nname = \"part\"\nbodies = \"balls\"\ntype = ";
  list.push_back(
      {"outflow", "half-space", "", 3, outflow + "\"half-space\"\nat = [1, 0, 0]\nnormal = [1, 0, 0]\n"});
  list.push_back(
      {"outflow", "outside-box", "", 3, outflow + "\"outside-box\"\nlow = [-1, -1, -1]\nhigh = [1, 1, 1]\n"});
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
  const std::string drive = "motion = \"0.2*sin(3*t)\"";
  add_spatial_pairs(list, "joint", "motion", "coordinate = \"angle\"\n" + axis + "\n" + drive, false);
  add_spatial_pairs(list, "joint", "motion", "coordinate = \"displacement\"\n" + axis + "\n" + drive);
  add_spatial_pairs(list, "joint", "motion", "coordinate = \"distance\"\n" + drive);
  add_spatial_pairs(list, "joint", "motion", "coordinate = \"angle\"\nvelocity = \"0.2*sin(3*t)\"\n" + axis,
                    false);
  for (const auto& pair : {"\"ground\", \"a\"", "\"a1\", \"b1\"", "\"p\", \"b1\""})
    list.push_back(
        {"joint", "knife-edge", std::string("3D ") + pair, 3,
         two_spatial_bodies +
             ("[[joint]]\nname = \"part\"\ntype = \"knife-edge\"\nacross = [0.3, 0.4, 1]\nbetween = [" +
              std::string(pair) + "]\n")});
  for (const auto& pair : {"\"ground\", \"a\"", "\"b\", \"a1\""})
    list.push_back({"joint", "rolling-wheel", std::string("3D ") + pair, 3,
                    two_spatial_bodies + ("[[joint]]\nname = \"part\"\ntype = \"rolling-wheel\"\nradius = "
                                          "0.8\nthrough = [0.3, 0.2, -0.9]\n"
                                          "normal = [0.3, 0.4, 1]\naxis = [1, 0.2, 0.3]\nbetween = [" +
                                          std::string(pair) + "]\n")});
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
  add_spatial_pairs(list, "element", "actuator", "coordinate = \"angle\"\nforce = \"1 + t\"\n" + axis, false);
  add_spatial_pairs(list, "element", "actuator", "coordinate = \"distance\"\nforce = \"1 + t\"");
  add_spatial_pairs(list, "element", "actuator", "coordinate = \"displacement\"\nforce = \"1 + t\"\n" + axis);
  for (const char* const follower : {"false", "true"})
    list.push_back(
        {"load", "torque", std::string("3D ") + follower, 3,
         two_spatial_bodies +
             (std::string(
                  "[[load]]\nname = \"part\"\ntype = \"torque\"\ntorque = [\"2*sin(3*t)\", 1.4, -0.7]\n"
                  "on = \"a1\"\nfollower = ") +
              follower + "\n")});
  for (const char* const on : {"a", "a1", "p"})
    for (const char* const follower : {"false", "true"})
      list.push_back(
          {"load", "force", std::string("3D ") + on + " " + follower, 3,
           two_spatial_bodies +
               ("[[load]]\nname = \"part\"\ntype = \"force\"\nforce = [\"2*sin(3*t)\", 1.4, -0.7]\non = \"" +
                std::string(on) + "\"\nfollower = " + follower + "\n")});
}

/// Flexible bodies of beams in the plane and in space, by themselves and with joints on their nodes.
inline void add_flexible(std::vector<Specimen>& list) {
  const std::string material =
      "[[material]]\nname = \"m\"\nE = 2.5\nrho = 1.4\nnu = 0.2\n[[section]]\nname = \"s\"\ntype = "
      "\"rectangle\"\nheight = 0.7\nwidth = 0.4\n[[mesh]]\nname = \"l\"\ntype = \"line\"\nelements = 3\n";
  const std::string beam = "[[element]]\nname = \"e\"\nmesh = \"l\"\nmaterial = \"m\"\nsection = \"s\"\n";
  const std::string body = "[[body]]\nname = \"f\"\ntype = \"flexible\"\nmesh = \"l\"\n";
  const std::string plane = material + "from = [0.1, 0.2]\nto = [2.5, 1.9]\n" + beam +
                            "type = \"euler-bernoulli\"\ndamping_mass = 0.2\ndamping_stiffness = 0.1\n" +
                            body + "position = [0.3, -0.4]\nrotation = [0.6]\n";
  const std::string straight = material + "from = [0.1, 0]\nto = [2.5, 0]\n" + beam +
                               "type = \"euler-bernoulli\"\n" + body +
                               "position = [0.3, -0.4]\nrotation = [0.6]\n";
  const std::string space = material + "from = [0.1, 0.2, -0.3]\nto = [2.5, 1.9, 1.4]\n" + beam +
                            "type = \"beam\"\ny_axis = [0.2, 0.1, 1]\ndamping = 0.1\n" + body +
                            "position = [0.3, -0.4, 0.2]\nrotation = [0.6, 0.2, -0.3]\n";
  const std::string tangent = "supports = [\"start\"]\n";
  const auto add = [&](const std::string& variant, int dimension, const std::string& deck) {
    list.push_back({"body", "flexible", variant, dimension, deck});
  };
  add("2D nodal tangent", 2, plane + tangent);
  add("2D nodal free-free", 2, plane + "reference = \"free-free\"\n");
  add("2D nodal articulated", 2, plane + "reference = \"articulated-free\"\nsupports = [\"start\"]\n");
  add("2D modal pinned", 2,
      straight +
          "reference = \"pinned\"\nsupports = [\"start\", \"end\"]\ncoordinates = \"modal\"\nmodes = 4\n" +
          "damping_ratio = 0.05\n");
  add("2D craig-bampton", 2,
      plane + "reference = \"free-free\"\ncoordinates = \"craig-bampton\"\nmodes = 2\n" +
          "interfaces = [\"start\", \"end\"]\n");
  add("3D nodal tangent", 3, space + tangent);
  add("3D modal free-free", 3, space + "reference = \"free-free\"\ncoordinates = \"modal\"\nmodes = 5\n");
  const auto joint = [&](const std::string& type, int dimension, const std::string& deck) {
    list.push_back({"joint", type, std::to_string(dimension) + "D on a flexible body", dimension,
                    deck + "[[joint]]\nname = \"part\"\ntype = \"" + type + "\"\nbetween = "});
  };
  joint("revolute", 2, plane + tangent);
  list.back().deck += "[\"ground\", \"f.end\"]\n";
  joint("prismatic", 2, plane + tangent);
  list.back().deck += "[\"f.end\", \"ground\"]\naxis = [0.8, 0.5]\n";
  joint("fixed", 3, space + "reference = \"free-free\"\ncoordinates = \"modal\"\nmodes = 5\n");
  list.back().deck += "[\"f.end\", \"f.start\"]\n";
  joint("prismatic", 3, space + tangent);
  list.back().deck += "[\"f.end\", \"ground\"]\naxis = [0.3, 0.4, 1]\n";
}

/// Points against rigid shapes of bodies and of the ground, in the plane and in space; nodes of a solid.
inline void add_point_shapes(std::vector<Specimen>& list) {
  const std::string shape = "[[shape]]\nname = \"punch\"\nat = [0.1, -0.2, 0]\non = [\"";
  const std::string contact =
      "[[contact]]\nname = \"part\"\ntype = \"point-shape\"\nshapes = [\"punch\"]\nfriction = 0.4\n";
  const std::pair<const char*, const char*> of_plane[] = {
      {"type = \"sphere\"\nradius = 0.4\n", ""},
      {"type = \"capsule\"\nradius = 0.2\nlength = 0.5\n", "inside = true\n"},
      {"type = \"box\"\nsize = [0.5, 0.7]\nrotation = [0, 0, 0.4]\n", "rounding = 0.2\n"},
      {"type = \"plane\"\nnormal = [0.2, 1]\n", ""}};
  for (const auto& [keys, more] : of_plane)
    for (const char* const on : {"ground", "a"})
      list.push_back({"contact", "point-shape", fmt::format("2D {} {}", on, std::string(keys).substr(8, 4)),
                      2,
                      two_bodies + shape + on + "\"]\n" + keys + contact + more +
                          "points = [\"p\", \"b1\", \"b\"]\nradius = 0.1\n"});
  const std::pair<const char*, const char*> of_space[] = {
      {"type = \"sphere\"\nradius = 0.4\n", "inside = true\n"},
      {"type = \"capsule\"\nradius = 0.2\nlength = 0.5\nrotation = [0.3, 0.5, -0.2]\n", ""},
      {"type = \"cylinder\"\nradius = 0.3\nlength = 0.6\nrotation = [0.3, 0.5, -0.2]\n", "rounding = 0.25\n"},
      {"type = \"box\"\nsize = [0.5, 0.7, 0.6]\nrotation = [0.3, 0.5, -0.2]\n", "rounding = 0.15\n"},
      {"type = \"plane\"\nnormal = [0.2, 0.4, 1]\n", ""}};
  for (const auto& [keys, more] : of_space)
    for (const char* const on : {"ground", "a"})
      list.push_back({"contact", "point-shape", fmt::format("3D {} {}", on, std::string(keys).substr(8, 4)),
                      3,
                      two_spatial_bodies + shape + on + "\"]\n" + keys + contact + more +
                          "points = [\"p\", \"b1\", \"b\"]\nradius = 0.1\n"});
  for (const int dimension : {2, 3}) {
    const bool plane = dimension == 2;
    list.push_back(
        {"contact", "point-shape", fmt::format("{}D surface", dimension), dimension,
         std::string(
             "[[material]]\nname = \"m\"\nE = 2.5\nrho = 0.4\nnu = 0.2\n[[mesh]]\nname = \"l\"\ntype = "
             "\"block\"\n") +
             (plane ? "from = [0, 1]\nto = [4, 2]\ncounts = [2, 1]\n"
                    : "from = [0, 0, 1]\nto = [4, 3, 2]\ncounts = [2, 1, 1]\n") +
             "[[element]]\nname = \"solid\"\ntype = \"solid\"\nmesh = \"l\"\nmaterial = \"m\"\n" + shape +
             "ground\"]\ntype = \"sphere\"\nradius = 0.5\n" + contact + "surface = \"l." +
             (plane ? "y" : "z") + "_min\"\n"});
  }
}

/// Two solids a little apart whose faces look at each other, in the plane and in space, with cells of first
/// and second order.
inline void add_surface_contacts(std::vector<Specimen>& list) {
  const auto solid = [](const std::string& mesh, const std::string& from_to, int order) {
    return fmt::format(
        "[[mesh]]\nname = \"{0}\"\ntype = \"block\"\n{1}\norder = {2}\n[[element]]\nname = "
        "\"solid_{0}\"\ntype = \"solid\"\nmesh = \"{0}\"\nmaterial = \"m\"\n",
        mesh, from_to, order);
  };
  const std::string material = "[[material]]\nname = \"m\"\nE = 2.5\nrho = 0.4\nnu = 0.2\n";
  for (const int order : {1, 2})
    for (const int dimension : {2, 3}) {
      const bool plane = dimension == 2;
      const char axis = plane ? 'y' : 'z';
      for (const std::string& side :
           {fmt::format("surface = \"high.{}_min\"", axis), fmt::format("points = [\"high.{}_min\"]", axis)})
        list.push_back(
            {"contact", "surfaces", fmt::format("{}D order {} {}", dimension, order, side), dimension,
             material +
                 solid("low",
                       plane ? "from = [0, 0]\nto = [40, 10]\ncounts = [2, 1]"
                             : "from = [0, 0, 0]\nto = [40, 30, 10]\ncounts = [2, 1, 1]",
                       order) +
                 solid("high",
                       plane ? "from = [5, 12]\nto = [34, 22]\ncounts = [1, 1]"
                             : "from = [5, 4, 12]\nto = [34, 29, 22]\ncounts = [1, 1, 1]",
                       order) +
                 fmt::format("[[contact]]\nname = \"part\"\ntype = \"surfaces\"\nfriction = 0.3\nagainst = "
                             "\"low.{}_max\"\n{}\n",
                             axis, side)});
      list.push_back(
          {"joint", "tie", fmt::format("{}D order {}", dimension, order), dimension,
           material +
               solid("low",
                     plane ? "from = [0, 0]\nto = [4, 1]\ncounts = [2, 1]"
                           : "from = [0, 0, 0]\nto = [4, 3, 1]\ncounts = [2, 1, 1]",
                     order) +
               solid("high",
                     plane ? "from = [0.5, 1]\nto = [3.4, 2]\ncounts = [1, 1]"
                           : "from = [0.5, 0.4, 1]\nto = [3.4, 2.9, 2]\ncounts = [1, 1, 1]",
                     order) +
               fmt::format("[[joint]]\nname = \"part\"\ntype = \"tie\"\nsurface = \"high.{0}_min\"\nto = "
                           "\"low.{0}_max\"\n",
                           axis)});
    }
}

/// A block with a slit whose sides have meshes of their own: each specimen meets itself, its end included.
inline void add_self_contacts(std::vector<Specimen>& list) {
  for (const int order : {1, 2})
    for (const char* const side : {"slit", "outside"})
      list.push_back(
          {"contact", "surfaces", fmt::format("itself order {} {}", order, side), 2,
           fmt::format("[[material]]\nname = \"m\"\nE = 2.5\nrho = 0.4\nnu = 0.2\n[[mesh]]\nname = "
                       "\"b\"\ntype = \"gmsh\"\nfile = \"{}/meshes/slit.geo\"\nscale = 60\norder = "
                       "{}\n[[element]]\nname = \"solid\"\ntype = \"solid\"\nmesh = \"b.body\"\n"
                       "material = \"m\"\n[[contact]]\nname = \"part\"\ntype = \"surfaces\"\n"
                       "friction = 0.3\nsurface = \"b.{}\"\nagainst = \"b.{}\"\n",
                       JOUNCE_SOURCE_DIR, order, side, side)});
}

/// Solids of two large cells, and loads on their surfaces.
inline void add_solids(std::vector<Specimen>& list) {
  const std::string material = "[[material]]\nname = \"m\"\nE = 2.5\nrho = 0.4\nnu = 0.2\n";
  const std::string plane = material +
                            "[[mesh]]\nname = \"l\"\ntype = \"block\"\nfrom = [4, 0.2]\nto = [9, "
                            "2.9]\ncounts = [2, 1]\n";
  const std::string space = material +
                            "[[mesh]]\nname = \"l\"\ntype = \"block\"\nfrom = [4, 0.2, 0]\nto = [9, 2.9, "
                            "2.5]\ncounts = [2, 1, 1]\n";
  const auto named = [](const std::string& name) {
    return "[[element]]\nname = \"" + name + "\"\ntype = \"solid\"\nmesh = \"l\"\nmaterial = \"m\"\n";
  };
  const std::string part = named("part"), element = named("e");
  const std::string damped = "damping_mass = 0.3\ndamping_stiffness = 0.2\n";
  const auto add = [&](int dimension, const std::string& keys) {
    list.push_back({"element", "solid", keys, dimension, (dimension == 2 ? plane : space) + part + keys});
  };
  for (const char* const kind : {"strain", "stress", "axisymmetric"}) {
    const std::string keys = std::string("plane = \"") + kind + "\"\n";
    add(2, keys);
    add(2, keys + "strain = \"green-lagrange\"\n");
    add(2, fmt::format("{}strain = \"green-lagrange\"\nformulation = \"reduced\"\n{}", keys, damped));
  }
  add(3, "");
  add(3, "strain = \"green-lagrange\"\n");
  add(3, "formulation = \"incompatible\"\nmass = \"lumped\"\n" + damped);
  for (const char* const on : {"x_min", "y_max"})
    for (const char* const follower : {"false", "true"})
      for (const int dimension : {2, 3})
        list.push_back({"load", "pressure", fmt::format("{} {} {}D", on, follower, dimension), dimension,
                        (dimension == 2 ? plane : space) + element +
                            (dimension == 2 ? "plane = \"axisymmetric\"\n" : "") +
                            fmt::format("[[load]]\nname = \"part\"\ntype = \"pressure\"\nsurface = "
                                        "\"l.{}\"\nfollower = {}\npressure = \"1 + t\"\n",
                                        on, follower)});
  const std::string load = "[[load]]\nname = \"part\"\ntype = \"traction\"\nsurface = \"l.x_max\"\n";
  list.push_back({"load", "traction", "2D", 2,
                  plane + element + "thickness = 0.7\n" + load + "traction = [\"1 + t\", 0.3]\n"});
  list.push_back(
      {"load", "traction", "3D", 3, space + element + load + "traction = [\"1 + t\", 0.3, -0.2]\n"});
}

/// Solids with nodes of different temperatures.
inline void add_heated_solids(std::vector<Specimen>& list) {
  const auto add = [&](int dimension, const std::string& material, const std::string& keys) {
    list.push_back(
        {"load", "temperature", fmt::format("{}D {} {}", dimension, material, keys), dimension,
         "[[material]]\nname = \"m\"\nrho = 0.4\nreference_temperature = 1\n" + material +
             "[[mesh]]\nname = \"l\"\ntype = \"block\"\n" +
             (dimension == 2 ? "from = [4, 0.2]\nto = [9, 2.9]\ncounts = [2, 1]\n"
                             : "from = [4, 0.2, 0]\nto = [9, 2.9, 2.5]\ncounts = [2, 1, 1]\n") +
             "[[element]]\nname = \"part\"\ntype = \"solid\"\nmesh = \"l\"\nmaterial = \"m\"\n" + keys +
             "[[load]]\nname = \"hot\"\ntype = \"temperature\"\non = \"l.x_min\"\ntemperature = 3\n"
             "[[load]]\nname = \"cold\"\ntype = \"temperature\"\non = \"l.x_max\"\n"
             "temperature = -2\ninitial = 0.5\n"});
  };
  const std::string elastic = "E = 2.5\nnu = 0.2\nexpansion = [0.05]\n",
                    along = "E = 2.5\nnu = 0.2\nexpansion_along = [0.05, 0.02, -0.03]\n",
                    varying =
                        "type = \"thermoelastic\"\nE = [2.5, 2, 1.1]\nnu = [0.2, 0.1, 0.3]\n"
                        "temperature = [-1, 1, 4]\nexpansion = [0.03, 0.06]\n"
                        "expansion_temperature = [-3, 5]\n",
                    rubber = "type = \"neo-hookean\"\nE = 2.5\nnu = 0.2\nexpansion = [0.05]\n";
  const std::string finite = "strain = \"green-lagrange\"\n", full = "formulation = \"full\"\n",
                    logarithmic = "strain = \"logarithmic\"\n", damped = "damping_stiffness = 0.2\n";
  for (const char* const kind : {"strain", "stress", "axisymmetric"}) {
    const std::string plane = fmt::format("plane = \"{}\"\n", kind);
    for (const std::string& material : {elastic, varying})
      for (const std::string& strain : {std::string(), finite, logarithmic}) add(2, material, plane + strain);
    add(2, rubber, plane + finite);
  }
  add(3, elastic, "formulation = \"incompatible\"\n" + damped);
  add(3, along, "axes = [1, 0.3, 0.2, 0, 1, 0]\n");
  add(3, along, "axes = [1, 0.3, 0.2, 0, 1, 0]\n" + finite);
  add(3, varying, finite + full + damped);
  add(3, varying, "formulation = \"reduced\"\n");
}

inline void add_body_loads(std::vector<Specimen>& list) {
  const std::string bars =
      "[[mesh]]\nname = \"m\"\ntype = \"line\"\nfrom = [1, 0.5]\nto = [4, 2]\nelements = 3\n"
      "[[material]]\nname = \"s\"\ntype = \"linear-elastic\"\nE = 1e3\nrho = 3\n"
      "[[element]]\nname = \"b\"\ntype = \"bar\"\nmesh = \"m\"\nmaterial = \"s\"\narea = 2\n"
      "[[load]]\nname = \"part\"\nelements = [\"b\"]\n";
  list.push_back(
      {"load", "acceleration", "", 2, bars + "type = \"acceleration\"\nacceleration = [\"2*t\", -10]\n"});
  list.push_back({"load", "centrifugal", "", 2,
                  bars + "type = \"centrifugal\"\nomega_squared = \"1 + t\"\nat = [0.3, 0.2]\n"});
}

/// Parts on the faces of solids, by averaging and rigid couplings.
inline void add_couplings(std::vector<Specimen>& list) {
  const std::string material = "[[material]]\nname = \"m\"\nE = 2.5\nnu = 0.2\nrho = 1.4\n";
  const std::string solid =
      "[[element]]\nname = \"block\"\ntype = \"solid\"\nmesh = \"s\"\nmaterial = \"m\"\n";
  const std::string plane = material +
                            "[[mesh]]\nname = \"s\"\ntype = \"block\"\nfrom = [0.1, 0.2]\nto = [1.3, 1.1]\n"
                            "counts = [1, 2]\norder = 2\n" +
                            solid + two_bodies;
  const std::string space =
      material +
      "[[mesh]]\nname = \"s\"\ntype = \"block\"\nfrom = [0.1, 0.2, -0.3]\nto = [2.9, 2.3, "
      "1.8]\ncounts = [1, 1, 1]\n" +
      solid + two_spatial_bodies;
  for (const std::string coupling : {"averaging", "rigid"}) {
    const std::string marker =
        "[[marker]]\nname = \"face\"\non = \"s.x_max\"\ncoupling = \"" + coupling + "\"\n";
    const auto between = [](const std::string& kind, const std::string& type, const std::string& keys) {
      return "[[" + kind + "]]\nname = \"part\"\ntype = \"" + type + "\"\nbetween = [\"face\", \"b\"]\n" +
             keys + "\n";
    };
    const std::string flat = plane + marker + "at = [1.5, 0.4]\nangle = 0.3\n";
    const std::string deep = space + marker + "at = [1.5, 0.4, 0.2]\nrotation = [0.3, -0.2, 0.4]\n";
    list.push_back({"joint", "fixed", coupling + " 2D", 2, flat + between("joint", "fixed", "")});
    list.push_back({"joint", "fixed", coupling + " 3D", 3, deep + between("joint", "fixed", "")});
    list.push_back({"joint", "revolute", coupling + " 3D", 3,
                    deep + between("joint", "revolute", "at = [1.2, 0.6, 0.1]\naxis = [0.3, 0.4, 1]")});
    list.push_back({"joint", "prismatic", coupling + " 2D", 2,
                    flat + between("joint", "prismatic", "axis = [0.8, 0.5]")});
    list.push_back({"joint", "motion", coupling + " 2D", 2,
                    flat + between("joint", "motion", "coordinate = \"angle\"\nmotion = \"0.2*t\"")});
    list.push_back(
        {"joint", "motion", coupling + " 3D", 3,
         deep + between("joint", "motion", "coordinate = \"angle\"\naxis = [1, 0, 2]\nmotion = \"0.2*t\"")});
    list.push_back({"element", "bushing", coupling + " 3D", 3,
                    deep + between("element", "bushing",
                                   "stiffness = [1.2, 0.7, 0.4]\nrotational_stiffness = [0.4, 0.3, 0.2]")});
    list.push_back({"load", "torque", coupling, 3,
                    deep + "[[load]]\nname = \"part\"\ntype = \"torque\"\non = \"face\"\ntorque = [0.3, "
                           "\"t\", -0.2]\nfollower = true\n"});
    list.push_back({"load", "force", coupling, 2,
                    flat + "[[load]]\nname = \"part\"\ntype = \"force\"\non = \"face\"\nforce = [0.3, "
                           "\"t\"]\n"});
  }
  std::string points;
  for (const std::string name : {"c", "d", "e", "f"})
    points += "[[body]]\nname = \"" + name + "\"\ntype = \"point-mass\"\nmass = 1\nposition = [" +
              (name == "c" ? "0.7, -0.4, 0.3" : "0.1, 0.2, 0.1") + "]\n";
  for (const std::string finite : {"true", "false"}) {
    list.push_back({"joint", "mean-rotation", finite, 3,
                    space + points +
                        "[[joint]]\nname = \"part\"\ntype = \"mean-rotation\"\non = \"s.x_max\"\naxis = "
                        "[1, 0.3, -0.2]\nrotation = \"d\"\ncomponent = \"y\"\nfinite = " +
                        finite + "\n"});
    for (const std::string directions : {"", "1, 0, 0, 0, 2, 1"})
      list.push_back({"joint", "knot", finite + " " + directions, 3,
                      points +
                          "[[joint]]\nname = \"part\"\ntype = \"knot\"\non = \"c\"\nreference = \"d\"\n"
                          "rotation = \"e\"\nstretch = \"f\"\ndirections = [" +
                          directions + "]\nfinite = " + finite + "\n"});
  }
  // A node off the plane of the three that carry the frame.
  list.push_back({"joint", "spherical", "rigid block", 3,
                  space + "[[marker]]\nname = \"face\"\non = \"s\"\ncoupling = \"rigid\"\n" +
                      "[[joint]]\nname = \"part\"\ntype = \"spherical\"\nbetween = [\"face\", \"b\"]\n"});
}

/// Functions of users (user_functions.h).
inline void add_user_functions(std::vector<Specimen>& list) {
  const std::string flat = two_bodies, space = two_spatial_bodies;
  for (const std::string& with : {std::string(), std::string("_with_")}) {
    const std::string force = "[[load]]\nname = \"part\"\ntype = \"user-force\"\nfunction = \"pull" +
                              (with.empty() ? "" : with + "derivatives") + "\"\n";
    const std::string gap =
        "[[contact]]\nname = \"part\"\ntype = \"user-gap\"\nrestitution = 0.5\nparameters = "
        "[0.3]\nfunction = \"distance" +
        (with.empty() ? "" : with + "gradient") + "\"\n";
    list.push_back({"load", "user-force", with, 2, flat + force + "points = [\"p\", \"a1\", \"a\"]\n"});
    list.push_back({"load", "user-force", "3D" + with, 3, space + force + "points = [\"a1\", \"b\"]\n"});
    if (with.empty()) continue;  // second differences of gaps are too coarse for the generic tests
    list.push_back({"contact", "user-gap", with, 2, flat + gap + "points = [\"p\", \"a1\"]\n"});
    list.push_back({"contact", "user-gap", "3D" + with, 3, space + gap + "points = [\"a1\", \"b1\"]\n"});
  }
  list.push_back({"element", "user-mass", "", 2,
                  flat + "[[element]]\nname = \"part\"\ntype = \"user-mass\"\nfunction = \"added\"\n" +
                      "points = [\"p\"]\nparameters = [0.4, 0.3]\n"});
}

inline std::vector<Specimen> specimens() {
  std::vector<Specimen> list;
  const std::string bodies = two_bodies;
  add_user_functions(list);
  list.push_back({"body", "point-mass", "", 2, bodies});
  list.push_back({"body", "rigid", "", 2, bodies});
  list.push_back({"body", "point-mass", "1D", 1,
                  "[[body]]\nname = \"p\"\ntype = \"point-mass\"\nmass = 2\nposition = [1]\n"});
  list.push_back({"body", "point-mass", "3D", 3,
                  "[[body]]\nname = \"p\"\ntype = \"point-mass\"\nmass = 2\nposition = [1, 2, 3]\n"});
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
  for (const char* const pair : {"[\"a\", \"b\"]", "[\"ground\", \"b\"]", "[\"a\", \"ground\"]"})
    list.push_back(
        {"element", "torsion-spring", pair, 2,
         bodies +
             "[[element]]\nname = \"part\"\ntype = \"torsion-spring\"\nstiffness = 1.7\ndamping = 0.6\n" +
             "rest_angle = 0.3\nbetween = " + pair + "\n"});
  add_pairs(list, "element", "bushing",
            "stiffness = [1.2, 0.7]\nrotational_stiffness = [0.4]\ndamping = [0.3, 0.1]");
  add_pairs(list, "element", "actuator", "force = \"1 + t\"\ncoordinate = \"distance\"");
  add_pairs(list, "element", "actuator", "force = \"1 + t\"\ncoordinate = \"angle\"", false);
  add_pairs(list, "joint", "revolute", "");
  add_pairs(list, "joint", "distance", "length = 1.1");
  add_pairs(list, "joint", "fixed", "", false);
  add_pairs(list, "joint", "prismatic", "axis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "prismatic", "upper = 0.4\naxis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "revolute", "lower = -0.3\nupper = 0.4", false);
  add_pairs(list, "joint", "revolute", "friction = 0.3\nradius = 0.1", false);
  add_pairs(list, "joint", "prismatic", "friction = 0.3\nguide_length = 0.7\naxis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "point-on-line", "axis = [0.8, 0.5]");
  for (const auto& pair : {"\"ground\", \"a\"", "\"a1\", \"b1\"", "\"p\", \"b1\""})
    list.push_back(
        {"joint", "knife-edge", pair, 2,
         bodies + "[[joint]]\nname = \"part\"\ntype = \"knife-edge\"\nacross = [0.3, 0.4]\nbetween = [" +
             pair + "]\n"});
  const std::string couple = "\njoints = [\"pin\", \"guide\"]\n";
  const auto hold = [](const std::string& type, const std::string& name, const std::string& part,
                       const std::string& keys) {
    return "[[joint]]\nname = \"" + name + "\"\ntype = \"" + type + "\"\nbetween = [\"ground\", \"" + part +
           "\"]\n" + keys + "\n";
  };
  list.push_back({"joint", "gear", "", 2,
                  bodies + hold("revolute", "pin", "a", "") + hold("revolute", "guide", "b1", "") +
                      "[[joint]]\nname = \"part\"\ntype = \"gear\"\nratio = -1.7" + couple});
  list.push_back({"joint", "rack-and-pinion", "", 2,
                  bodies + hold("revolute", "pin", "a", "") +
                      hold("prismatic", "guide", "b1", "axis = [0.8, 0.5]") +
                      "[[joint]]\nname = \"part\"\ntype = \"rack-and-pinion\"\nradius = 0.6" + couple});
  const std::string spatial = two_spatial_bodies, axis = "axis = [0.3, 0.4, 1]";
  list.push_back({"joint", "gear", "3D", 3,
                  spatial + hold("revolute", "pin", "a", axis) + hold("revolute", "guide", "b1", axis) +
                      "[[joint]]\nname = \"part\"\ntype = \"gear\"\nratio = -1.7" + couple});
  list.push_back({"joint", "rack-and-pinion", "3D", 3,
                  spatial + hold("revolute", "pin", "a", axis) + hold("prismatic", "guide", "b1", axis) +
                      "[[joint]]\nname = \"part\"\ntype = \"rack-and-pinion\"\nradius = 0.6" + couple});
  const std::string drive = "motion = \"0.2*sin(3*t)\"";
  add_pairs(list, "joint", "motion", "coordinate = \"angle\"\n" + drive, false);
  add_pairs(list, "joint", "motion", "coordinate = \"displacement\"\naxis = [0.8, 0.5]\n" + drive);
  add_pairs(list, "joint", "motion", "coordinate = \"distance\"\n" + drive);
  add_pairs(list, "joint", "motion", "coordinate = \"distance\"\nvelocity = \"0.2*sin(3*t)\"");
  for (const char* const on : {"ground", "a"})
    list.push_back(
        {"contact", "point-plane", on, 2,
         bodies + "[[contact]]\nname = \"part\"\ntype = \"point-plane\"\npoints = [\"p\", \"b1\", \"b\"]\n" +
             "through = [0.1, 0.2]\nnormal = [0.4, 1.2]\nradius = 0.3\nrestitution = 0.5\non = \"" + on +
             "\"\n"});
  for (const char* const on : {"a", "a1", "p"})
    for (const char* const follower : {"false", "true"})
      list.push_back(
          {"load", "force", std::string(on) + " " + follower, 2,
           bodies + "[[load]]\nname = \"part\"\ntype = \"force\"\nforce = [\"2*sin(3*t)\", 1.4]\non = \"" +
               on + "\"\nfollower = " + follower + "\n"});
  for (const char* const on : {"a", "b1"})
    list.push_back({"load", "moment", on, 2,
                    bodies + "[[load]]\nname = \"part\"\ntype = \"moment\"\nmoment = \"1 + t^2\"\non = \"" +
                        on + "\"\n"});
  list.push_back(
      {"joint", "equation", "", 2,
       bodies + "[[joint]]\nname = \"part\"\ntype = \"equation\"\nvalue = \"0.2*sin(3*t)\"\nterms = [{ on = "
                "\"a\", "
                "component = \"x\", factor = 1.3 }, { on = \"p\", component = \"y\", factor = -0.7 }]\n"});
  const auto point = [](const std::string& name, const std::string& position) {
    return "[[body]]\nname = \"" + name + "\"\ntype = \"point-mass\"\nmass = 1.5\nposition = [" + position +
           "]\n";
  };
  list.push_back(
      {"joint", "collinear", "", 2,
       point("A", "0.1, 0.2") + point("B", "2.1, 1.2") + point("P", "1.1, 0.7") +
           "[[joint]]\nname = \"part\"\ntype = \"collinear\"\nline = [\"A\", \"B\"]\non = \"P\"\n"});
  const std::string three =
      point("A", "0.1, 0.2, 0") + point("B", "2.1, 1.2, -1") + point("C", "0.1, 1.2, 3");
  list.push_back(
      {"joint", "collinear", "3D", 3,
       three + point("P", "1.1, 0.7, -0.5") +
           "[[joint]]\nname = \"part\"\ntype = \"collinear\"\nline = [\"A\", \"B\"]\non = \"P\"\n"});
  list.push_back(
      {"joint", "coplanar", "3D", 3,
       three + point("P", "1.1, 1.2, 1") +
           "[[joint]]\nname = \"part\"\ntype = \"coplanar\"\nplane = [\"A\", \"B\", \"C\"]\non = \"P\"\n"});
  list.push_back({"contact", "tether", "", 2,
                  two_bodies + std::string("[[contact]]\nname = \"part\"\ntype = \"tether\"\nbetween = "
                                           "[\"a1\", \"b\"]\nlength = 9\n")});
  list.push_back(
      {"contact", "gap", "", 2,
       two_bodies + std::string("[[contact]]\nname = \"part\"\ntype = \"gap\"\nbetween = [\"a1\", \"b\"]\n"
                                "direction = [0.6, -1.1]\nclearance = 0.2\n")});
  add_body_loads(list);
  add_couplings(list);
  add_spatial(list);
  add_shapes(list);
  return list;
}

}  // namespace jounce::test
