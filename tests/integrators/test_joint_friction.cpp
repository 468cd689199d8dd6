#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "../support/deck_run.h"
#include "../support/joints_with_friction.h"
#include "../support/scene.h"
#include "friction_runs.h"
#include "sensors/sensor.h"

// Dry friction in joints, in the schemes that know it, against closed solutions.

namespace jounce::test {
namespace {

struct GuideScheme {
  const char* name;
  std::vector<std::string> set;

  friend void PrintTo(const GuideScheme& s, std::ostream* out) { *out << s.name; }
};

class JointFrictionLaw : public testing::TestWithParam<GuideScheme> {
 protected:
  DeckRun run(const std::string& deck, std::vector<std::string> set = {}) const {
    return run_of(deck, GetParam().set, std::move(set));
  }
  static void advance(DeckRun& deck, int steps) {
    for (int i = 0; i < steps; ++i)
      ASSERT_TRUE(deck.step()) << deck.state.t << ": " << deck.result.failure_cause;
  }
};

INSTANTIATE_TEST_SUITE_P(
    Schemes, JointFrictionLaw,
    testing::Values(GuideScheme{"ggl", {"integrator.solver=monolithic"}},
                    GuideScheme{"condensed", {"integrator.solver=condensed"}},
                    GuideScheme{"sequential", {"integrator.solver=sequential"}},
                    GuideScheme{"moreau_jean", {"integrator.type=moreau-jean", "integrator.theta=0.5"}},
                    GuideScheme{"mixed_alpha", {"integrator.type=mixed-generalized-alpha"}},
                    GuideScheme{"mixed_bathe", {"integrator.type=mixed-bathe"}},
                    GuideScheme{"mixed_ed_alpha",
                                {"integrator.type=mixed-ed-alpha", "integrator.tolerance=1e-14"}},
                    GuideScheme{"half_explicit", {"integrator.type=half-explicit"}}),
    [](const auto& test) { return test.param.name; });

/// J w' = -(mu r m g + M_0) exactly until the wheel stops, and then it stays.
TEST_P(JointFrictionLaw, FlywheelRunsDownUniformlyAndStops) {
  DeckRun spins = run(wheel_on_a_pin("friction = 0.2\nradius = 0.01\nfriction_torque = 0.02\n"));
  const double rate = (0.2 * 0.01 * 20 + 0.02) / 0.04;  // 1.5: stops at t = 1
  for (int i = 1; i < 100; ++i) {
    advance(spins, 1);
    EXPECT_NEAR(spins.state.v[2], 1.5 - rate * spins.state.t, 3e-12);
    EXPECT_NEAR(spins.state.q[2], 1.5 * spins.state.t - rate / 2 * spins.state.t * spins.state.t, 3e-12);
    EXPECT_NEAR(spins.result.friction_impulse[0], -0.06 / 0.01 * spins.h, 1e-12);  // at the pin's surface
  }
  advance(spins, 20);
  EXPECT_NEAR(spins.state.v[2], 0, 1e-13);  // round-off of the speed it had
  EXPECT_NEAR(spins.state.q[2], 0.75, 1e-4);
  EXPECT_NEAR(spins.result.reaction[1], 20, 1e-12);
}

TEST_P(JointFrictionLaw, TorqueAloneNeedsNoRadius) {
  DeckRun spins = run(wheel_on_a_pin("friction_torque = 0.03\n"));
  advance(spins, 50);
  EXPECT_NEAR(spins.state.v[2], 1.5 - 0.03 / 0.04 * 0.5, 1e-13);
}

TEST_P(JointFrictionLaw, TorqueAtTheLimitHoldsOrTurnsTheWheel) {
  for (const double excess : {-1e-9, 1e-9}) {
    DeckRun pushed = run(wheel_on_a_pin("friction = 0.2\nradius = 0.01\n") + fmt::format(R"(
[[load]]
name = "push"
type = "moment"
on = "wheel"
moment = {:.17g}
)",
                                                                                         0.04 * (1 + excess)),
                         {"body.wheel.angular_velocity=0"});
    advance(pushed, 100);
    EXPECT_NEAR(pushed.state.v[2], excess > 0 ? 1e-9 : 0.0, 1e-14);
  }
}

std::string incline(int dimension, const std::string& angle, const std::string& keys) {
  if (dimension == 2)
    return scene::gravity({0, -10}) +
           scene::rigid({.name = "block", .mass = 3, .inertia = {0.1}, .position = {0, 0}}) +
           fmt::format(R"toml(
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "block"]
axis = ["cos({})", "-sin({})"]
)toml",
                       angle, angle) +
           keys;
  return scene::gravity({0, 0, -10}) +
         scene::rigid({.name = "block", .mass = 3, .inertia = {0.1, 0.2, 0.3}, .position = {0, 0, 0}}) +
         fmt::format(R"toml(
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "block"]
axis = ["0.6*cos({})", "0.8*cos({})", "-sin({})"]
)toml",
                     angle, angle, angle) +
         keys;
}

