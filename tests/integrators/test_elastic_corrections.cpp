#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/skidding_block.h"

// nsga-ggl with elastic corrections: forces of stiff parts answer to contacts within the step.

namespace jounce::test {
namespace {

/// Two masses on a spring over a wall, which "front" meets first.
struct Pair {
  double front = 0, back = 1, stiffness = 1, rest_length = 0;
  std::string velocity = "[0, 0]", corrections = "elastic", gravity = "[0, 0]";
  double rho_inf = 0.5;
  std::string more = {};  ///< after the options
};

std::string deck_of(const Pair& pair) {
  return fmt::format(R"(
[model]
dimension = 2
gravity = {gravity}
[[body]]
name = "front"
type = "point-mass"
mass = 0.1
position = [0, {front:.17g}]
velocity = {velocity}
[[body]]
name = "back"
type = "point-mass"
mass = 1
position = [0, {back:.17g}]
velocity = {velocity}
[[element]]
name = "spring"
type = "spring"
between = ["front", "back"]
stiffness = {stiffness:.17g}
{rest_length}
[[contact]]
name = "wall"
type = "point-plane"
points = ["front"]
through = [0, 0]
normal = [0, 1]
[integrator]
type = "nsga-ggl"
corrections = "{corrections}"
solver = "monolithic"
step = 1e-3
end = 1
rho_inf = {rho_inf}
{more}
)",
                     fmt::arg("gravity", pair.gravity), fmt::arg("front", pair.front),
                     fmt::arg("back", pair.back), fmt::arg("velocity", pair.velocity),
                     fmt::arg("stiffness", pair.stiffness),
                     fmt::arg("rest_length", scene::line("rest_length", pair.rest_length)),
                     fmt::arg("corrections", pair.corrections), fmt::arg("rho_inf", pair.rho_inf),
                     fmt::arg("more", pair.more));
}

/// A light mass on a stiff spring leads a heavier one against a wall; `more` follows the options.
std::string pair_deck(const std::string& corrections, double stiffness, double rho_inf,
                      const std::string& more = {}) {
  return deck_of({.front = 1.9e-3,
                  .back = 1.0019,
                  .stiffness = stiffness,
                  .velocity = "[0, -1]",
                  .corrections = corrections,
                  .rho_inf = rho_inf,
                  .more = more});
}

/// Greatest energy of later steps over the energy at the start.
double greatest_energy(DeckRun& run, int steps) {
  const double start = run.energy();
  double greatest = 0;
  for (int i = 0; i < steps; ++i) {
    EXPECT_TRUE(run.step()) << run.result.failure_cause;
    greatest = std::max(greatest, run.energy());
  }
  return greatest / start;
}

class StiffPair : public testing::TestWithParam<double> {};

INSTANTIATE_TEST_SUITE_P(TimesTheLargestFrequency, StiffPair, testing::Values(0.1, 1, 10, 100, 1e3, 1e4));

/// The impact falls within the second step, nine tenths of the way.
TEST_P(StiffPair, EnergyDoesNotGrowAtAnImpact) {
  const double h = 1e-3, reduced = 0.1 / 1.1;
  const double stiffness = std::pow(GetParam() / h, 2) * reduced;
  for (const double rho_inf : {0.0, 0.5, 0.8}) {
    SCOPED_TRACE(rho_inf);
    DeckRun elastic(pair_deck("elastic", stiffness, rho_inf));
    EXPECT_LE(greatest_energy(elastic, 300), 1 + 1e-12);
    EXPECT_GE(elastic.gap(0), -1e-15);
  }
}

class StifferPair : public StiffPair {};

INSTANTIATE_TEST_SUITE_P(TimesTheLargestFrequency, StifferPair, testing::Values(10, 100, 1e3, 1e4));

/// At rest on the wall the impulse balances the load, however stiff the spring. (Steps begin as if the wall
/// were not there, which is forgotten soon.)
TEST_P(StifferPair, RestsUnderItsWeight) {
  const double stiffness = std::pow(GetParam() / 1e-3, 2) * 0.1 / 1.1;
  const double sag = 1.0 * 10 / stiffness;
  DeckRun run(deck_of(
      {.front = 0, .back = 1 - sag, .stiffness = stiffness, .rest_length = 1, .gravity = "[0, -10]"}));
  for (int i = 0; i < 600; ++i) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    if (i < 590) continue;
    EXPECT_NEAR(run.result.impulse[0], 1.1 * 10 * 1e-3, 1e-9);
    EXPECT_NEAR(run.gap(0), 0, 1e-18);
    EXPECT_LT(run.state.v.norm(), 1e-9);
  }
}

