#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/scene.h"
#include "mixed_schemes.h"

// What the mixed schemes do beside what tests/integrators/test_friction.cpp and test_order.cpp ask of all
// schemes.

namespace jounce::test {
namespace {

using testing::HasSubstr;

class Mixed : public MixedScheme {};

INSTANTIATE_TEST_SUITE_P(Schemes, Mixed, kMixedSchemes, scheme_name);

const std::string kBall =
    R"(
[model]
gravity = [0, -10]
[[body]]
name = "ball"
type = "point-mass"
mass = 2
position = [0, 1]
)" + scene::point_plane({.points = "ball", .through = {0, 0}, .normal = {0, 1}, .restitution = 0.5});

/// The impact law holds for the velocity just before the impact, not for that at the start of the step.
TEST_P(Mixed, ImpactAtTheEndOfTheStepThatPenetrates) {
  DeckRun ball = run(kBall);
  while (ball.result.impacts.empty()) {
    ASSERT_LT(ball.state.t, 1);
    ASSERT_TRUE(ball.step()) << ball.result.failure_cause;
  }
  EXPECT_NEAR(ball.state.t, 0.45, 1e-12);  // falls 1 m in 0.4472 s
  EXPECT_NEAR(ball.state.q[1], 1 - 5 * 0.45 * 0.45, 1e-14);
  ASSERT_EQ(ball.result.impacts.size(), 1u);
  EXPECT_NEAR(ball.result.impacts[0].velocity_before, -4.5, 1e-13);
  EXPECT_NEAR(ball.result.impacts[0].velocity_after, 2.25, 1e-13);
  EXPECT_NEAR(ball.result.impulse[0], 2 * 6.75, 1e-13);
  EXPECT_NEAR(ball.result.contact_work, -0.5 * 2 * (4.5 * 4.5 - 2.25 * 2.25), 1e-12);
  // Free flight again: exact under constant forces only when no old acceleration is left.
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(ball.step());
  EXPECT_NEAR(ball.state.v[1], 2.25 - 10 * 0.1, 1e-13);
}

/// A contact that closes for good carries the weight from the next step on, without ringing.
TEST_P(Mixed, LandsWithoutRinging) {
  DeckRun ball = run(kBall, {"contact.floor.restitution=0"});
  while (ball.result.impacts.empty()) ASSERT_TRUE(ball.step());
  const double depth = ball.state.q[1];
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(ball.step());
    EXPECT_NEAR(ball.result.impulse[0], 2 * 10 * ball.h, 1e-13);
    EXPECT_TRUE(ball.result.impacts.empty());
  }
  EXPECT_NEAR(ball.state.q[1], depth, 1e-14);
  EXPECT_NEAR(ball.state.v[1], 0, 1e-14);
}

/// A ball that touches and approaches at the start has its impact in the first step, once.
TEST_P(Mixed, ContactThatTouchesAtTheStartHasOneImpact) {
  DeckRun ball =
      run(kBall, {"model.gravity=[0, 0]", "body.ball.position=[0, 0]", "body.ball.velocity=[0, -1]"});
  int impacts = 0;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(ball.step());
    impacts += static_cast<int>(ball.result.impacts.size());
  }
  EXPECT_EQ(impacts, 1);
  EXPECT_NEAR(ball.state.v[1], 0.5, 1e-15);
}

/// Two corners of a block that falls flat, beside each other: one problem, one impulse each.
TEST_P(Mixed, SimultaneousImpactsAreOneProblem) {
  DeckRun block =
      run(scene::gravity({0, -10}) +
          scene::rigid({.name = "block", .mass = 3, .inertia = {0.2}, .position = {0, 0.35}}) + R"(
[[marker]]
name = "left"
on = "block"
at = [-0.5, -0.3]
[[marker]]
name = "right"
on = "block"
at = [0.5, -0.3]
[[contact]]
name = "floor"
type = "point-plane"
points = ["left", "right"]
through = [0, 0]
normal = [0, 1]
restitution = 0.2
friction = 0.3
)");
  while (block.result.impacts.empty()) ASSERT_TRUE(block.step());
  ASSERT_EQ(block.result.impacts.size(), 2u);
  EXPECT_NEAR(block.result.impacts[0].impulse, block.result.impacts[1].impulse, 1e-13);
  EXPECT_NEAR(block.state.v[1], 0.2 * 10 * block.state.t, 1e-13);
  EXPECT_NEAR(block.state.v[2], 0, 1e-13);
}