TEST_P(JointFrictionLaw, BlockInAGuideSticksBelowTheAngleOfFrictionAndSlidesAbove) {
  for (const int dimension : {2, 3})
    for (const double excess : {-1e-9, 1e-9}) {
      DeckRun block =
          run(incline(dimension, "0.3", fmt::format("friction = {:.17g}\n", std::tan(0.3) * (1 - excess))));
      advance(block, 100);
      EXPECT_NEAR(block.state.v.head(dimension).norm(), excess > 0 ? 10 * std::sin(0.3) * 1e-9 : 0.0, 2e-14)
          << dimension << " " << excess;
    }
}

/// As at the end of a study of parameters: lengths and columns of friction stay valid.
TEST_P(JointFrictionLaw, CoefficientOfZeroIsNoFriction) {
  DeckRun block = run(incline(3, "0.5", "friction = 0\nguide_length = 0.2\n") + R"(
[[history]]
name = "F"
quantity = "friction_force"
of = "guide"
)");
  advance(block, 100);
  EXPECT_NEAR(block.state.v.head<3>().norm(), 10 * std::sin(0.5), 1e-12);
  const Sensor column = make_sensor(*block.deck.entries("history").front(), *block.model, block.deck.units());
  EXPECT_EQ(column.value({*block.model, block.state, block.result, block.h}), 0);
}

TEST_P(JointFrictionLaw, BlockSlidesInAGuideWithConstantAcceleration) {
  for (const int dimension : {2, 3}) {
    DeckRun block = run(incline(dimension, "0.5", "friction = 0.25\nfriction_force = 1.2\n"));
    advance(block, 100);
    const double a = 10 * (std::sin(0.5) - 0.25 * std::cos(0.5)) - 1.2 / 3;
    EXPECT_NEAR(block.state.v.head(dimension).norm(), a, 1e-12);
    EXPECT_NEAR(block.state.q.head(dimension).norm(), a / 2, 5e-3 * a);
  }
}

/// A drawer pushed at a distance e from its axis: pads at its ends, 2 mu P e/L against P. It jams at e = L/(2
/// mu), whatever the push.
TEST_P(JointFrictionLaw, DrawerJamsWhenPushedTooFarOffItsAxis) {
  for (const double push : {1.0, 1e4})
    for (const double excess : {-1e-9, 1e-9}) {
      DeckRun drawer = run(R"(
[model]
gravity = [0, 0]
[[body]]
name = "drawer"
type = "rigid"
mass = 2
inertia = 0.3
position = [0, 0]
angle = 0.7
[[marker]]
name = "handle"
on = "drawer"
)" + fmt::format("at = [0, {:.17g}]\n", 0.5 / (2 * 0.4) * (1 + excess)) +
                           R"toml(
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "drawer"]
axis = ["cos(0.7)", "sin(0.7)"]
friction = 0.4
guide_length = 0.5
[[load]]
name = "push"
type = "force"
on = "handle"
)toml" +
                           fmt::format(R"toml(force = ["{0}*cos(0.7)", "{0}*sin(0.7)"]
)toml",
                                       push));
      advance(drawer, 100);
      EXPECT_NEAR(drawer.state.v.head<2>().norm(), excess > 0 ? 0.0 : push / 2 * 1e-9, push * 1e-14);
    }
}

