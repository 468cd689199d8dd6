#include "contact/surface_pair.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "../support/deck_run.h"

namespace jounce {
namespace {

/// Two cubes, one on top of the other, with contact by nodes or, with a law of pressures, by points.
std::string cubes(const std::string& law) {
  const auto cube = [](const std::string& name, const std::string& from, const std::string& to) {
    return "[[mesh]]\nname = \"" + name + "\"\ntype = \"block\"\nfrom = " + from + "\nto = " + to +
           "\ncounts = [2, 2, 1]\n[[element]]\nname = \"of_" + name + "\"\ntype = \"solid\"\nmesh = \"" +
           name + "\"\nmaterial = \"m\"\n";
  };
  return "[model]\ndimension = 3\n[[material]]\nname = \"m\"\nE = 1000\nnu = 0.3\nrho = 1\n" +
         cube("low", "[0, 0, 0]", "[1, 1, 1]") + cube("high", "[0.2, 0.2, 1]", "[0.7, 0.7, 2]") +
         "[[boundary]]\non = \"low.z_min\"\ncomponents = [\"x\", \"y\", \"z\"]\n[[contact]]\nname = "
         "\"c\"\ntype = \"surfaces\"\nsurface = \"high.z_min\"\nagainst = \"low.z_max\"\nfriction = 0.3\n" +
         law + "[analysis]\ntype = \"static\"\nstep = 1\n";
}

/// Sticking friction is remembered along the tangential axes of a row. They must not be other ones after
/// the next search because of round-off in the components of a normal along an axis of space.
TEST(SurfacePair, TangentialAxesDoNotTurnByRoundOff) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> noise(-1e-13, 1e-13);
  for (const std::string law : {"", "stiffness = 1000\nstick_stiffness = 10\n"}) {
    const deck::Deck deck = deck::read_deck_text(cubes(law), "test.toml", deck_schema(), {});
    const auto model = deck::build_model(deck);
    const System& system = model->system;
    std::vector<ContactRow> rows, again;
    system.search(system.initial_state(), std::numeric_limits<double>::infinity(), rows);
    ASSERT_GE(rows.size(), 9U);
    for (int trial = 0; trial < 20; ++trial) {
      State state = system.initial_state();
      for (double& q : state.q) q += noise(engine);
      again.clear();
      system.search(state, std::numeric_limits<double>::infinity(), again);
      ASSERT_EQ(again.size(), rows.size());
      const ContactPair& pair = *system.contact_pairs()[0];
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (const Direction t : {Direction::tangent_1, Direction::tangent_2})
          EXPECT_NEAR((pair.axis(state, again[i], t) - pair.axis(system.initial_state(), rows[i], t)).norm(),
                      0, 1e-10);
    }
  }
}

}  // namespace
}  // namespace jounce
