#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "friction_runs.h"

// Coulomb friction in the schemes that know it, against closed solutions.

namespace jounce::test {
namespace {

struct FrictionScheme {
  const char* name;
  std::vector<std::string> set;
  bool is_exact;           ///< positions under constant forces
  bool has_drift = false;  ///< constraints at velocity level only

  friend void PrintTo(const FrictionScheme& s, std::ostream* out) { *out << s.name; }
};

class Friction : public testing::TestWithParam<FrictionScheme> {
 protected:
  DeckRun run(const std::string& deck, std::vector<std::string> set = {}) const {
    return run_of(deck, GetParam().set, std::move(set));
  }
};

INSTANTIATE_TEST_SUITE_P(
    Schemes, Friction,
    testing::Values(
        FrictionScheme{"ggl", {"integrator.solver=monolithic"}, true},
        FrictionScheme{"fischer_burmeister",
                       {"integrator.solver=monolithic", "integrator.contact_function=fischer-burmeister"},
                       true},
        FrictionScheme{"condensed", {"integrator.solver=condensed"}, true},
        FrictionScheme{"sequential", {"integrator.solver=sequential"}, true},
        FrictionScheme{"moreau_jean", {"integrator.type=moreau-jean", "integrator.theta=0.5"}, true, true},
        FrictionScheme{"mixed_alpha", {"integrator.type=mixed-generalized-alpha"}, true, true},
        FrictionScheme{"mixed_alpha_damped",
                       {"integrator.type=mixed-generalized-alpha", "integrator.rho_inf=0"},
                       true,
                       true},
        FrictionScheme{"mixed_bathe", {"integrator.type=mixed-bathe"}, true, true},
        FrictionScheme{
            "mixed_ed_alpha", {"integrator.type=mixed-ed-alpha", "integrator.tolerance=1e-14"}, true, true},
        FrictionScheme{
            "mixed_ed_alpha_damped", {"integrator.type=mixed-ed-alpha", "integrator.rho_inf=0"}, true, true},
        FrictionScheme{"half_explicit", {"integrator.type=half-explicit"}, true, true}),
    [](const auto& test) { return test.param.name; });

/// A block on a plane inclined by alpha = 0.3 (in the plane the x axis runs down the plane).
std::string incline(int dimension, const std::string& mu) {
  if (dimension == 2)
    return fmt::format(R"toml(
[parameters]
alpha = 0.3
[model]
gravity = ["9.81*sin(alpha)", "-9.81*cos(alpha)"]
[[body]]
name = "block"
type = "point-mass"
mass = 2
position = [0, 0]
[[contact]]
name = "plane"
type = "point-plane"
points = ["block"]
through = [0, 0]
normal = [0, 1]
friction = {}
)toml",
                       mu);
  return fmt::format(R"toml(
[parameters]
alpha = 0.3
[model]
dimension = 3
gravity = ["9.81*sin(alpha)*0.6", "9.81*sin(alpha)*0.8", "-9.81*cos(alpha)"]
[[body]]
name = "block"
type = "point-mass"
mass = 2
position = [0, 0, 0]
[[contact]]
name = "plane"
type = "point-plane"
points = ["block"]
through = [0, 0, 0]
normal = [0, 0, 1]
friction = {}
)toml",
                     mu);
}

TEST_P(Friction, BlockSticksBelowTheAngleOfFrictionAndSlidesAbove) {
  const double critical = std::tan(0.3);
  for (const int dimension : {2, 3}) {
    DeckRun sticks = run(incline(dimension, fmt::format("{:.17g}", critical * (1 + 1e-10))));
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(sticks.step()) << sticks.result.failure_cause;
    EXPECT_LT(sticks.state.v.norm(), 1e-15) << dimension;
    EXPECT_LT(sticks.state.q.norm(), 1e-15) << dimension;

    DeckRun slides = run(incline(dimension, fmt::format("{:.17g}", critical * (1 - 1e-10))));
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(slides.step()) << slides.result.failure_cause;
    EXPECT_NEAR(slides.state.v.norm(), 9.81 * std::sin(0.3) * 1e-10, 1e-14) << dimension;
  }
}