/// Without forces that depend on q or v nothing answers but mass.
TEST(ElasticCorrections, AreThoseByMassForRigidBodies) {
  const std::string deck = R"(
[model]
dimension = 2
gravity = [1, -10]
[[body]]
name = "ball"
type = "rigid"
mass = 2
inertia = 0.3
position = [0, 0.3]
velocity = [0.4, -1]
angular_velocity = 3
)" +
                           scene::point_plane({.points = "ball",
                                               .through = {0, 0},
                                               .normal = {0, 1},
                                               .radius = 0.1,
                                               .friction = 0.3,
                                               .restitution = 0.6}) +
                           R"(
[integrator]
type = "nsga-ggl"
step = 3e-3
end = 1
)";
  DeckRun mass(deck, {"integrator.corrections=mass"}), elastic(deck, {"integrator.corrections=elastic"});
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(mass.step() && elastic.step());
    ASSERT_LT((mass.state.q - elastic.state.q).norm(), 1e-12);
    ASSERT_LT((mass.state.v - elastic.state.v).norm(), 1e-12);
  }
}

/// `auto` is elastic for solids whose matrices change, here because of friction.
TEST(ElasticCorrections, AreChosenForSolids) {
  const std::string deck = skidding_block(3);
  DeckRun chosen(deck), elastic(deck, {"integrator.corrections=elastic"}),
      mass(deck, {"integrator.corrections=mass"});
  const double start = chosen.energy();
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(chosen.step() && elastic.step() && mass.step());
    EXPECT_EQ(chosen.state.v, elastic.state.v);
    EXPECT_LE(chosen.energy(), start * (1 + 1e-12));
  }
  EXPECT_GT((chosen.state.v - mass.state.v).norm(), 1e-3);
}

/// A rope (beams) or a strip (shells) that falls on the ground, aslant.
std::string falling(const std::string& type) {
  const bool is_rope = type == "beam";
  const std::string section = "[[section]]\nname = \"s\"\ntype = \"circle\"\ndiameter = 0.012\n";
  const std::string mesh =
      is_rope ? section +
                    scene::line_mesh({.name = "b", .from = {0, 0, 0.006}, .to = {0.4, 0, 0.1}, .elements = 8})
              : scene::sheet_mesh({.name = "b",
                                   .corners = {0, 0, 0.006, 0.4, 0, 0.1, 0.4, 0.05, 0.1, 0, 0.05, 0.006},
                                   .counts = {8, 1}});
  return scene::gravity({0, 0, -9.81}) +
         scene::material({.E = is_rope ? 1e9 : 1e11, .nu = 0.3, .rho = 5000}) + mesh +
         scene::element({.name = "b",
                         .type = type,
                         .mesh = "b",
                         .section = is_rope ? "s" : "",
                         .thickness = is_rope ? 0 : 0.012}) +
         scene::point_plane({.name = "ground",
                             .points = "b",
                             .through = {0, 0, 0},
                             .normal = {0, 0, 1},
                             .radius = 0.006,
                             .friction = 0.4}) +
         R"(
[[initial]]
on = "b"
velocity = [0.5, 0, -1]
[integrator]
step = 1e-3
end = 1
)";
}

/// Their nodes are as light beside the stiffness between them as those of solids: with corrections of the
/// mass, a belt of beams around a drum found no steps any more.
TEST(ElasticCorrections, AreChosenForBeamsAndShells) {
  for (const char* kind : {"beam", "shell"}) {
    SCOPED_TRACE(kind);
    DeckRun chosen(falling(kind)), elastic(falling(kind), {"integrator.corrections=elastic"}),
        mass(falling(kind), {"integrator.corrections=mass"});
    const double start = chosen.energy();
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(chosen.step()) << chosen.result.failure_cause;
      ASSERT_TRUE(elastic.step()) << elastic.result.failure_cause;
      if (i == 0) {
        ASSERT_TRUE(mass.step());
        EXPECT_GT((chosen.state.v - mass.state.v).norm(), 1e-3);
      }
      EXPECT_EQ(chosen.state.v, elastic.state.v);
      EXPECT_LE(chosen.energy(), start * (1 + 1e-6));
    }
    DeckRun resolved(falling(kind), {"integrator.step=1e-6"}),
        of_mass(falling(kind), {"integrator.step=1e-6", "integrator.corrections=mass"});
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(resolved.step() && of_mass.step());
    EXPECT_EQ(resolved.state.v, of_mass.state.v);
  }
}

}  // namespace
}  // namespace jounce::test
