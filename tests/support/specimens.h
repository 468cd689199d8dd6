#pragma once

#include <memory>
#include <string>
#include <vector>

#include "deck/build_model.h"
#include "deck/deck.h"
#include "registry.h"

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
  return deck::build_model(deck::read_deck_text(text, "test.toml", deck_schema()));
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

/// Geometrically exact beams in the plane. Their equals in space are among the spatial specimens.
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
}

/// A part between all pairs of ground, centre, marker and particle that suit it.
inline void add_pairs(std::vector<Specimen>& list, const std::string& kind, const std::string& type,
                      const std::string& keys, bool has_point = true) {
  const char* const pairs[][2] = {{"ground", "a"},  {"a", "ground"}, {"a1", "b1"}, {"b", "a1"},
                                  {"ground", "b1"}, {"p", "b1"},     {"a1", "p"},  {"ground", "p"}};
  for (const auto& pair : pairs) {
    const std::string A = pair[0], B = pair[1];
    if (!has_point && (A == "p" || B == "p")) continue;
    list.push_back({kind, type, A + "-" + B + (keys.empty() ? "" : " " + keys.substr(0, keys.find(' '))), 2,
                    two_bodies +
                        ("[[" + kind + "]]\nname = \"part\"\ntype = \"" + type + "\"\nbetween = [\"") + A +
                        "\", \"" + B + "\"]\n" + keys + "\n"});
  }
}

/// Parts of models on R3 x SO(3). They are built and registered like all others; the generic derivative tests
/// differ q entry by entry and so do not take them: tests/joints/test_joints.cpp covers the rows with a
/// spatial marker of its own, test_adams_joints.cpp and the verification cases free_body and heavy_top cover
/// the parts.
inline std::vector<Specimen> spatial_specimens() {
  const std::string bodies =
      "[[body]]\nname = \"a\"\ntype = \"rigid-3d\"\nmass = 1.3\ninertia = [0.4, 0.5, 0.6]\n"
      "position = [0.2, -0.3, 0.1]\nrotation = [0.3, -0.2, 0.5]\n";
  std::vector<Specimen> list = {{"body", "rigid-3d", "", 3, bodies}};
  const auto joint = [&](const std::string& type, const std::string& keys) {
    list.push_back({"joint", type, "3D", 3,
                    bodies + "[[joint]]\nname = \"part\"\ntype = \"" + type +
                        "\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, 0]\n" + keys + "\n"});
  };
  joint("revolute", "axis = [0.3, 0.4, 1]");
  joint("spherical", "");
  joint("universal", "axis = [1, 0, 0]\naxis_b = [0, 1, 1]");
  joint("prismatic", "axis = [0.3, 0.4, 1]");
  joint("cylindrical", "axis = [0.3, 0.4, 1]");
  joint("planar", "axis = [0.3, 0.4, 1]");
  joint("fixed", "");
  joint("point-on-line", "axis = [0.3, 0.4, 1]");
  for (const char* const keys : {"", "damping = 0.3\nresidual_bending = false\n"})
    list.push_back(
        {"element", "beam", std::string("3D ") + keys, 3,
         std::string("[[material]]\nname = \"m\"\nE = 2.5\nrho = 1.4\nnu = 0.2\n[[section]]\nname = "
                     "\"s\"\ntype = \"rectangle\"\nheight = 0.7\nwidth = 0.4\n[[mesh]]\nname = "
                     "\"l\"\ntype = \"line\"\nelements = 2\nfrom = [0.1, 0.2, -0.3]\nto = [2.5, "
                     "1.9, 1.4]\n[[element]]\nname = \"part\"\ntype = \"beam\"\nmesh = "
                     "\"l\"\nmaterial = \"m\"\nsection = \"s\"\ny_axis = [0.2, 0.1, 1]\n") +
             keys});
  return list;
}

inline std::vector<Specimen> specimens() {
  std::vector<Specimen> list;
  const std::string bodies = two_bodies;
  list.push_back({"body", "point-mass", "", 2, bodies});
  list.push_back({"body", "rigid", "", 2, bodies});
  list.push_back({"body", "point-mass", "1D", 1,
                  "[[body]]\nname = \"p\"\ntype = \"point-mass\"\nmass = 2\nposition = [1]\n"});
  list.push_back({"body", "point-mass", "3D", 3,
                  "[[body]]\nname = \"p\"\ntype = \"point-mass\"\nmass = 2\nposition = [1, 2, 3]\n"});
  add_bars(list);
  add_beams(list);
  add_exact_beams(list);
  add_pairs(list, "element", "spring", "stiffness = 2.3\ndamping = 0.7\nrest_length = 0.9");
  add_pairs(list, "element", "spring", "direction = [0.6, -1.1]\nstiffness = 2.3\ndamping = 0.7");
  for (const char* const pair : {"[\"a\", \"b\"]", "[\"ground\", \"b\"]", "[\"a\", \"ground\"]"})
    list.push_back(
        {"element", "torsion-spring", pair, 2,
         bodies +
             "[[element]]\nname = \"part\"\ntype = \"torsion-spring\"\nstiffness = 1.7\ndamping = 0.6\n" +
             "rest_angle = 0.3\nbetween = " + pair + "\n"});
  add_pairs(list, "joint", "revolute", "");
  add_pairs(list, "joint", "distance", "length = 1.1");
  add_pairs(list, "joint", "fixed", "", false);
  add_pairs(list, "joint", "prismatic", "axis = [0.8, 0.5]", false);
  add_pairs(list, "joint", "point-on-line", "axis = [0.8, 0.5]");
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
  return list;
}

}  // namespace jounce::test