TEST_P(Friction, SlidingBlockAcceleratesUniformly) {
  for (const int dimension : {2, 3}) {
    DeckRun slides = run(incline(dimension, "0.25"));
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(slides.step()) << slides.result.failure_cause;
      EXPECT_NEAR(slides.result.friction_impulse.norm(), 0.25 * slides.result.impulse[0], 1e-15);
    }
    const double a = 9.81 * (std::sin(0.3) - 0.25 * std::cos(0.3));
    EXPECT_NEAR(slides.state.v.head(dimension - 1).norm(), a, 1e-13);
    EXPECT_NEAR(slides.state.q.head(dimension - 1).norm(), a / 2, GetParam().is_exact ? 1e-13 : 0.5e-2 * a);
    EXPECT_NEAR(slides.state.q[dimension - 1], 0, 1e-15);
  }
}

/// A coefficient that falls with the slip speed: m v' = F - mu(v) m g, v' = a - b (1 - c v) has an
/// exponential solution.
TEST_P(Friction, CoefficientMayDependOnTheSlipSpeed) {
  const std::string deck =
      R"(
[model]
gravity = [4, -10]
[[body]]
name = "block"
type = "point-mass"
mass = 2
position = [0, 0]
velocity = [0.1, 0]
)" + scene::point_plane({.name = "plane", .points = "block", .through = {0, 0}, .normal = {0, 1}}) +
      R"toml(
friction = "0.3*(1 - 0.2*v)"
)toml";
  std::vector<double> errors;
  for (const char* const h : {"1e-2", "5e-3"}) {
    DeckRun slides = run(deck, {std::string("integrator.step=") + h});
    while (slides.state.t < 1 - 1e-9) ASSERT_TRUE(slides.step()) << slides.result.failure_cause;
    // v' = 1 + 0.6 v
    errors.push_back(std::abs(slides.state.v[0] - ((0.1 + 1 / 0.6) * std::exp(0.6) - 1 / 0.6)));
  }
  EXPECT_LT(errors[1], 5e-3);
  EXPECT_GT(errors[0], 1.9 * errors[1]);
}

/// A sphere that starts sliding rolls from t = 2 v0/(7 mu g) on with 5/7 v0, whatever the direction.
TEST_P(Friction, SlidingSphereEndsRolling) {
  const std::string deck =
      scene::gravity({0, 0, -10}) +
      scene::rigid({.name = "ball", .mass = 3, .inertia = {0.3, 0.3, 0.3}, .position = {0, 0, 0.5}}) + R"(
velocity = [0.6, 0.8, 0]
)" +
      scene::point_plane({.points = "ball",
                          .through = {0, 0, 0},
                          .normal = {0, 0, 1},
                          .radius = 0.5,
                          .friction = 0.3});  // 2/5 m r^2 = 0.3
  DeckRun ball = run(deck);
  const double stops = 2.0 / (7 * 0.3 * 10);
  double energy = ball.energy();
  while (ball.state.t < 0.5) {
    ASSERT_TRUE(ball.step()) << ball.result.failure_cause;
    const double speed = ball.state.v.head<2>().norm();
    if (ball.state.t < stops) {
      EXPECT_NEAR(speed, 1 - 3 * ball.state.t, 1e-12);
    } else if (ball.state.t > stops + ball.h) {
      EXPECT_NEAR(speed, 5.0 / 7, 1e-12);
    }
    EXPECT_LE(ball.energy(), energy * (1 + 1e-13));
    energy = ball.energy();
  }
  EXPECT_NEAR(ball.state.v[0] / ball.state.v[1], 0.75, 1e-12);
  EXPECT_NEAR(ball.state.q[2], 0.5, 1e-15);
}