/// In space: weight m g on both pads, and a push with the arm e that presses them apart sideways.
TEST_P(JointFrictionLaw, SpatialGuideAddsForceAndMomentOnEachPad) {
  const std::string deck =
      scene::gravity({0, 0, -10}) +
      scene::rigid({.name = "drawer", .mass = 2, .inertia = {0.3, 0.2, 0.4}, .position = {0, 0, 0}}) + R"(
[[marker]]
name = "handle"
on = "drawer"
at = [0, 0.3, 0]
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "drawer"]
axis = [1, 0, 0]
friction = 0.2
guide_length = 0.8
guide_width = 0.5
[[load]]
name = "push"
type = "force"
on = "handle"
force = [30, 0, 4]
)";
  DeckRun drawer = run(deck);
  advance(drawer, 100);
  // pads: vertical (m g - 4)/2, sideways P e/L; the moment 4 e about the axis on the sides
  const double pads = 2 * std::hypot((20 - 4) / 2.0, 30 * 0.3 / 0.8) + 2 * 4 * 0.3 / 0.5;
  EXPECT_NEAR(drawer.state.v[0], (30 - 0.2 * pads) / 2, 1e-11);
}

/// An overhung wheel on a pin with two bearings at a distance L: |N_1| + |N_2| = max(m g, 2 m g d/L); on an
/// inclined pin the collar takes the force along it.
TEST_P(JointFrictionLaw, SpatialPinTellsForcesAcrossFromForcesAlong) {
  const auto deck = [](double d, double tilt, const std::string& keys) {
    const double c = std::cos(tilt), s = std::sin(tilt);
    return fmt::format(
               R"(
[model]
dimension = 3
gravity = [0, 0, -10]
[[body]]
name = "wheel"
type = "rigid-3d"
mass = 2
inertia = [0.1, 0.1, 0.04]
position = [{0:.17g}, 0, {1:.17g}]
rotation = [0, {2:.17g}, 0]
angular_velocity = [{3:.17g}, 0, {4:.17g}]
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "wheel"]
at = [0, 0, 0]
axis = [{5:.17g}, 0, {6:.17g}]
friction = 0.2
radius = 0.01
)",
               d * c, d * s, std::numbers::pi / 2 - tilt, 1.5 * c, 1.5 * s, c, s) +
           keys;
  };
  struct Case {
    double d, tilt;
    std::string keys;
    double normal;
  };
  for (const Case& c : {Case{0.3, 0.0, "", 20.0}, Case{0.1, 0.0, "bearing_length = 0.4\n", 20.0},
                        Case{0.3, 0.0, "bearing_length = 0.4\n", 2 * 20 * 0.3 / 0.4},
                        Case{0.1, 0.4, "bearing_length = 0.4\n", 20 * (std::cos(0.4) + std::sin(0.4))},
                        Case{0.1, 0.4, "bearing_length = 0.4\ncollar_radius = 0.025\n",
                             20 * (std::cos(0.4) + 2.5 * std::sin(0.4))},
                        Case{0.1, 0.4, "bearing_length = 0.4\ncollar_radius = 0\n", 20 * std::cos(0.4)}}) {
    DeckRun spins = run(deck(c.d, c.tilt, c.keys));
    EXPECT_NEAR(spins.state.v.tail<3>().norm(), 1.5, 1e-12);
    advance(spins, 50);
    EXPECT_NEAR(spins.state.v.tail<3>().norm(), 1.5 - 0.2 * 0.01 * c.normal / 0.04 * 0.5, 1e-9)
        << c.keys << c.d << " " << c.tilt;
  }
}

/// A tube whose mass lies at the radius r slides and turns on a rod: both velocities fall in proportion, |s|'
/// = -mu g, and end together.
TEST_P(JointFrictionLaw, SleeveHasOneConeForSlidingAlongAndAround) {
  DeckRun tube = run(sleeve(0.125));
  for (int i = 1; i < 80; ++i) {
    advance(tube, 1);
    const double left = 1 - 0.125 * 10 * tube.state.t;  // of |s| = 1; it ends at t = 0.8
    EXPECT_NEAR(tube.state.v[0], 0.6 * left, 1e-11);
    EXPECT_NEAR(tube.state.v[3], 8 * left, 1e-10);
  }
  advance(tube, 20);
  EXPECT_LT(tube.state.v.norm(), 1e-12);
  EXPECT_NEAR(tube.state.q[0], 0.6 * 0.4, 1e-3);
}

