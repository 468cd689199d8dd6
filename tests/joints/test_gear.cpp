// Gears, racks and screws against their equations of motion in one coordinate.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"

namespace jounce {
namespace {

using test::DeckRun;

const char* const kSchemes[] = {R"(type = "nsga-ggl")", R"(type = "nsga-ggl"
solver = "sequential")",
                                R"(type = "generalized-alpha")", R"(type = "event-driven")"};

std::string head(const std::string& scheme) {
  return fmt::format("[integrator]\n{}\nstep = 1e-3\nend = 1\n", scheme);
}

std::string wheel(const std::string& name, double x, double inertia) {
  return fmt::format(
      R"(
[[body]]
name = "{0}"
type = "rigid"
mass = 2
inertia = {1}
position = [{2}, 0]
[[joint]]
name = "pin_{0}"
type = "revolute"
between = ["ground", "{0}"]
at = [{2}, 0]
)",
      name, inertia, x);
}

const std::string kRack =
    scene::rigid({.name = "rack", .mass = 4, .inertia = {1}, .position = {0, 0.5}}) + R"(
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "rack"]
at = [0, 0.5]
axis = [1, 0]
)";

/// A constant torque on one of two gear wheels: (J_1 + i^2 J_2) phi'' = M, over several turns.
TEST(Gear, AcceleratesBothWheelsOverManyTurns) {
  for (const char* const scheme : kSchemes) {
    SCOPED_TRACE(scheme);
    DeckRun run(head(scheme) + wheel("a", 0, 0.3) + wheel("b", 1, 0.05) + R"(
[[joint]]
name = "mesh"
type = "gear"
joints = ["pin_a", "pin_b"]
ratio = -2
[[load]]
name = "drive"
type = "moment"
on = "a"
moment = 20
)");
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(run.step()) << run.result.failure_cause;
      ASSERT_LT(run.violation().first, 1e-13);
    }
    const double a = 20 / (0.3 + 4 * 0.05);  // 40 rad/s^2: 20 rad in 1 s
    EXPECT_NEAR(run.state.q[2], a / 2, 1e-4);
    EXPECT_NEAR(run.state.q[5], -a, 2e-4);
    // Tooth force as a moment on the second wheel: J_2 phi_2''
    EXPECT_NEAR(run.result.reaction[run.system().joints().first_row(run.model->find_constraint("mesh"))],
                -0.05 * 2 * a, 1e-4);
  }
}

/// A rack driven by a torque on the pinion: (J/r + m r) x'' = M/..., x = r phi.
TEST(RackAndPinion, MovesTheRack) {
  for (const char* const scheme : kSchemes) {
    SCOPED_TRACE(scheme);
    DeckRun run(head(scheme) + wheel("pinion", 0, 0.3) + kRack + R"(
[[joint]]
name = "mesh"
type = "rack-and-pinion"
joints = ["pin_pinion", "guide"]
radius = -0.5
[[load]]
name = "drive"
type = "moment"
on = "pinion"
moment = -13
)");
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(run.step()) << run.result.failure_cause;
    EXPECT_NEAR(run.state.q[2], -13 / (0.3 + 4 * 0.25) / 2, 1e-4);
    EXPECT_NEAR(run.state.q[3], 0.5 * 13 / (0.3 + 4 * 0.25) / 2, 1e-4);
  }
}

/// A nut that sinks on a vertical screw: (m + J/p^2) z'' = -m g with z = p phi.
TEST(RackAndPinion, IsAScrewOnACylindricalJoint) {
  for (const char* const scheme : kSchemes) {
    SCOPED_TRACE(scheme);
    DeckRun run("[model]\ndimension = 3\ngravity = [0, 0, -9.81]\n" + head(scheme) + R"(
[[body]]
name = "nut"
type = "rigid-3d"
mass = 2
inertia = [0.1, 0.1, 0.02]
position = [0, 0, 0]
[[joint]]
name = "thread"
type = "cylindrical"
between = ["ground", "nut"]
at = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "pitch"
type = "rack-and-pinion"
joints = ["thread", "thread"]
radius = 0.1
)");
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(run.step()) << run.result.failure_cause;
    const double fall = 0.5 * 2 * 9.81 / (2 + 0.02 / 0.01);  // 2.45 m: 24.5 rad
    EXPECT_NEAR(run.state.q[2], -fall, 1e-4);
    const auto nut = run.model->find_marker("nut");
    MarkerKinematics k;
    nut->evaluate(run.state, Derivatives::first, k);
    EXPECT_NEAR(k.R(0, 0), std::cos(10 * run.state.q[2]), 1e-12);
    EXPECT_NEAR(k.R(1, 0), std::sin(10 * run.state.q[2]), 1e-12);
  }
}

TEST(Gear, RefusesJointsThatDoNotTurn) {
  const std::string wheels = head(kSchemes[0]) + wheel("a", 0, 1) + kRack;
  const auto gear = [&](const std::string& rest) {
    return wheels + R"(
[[joint]]
name = "mesh"
type = "gear"
)" + rest;
  };
  EXPECT_THROW(DeckRun(gear(R"(
joints = ["pin_a", "guide"]
ratio = 2
)")),
               params::InputError);
  EXPECT_THROW(DeckRun(gear(R"(
joints = ["pin_a", "nobody"]
ratio = 2
)")),
               params::InputError);
  EXPECT_THROW(DeckRun(gear(R"(
joints = ["pin_a", "pin_a"]
ratio = 0
)")),
               params::InputError);
}

}  // namespace
}  // namespace jounce
