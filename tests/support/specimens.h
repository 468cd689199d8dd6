#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "deck/build_model.h"
#include "deck/deck.h"
#include "registry.h"
#include "scene.h"
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

/// Two spatial rigid bodies away from special positions, a particle, and markers off the bodies' centres.
inline const std::string two_spatial_bodies =
    scene::rigid({.mass = 1.3, .inertia = {0.4, 0.5, 0.6}, .position = {0.6, -0.9, 0.7}}) + R"(
rotation = [0.3, -0.2, 0.5]
)" + scene::rigid({.name = "b", .mass = 0.7, .inertia = {0.2, 0.3, 0.25}, .position = {1.9, 0.8, -0.4}}) +
    R"(
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

/// One specimen or more of every registered part (specimens/).
std::vector<Specimen> specimens();

}  // namespace jounce::test