/// mu(v) = 0.3 (1 - v): (r w)' = -(mu r^2 m g/J) with r = 0.1, m g = 20, J = 0.04, so u = r w has u' = -1.5
/// (1
/// - u).
TEST_P(JointFrictionLaw, CoefficientMayDependOnTheSlipSpeed) {
  std::vector<double> errors;
  for (const char* const h : {"1e-2", "5e-3"}) {
    DeckRun spins = run(wheel_on_a_pin(R"toml(
friction = "0.3*(1 - v)"
radius = 0.1
)toml"),
                        {std::string("integrator.step=") + h});
    while (spins.state.t < 0.1 - 1e-9) ASSERT_TRUE(spins.step()) << spins.result.failure_cause;
    errors.push_back(std::abs(0.1 * spins.state.v[2] - (1 - 0.85 * std::exp(0.15))));
  }
  EXPECT_LT(errors[0], 2e-3);
  EXPECT_GT(errors[0], 1.9 * errors[1]);
}

/// An impact at a stop of the joint itself: constant friction has no part in it, its impulse belongs to
/// steps. Schemes with impacts of their own have m (1 + e) |v| exactly; in the others it lies inside the
/// step's sum.
TEST_P(JointFrictionLaw, ConstantPartTakesNoPartInAnImpact) {
  const std::string deck =
      R"(
[model]
gravity = [0, 0]
[[body]]
name = "block"
type = "rigid"
mass = 2
inertia = 1
position = [0, 0]
velocity = [1, 0]
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "block"]
axis = [1, 0]
friction_force = 1
upper = 0.105
restitution = 0.5
)";
  DeckRun block = run(deck);
  while (block.result.impacts.empty()) {
    ASSERT_LT(block.state.t, 0.2);
    advance(block, 1);
  }
  ASSERT_EQ(block.result.impacts.size(), 1u);
  const Impact& impact = block.result.impacts[0];
  const double speed = std::abs(impact.velocity_before);
  EXPECT_NEAR(speed, 1 - 0.5 * 0.11, 0.02) << "slowed by 1 N on 2 kg";
  EXPECT_NEAR(std::abs(impact.velocity_after), 0.5 * speed, 1e-12);
  const std::string scheme = GetParam().name;
  const bool has_own_impacts = scheme.rfind("mixed", 0) == 0 || scheme == "half_explicit";
  EXPECT_NEAR(impact.impulse, 2 * 1.5 * speed, has_own_impacts ? 1e-12 : (1 + 1e-9) * block.h);
}

TEST(JointFriction, SolversAgree) {
  DeckRun whole = input("dry_pendulum"), parts = input("dry_pendulum", {"integrator.solver=sequential"});
  long iterations = 0;
  for (int i = 0; i < 700; ++i) {
    ASSERT_TRUE(whole.step()) << whole.result.failure_cause;
    ASSERT_TRUE(parts.step()) << parts.result.failure_cause;
    iterations += whole.result.iterations;
    ASSERT_LT((whole.state.q - parts.state.q).norm(), 1e-10);
    ASSERT_LT((whole.result.friction_impulse - parts.result.friction_impulse).norm(), 1e-10);
  }
  EXPECT_LT(iterations, 5 * 700);
}

/// The impulse of a joint stands in the store of contacts, behind their rows.
TEST(JointFriction, WarmStartIsPartOfTheMemory) {
  DeckRun run = input("dry_flywheel");
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(run.step());
  const double impulse = run.result.friction_impulse[0];
  EXPECT_LT(impulse, 0);
  const auto memory = run.integrator->memory();
  const auto contacts =
      std::find_if(memory.begin(), memory.end(), [](const auto& m) { return m.first == "contacts"; });
  ASSERT_NE(contacts, memory.end());
  ASSERT_EQ(contacts->second->size(), 6);
  EXPECT_EQ((*contacts->second)[4], impulse);
  EXPECT_EQ((*contacts->second)[0], 0);  // behind the contact pairs, of which there are none
}

}  // namespace
}  // namespace jounce::test
