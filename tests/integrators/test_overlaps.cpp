// Contacts that begin overlapped, in schemes whose contacts are exact on position level.

#include <gtest/gtest.h>

#include <algorithm>

#include "../support/deck_run.h"
#include "../support/scene.h"

namespace jounce::test {
namespace {

/// An elastic rod that flies at a wall at 2 m/s, its end behind it, in steps of 2 us.
DeckRun rod_behind_wall(double depth) {
  return DeckRun(scene::material({.E = 200e9, .rho = 7850}) +
                 scene::line_mesh({.name = "rod", .from = {0}, .to = {1}, .elements = 50}) + R"(
[model]
dimension = 1
[[element]]
name = "rod"
type = "bar"
mesh = "rod"
material = "m"
area = 1e-4
[[initial]]
on = "rod"
velocity = [-2]
)" + scene::point_plane({.name = "wall", .points = "rod.start", .through = {depth}, .normal = {1}}) +
                 R"(
[integrator]
type = "nsga-ggl"
step = 2e-6
end = 1
)");
}

/// To close the gap at once would store hundreds of times the energy of the rod.
TEST(Overlaps, MakeNoEnergy) {
  const double depth = 1e-3;
  DeckRun run = rod_behind_wall(depth);
  const double energy = run.energy();
  ASSERT_NEAR(run.gap(0), -depth, 1e-15);
  double least = 0;
  while (run.state.t < 1.2e-3) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    least = std::min(least, run.gap(0));
    EXPECT_LT(run.energy(), 1.001 * energy);
  }
  EXPECT_GE(least, -depth - 1e-12);
  EXPECT_GT(run.gap(0), 0);  // the rod has turned round
}

/// A fifth of the way that the rod goes in a step is closed in it.
TEST(Overlaps, OfNextToNothingAreClosedAtOnce) {
  for (const double part : {0.19, 0.21}) {
    DeckRun run = rod_behind_wall(part * 2 * 2e-6);
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    EXPECT_EQ(run.gap(0) > -1e-15, part < 0.2) << run.gap(0);
  }
}

class SunkMass : public testing::TestWithParam<std::string> {};

/// A mass that lies a little in the ground rises at a twentieth of the speed of a fall, d' = -0.05 (g
/// d)^(1/2): it is out after 2 (d / g)^(1/2) / 0.05 = 0.40 s, and has no velocity.
TEST_P(SunkMass, ComesOutAtRest) {
  constexpr double kDepth = 1e-3;
  DeckRun run(scene::gravity({0, -9.81}) +
              scene::point_mass({.name = "mass", .mass = 3, .position = {0, -kDepth}}) +
              scene::point_plane({.name = "ground", .points = "mass", .through = {0, 0}, .normal = {0, 1}}) +
              R"(
[integrator]
type = ")" + GetParam() +
              R"("
step = 1e-3
end = 1
)");
  double gap = run.gap(0);
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    EXPECT_GE(run.gap(0), std::min(gap, 0.0) - 1e-12) << i;
    gap = run.gap(0);
    if (i == 199) {
      // Velocities of generalized-alpha are not zero while it rises.
      EXPECT_NEAR(gap, -kDepth / 4, (GetParam() == "nsga-ggl" ? 0.02 : 0.07) * kDepth);
    }
  }
  EXPECT_NEAR(gap, 0, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Schemes, SunkMass, testing::Values("nsga-ggl", "generalized-alpha"),
                         [](const auto& scheme) { return scheme.param == "nsga-ggl" ? "ggl" : "alpha"; });

}  // namespace
}  // namespace jounce::test