/// A pendulum that hits a wall: the joint takes its part of the impulse.
TEST_P(Mixed, JointsTakePartInTheImpact) {
  DeckRun pendulum = input("pendulum", {std::string("integrator.type=") + GetParam()});
  while (pendulum.result.impacts.empty()) {
    ASSERT_TRUE(pendulum.step()) << pendulum.result.failure_cause;
    ASSERT_LT(pendulum.violation().second, 1e-13);
  }
  const Impact& impact = pendulum.result.impacts[0];
  const double e = impact.row.law->restitution;
  EXPECT_GT(e, 0);
  EXPECT_NEAR(impact.velocity_after, -e * impact.velocity_before, 1e-13);
}

/// Without dissipation nothing determines the normal accelerations of two stages at one time.
TEST(MixedEdAlpha, RefusesNoDissipationWithConstraints) {
  const std::string integrator =
      R"(
[integrator]
type = "mixed-ed-alpha"
step = 1e-2
end = 1
rho_inf = 1
)";
  try {
    const DeckRun run(kBall + integrator);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("rho_inf below 1"));
  }
  EXPECT_NO_THROW(DeckRun(R"(
[[body]]
name = "ball"
type = "point-mass"
mass = 2
position = [0, 1]
)" + integrator));
}

/// A mass on a spring, 0.1 m/s at the start, with `integrator` and its step.
std::string oscillator(double mass, double stiffness, const std::string& integrator, double h) {
  return scene::point_mass({.name = "mass", .mass = mass, .position = {1, 0}}) + fmt::format(R"(
[[marker]]
name = "origin"
on = "ground"
at = [0, 0]
[[element]]
name = "spring"
type = "spring"
between = ["origin", "mass"]
stiffness = {}
rest_length = 1
[[initial]]
on = "mass"
velocity = [0.1, 0]
[integrator]
{}
step = {}
)",
                                                                                             stiffness,
                                                                                             integrator, h);
}

/// m x'' + k x = 0: order 3 for the scalar model problem with alpha_AR = 1/6 (Rezaei, Schindler,
/// section 2.7).
TEST(MixedEdAlpha, IsOfOrderThreeOnAnOscillator) {
  const auto error = [](double h) {
    DeckRun run(oscillator(1, 1, R"(type = "mixed-ed-alpha"
rho_inf = 0
end = 2)",
                           h));
    while (run.state.t < 2 - 1e-9) EXPECT_TRUE(run.step());
    return std::abs(run.state.q[0] - 1 - 0.1 * std::sin(2.0));
  };
  EXPECT_NEAR(std::log2(error(0.1) / error(0.05)), 3, 0.15);
}

std::string limited(double h) {
  return oscillator(2, 800, R"(type = "half-explicit"
end = 100)",
                    h);
}

/// omega = 20, so the limit is 0.1: energy stays bounded below it, and larger steps are refused.
TEST(HalfExplicit, RefusesStepsAboveTheLimitOfStability) {
  DeckRun stable(limited(0.099));
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(stable.step());
    ASSERT_LT(std::abs(stable.state.q[0] - 1), 0.1);
  }
  try {
    DeckRun unstable(limited(0.101));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("the step of 0.101 is beyond the limit of stability of 'spring': 0.1"));
    EXPECT_THAT(error.what(), HasSubstr("mixed-generalized-alpha"));
  }
}

/// Bars of linear elements with consistent mass: omega_max = sqrt(12) c / l for many elements.
TEST(HalfExplicit, LimitOfABar) {
  for (const auto& [h, stands] : {std::pair{9.5e-4, true}, std::pair{9.8e-4, false}}) {
    const std::vector<std::string> set = {"integrator.type=half-explicit", "element.rod.mass=consistent",
                                          "integrator.step=" + std::to_string(h)};
    if (stands) {
      EXPECT_NO_THROW(input("elastic_bar", set));
    } else {
      EXPECT_THROW(input("elastic_bar", set), std::runtime_error);
    }
  }
}

}  // namespace
}  // namespace jounce::test