/// An oblique impact with both restitutions: friction large enough to stick reverses the slip velocity.
TEST_P(Friction, ObliqueImpact) {
  const std::string deck =
      R"(
[model]
gravity = [0, 0]
[[body]]
name = "ball"
type = "point-mass"
mass = 2
position = [0, 0.0317]
velocity = [0.4, -1]
)" + scene::point_plane({.points = "ball", .through = {0, 0}, .normal = {0, 1}, .restitution = 0.5});
  DeckRun sticks = run(deck + "friction = 0.9\ntangential_restitution = 0.25\n");
  DeckRun slips = run(deck + "friction = 0.1\ntangential_restitution = 0.25\n");
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(sticks.step());
    ASSERT_TRUE(slips.step());
  }
  EXPECT_NEAR(sticks.state.v[0], -0.1, 1e-14);
  EXPECT_NEAR(sticks.state.v[1], 0.5, 1e-14);
  EXPECT_NEAR(slips.state.v[0], 0.4 - 0.1 * 1.5, 1e-14);
  EXPECT_NEAR(slips.state.v[1], 0.5, 1e-14);
}

/// A ladder of two bodies with joints and two rough contacts: joints and gaps stay exact, energy never grows.
TEST_P(Friction, JointsStayExactBesideFriction) {
  const std::string deck =
      R"(
[model]
gravity = [0, -9.81]
[[body]]
name = "a"
type = "rigid"
mass = 1
inertia = 0.09
position = [-0.4, 0.3]
angle = 0.6435011087932844
[[body]]
name = "b"
type = "rigid"
mass = 1
inertia = 0.09
position = [0.4, 0.3]
angle = -0.6435011087932844
[[marker]]
name = "foot_a"
on = "a"
at = [-0.5, 0]
[[marker]]
name = "foot_b"
on = "b"
at = [0.5, 0]
[[joint]]
name = "hinge"
type = "revolute"
between = ["a", "b"]
at = [0, 0.6]
[[contact]]
name = "floor"
type = "point-plane"
points = ["foot_a", "foot_b"]
through = [0, 0]
normal = [0, 1]
friction = 0.2
)";
  DeckRun ladder = run(deck, {"integrator.step=1e-3"});
  const double start = ladder.energy();
  double energy = start, penetration = 0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(ladder.step()) << ladder.state.t << ": " << ladder.result.failure_cause;
    const auto [position, velocity] = ladder.violation();
    EXPECT_LT(velocity, 1e-13);
    if (!GetParam().has_drift) {
      EXPECT_LT(position, 1e-14);
      penetration = std::min({penetration, ladder.gap(0, 0), ladder.gap(0, 1)});
      EXPECT_LE(ladder.energy(), energy + 1e-5 * start);
    }
    energy = ladder.energy();
  }
  EXPECT_GT(penetration, -1e-14);
  EXPECT_LT(energy, 0.97 * start);  // it slides apart
  EXPECT_NEAR(ladder.state.q[0], -ladder.state.q[3], 1e-10);
}

TEST(FrictionDeck, RefusesSchemesWithoutIt) {
  for (const char* const scheme : {"generalized-alpha", "event-driven"}) {
    try {
      const DeckRun run(incline(2, "0.3") + fmt::format(R"(
[integrator]
type = "{}"
step = 1e-2
end = 1
)",
                                                        scheme));
      FAIL();
    } catch (const params::InputError& error) {
      ASSERT_EQ(error.diagnostics().size(), 1u);
      EXPECT_NE(error.diagnostics()[0].message.find("does not support friction"), std::string::npos);
      EXPECT_NE(error.diagnostics()[0].message.find("'nsga-ggl'"), std::string::npos);
      EXPECT_EQ(error.diagnostics()[0].where.line, 17);
    }
  }
}

/// The direction of slip turns at every step: matrices of linear systems are not constant then.
TEST_P(Friction, SlipThatTurnsTakesFewIterations) {
  DeckRun turns = run(R"(
[model]
dimension = 3
gravity = [0, 4, -9.81]
[[body]]
name = "puck"
type = "point-mass"
mass = 2
position = [0, 0, 0]
velocity = [1, -1, 0]
[[contact]]
name = "plane"
type = "point-plane"
points = ["puck"]
through = [0, 0, 0]
normal = [0, 0, 1]
friction = 0.3
)");
  int iterations = 0;
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(turns.step()) << turns.result.failure_cause;
    iterations += turns.result.iterations;
  }
  const bool sweeps = GetParam().name == std::string_view("sequential");
  EXPECT_LE(iterations, 60 * (sweeps ? 60 : 12));
}

}  // namespace
}  // namespace jounce::test
