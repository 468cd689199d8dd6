// Gears, racks and screws against their equations of motion in one coordinate.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"

namespace jounce {
namespace {

using test::DeckRun;

const char* const kSchemes[] = {"type = \"nsga-ggl\"", "type = \"nsga-ggl\"\nsolver = \"sequential\"",
                                "type = \"generalized-alpha\"", "type = \"event-driven\""};

std::string head(const std::string& scheme) {
  return fmt::format("[integrator]\n{}\nstep = 1e-3\nend = 1\n", scheme);
}

std::string wheel(const std::string& name, double x, double inertia) {
  return fmt::format(
      "[[body]]\nname = \"{0}\"\ntype = \"rigid\"\nmass = 2\ninertia = {1}\nposition = [{2}, 0]\n"
      "[[joint]]\nname = \"pin_{0}\"\ntype = \"revolute\"\nbetween = [\"ground\", \"{0}\"]\nat = [{2}, 0]\n",
      name, inertia, x);
}

/// A constant torque on one of two gear wheels: (J_1 + i^2 J_2) phi'' = M, over several turns.
TEST(Gear, AcceleratesBothWheelsOverManyTurns) {
  for (const char* const scheme : kSchemes) {
    SCOPED_TRACE(scheme);
    DeckRun run(head(scheme) + wheel("a", 0, 0.3) + wheel("b", 1, 0.05) +
                "[[joint]]\nname = \"mesh\"\ntype = \"gear\"\njoints = [\"pin_a\", \"pin_b\"]\nratio = -2\n"
                "[[load]]\nname = \"drive\"\ntype = \"moment\"\non = \"a\"\nmoment = 20\n");
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
    DeckRun run(
        head(scheme) + wheel("pinion", 0, 0.3) +
        "[[body]]\nname = \"rack\"\ntype = \"rigid\"\nmass = 4\ninertia = 1\nposition = [0, 0.5]\n"
        "[[joint]]\nname = \"guide\"\ntype = \"prismatic\"\nbetween = [\"ground\", \"rack\"]\nat = [0, 0.5]\n"
        "axis = [1, 0]\n"
        "[[joint]]\nname = \"mesh\"\ntype = \"rack-and-pinion\"\njoints = [\"pin_pinion\", \"guide\"]\n"
        "radius = -0.5\n"
        "[[load]]\nname = \"drive\"\ntype = \"moment\"\non = \"pinion\"\nmoment = -13\n");
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(run.step()) << run.result.failure_cause;
    EXPECT_NEAR(run.state.q[2], -13 / (0.3 + 4 * 0.25) / 2, 1e-4);
    EXPECT_NEAR(run.state.q[3], 0.5 * 13 / (0.3 + 4 * 0.25) / 2, 1e-4);
  }
}

/// A nut that sinks on a vertical screw: (m + J/p^2) z'' = -m g with z = p phi.
TEST(RackAndPinion, IsAScrewOnACylindricalJoint) {
  for (const char* const scheme : kSchemes) {
    SCOPED_TRACE(scheme);
    DeckRun run("[model]\ndimension = 3\ngravity = [0, 0, -9.81]\n" + head(scheme) +
                "[[body]]\nname = \"nut\"\ntype = \"rigid-3d\"\nmass = 2\ninertia = [0.1, 0.1, 0.02]\n"
                "position = [0, 0, 0]\n"
                "[[joint]]\nname = \"thread\"\ntype = \"cylindrical\"\nbetween = [\"ground\", \"nut\"]\n"
                "at = [0, 0, 0]\naxis = [0, 0, 1]\n"
                "[[joint]]\nname = \"pitch\"\ntype = \"rack-and-pinion\"\njoints = [\"thread\", \"thread\"]\n"
                "radius = 0.1\n");
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
  const std::string wheels =
      head(kSchemes[0]) + wheel("a", 0, 1) +
      "[[body]]\nname = \"rack\"\ntype = \"rigid\"\nmass = 4\ninertia = 1\nposition = [0, 0.5]\n"
      "[[joint]]\nname = \"guide\"\ntype = \"prismatic\"\nbetween = [\"ground\", \"rack\"]\n"
      "at = [0, 0.5]\naxis = [1, 0]\n";
  const auto gear = [&](const std::string& rest) {
    return wheels + "[[joint]]\nname = \"mesh\"\ntype = \"gear\"\n" + rest;
  };
  EXPECT_THROW(DeckRun(gear("joints = [\"pin_a\", \"guide\"]\nratio = 2\n")), params::InputError);
  EXPECT_THROW(DeckRun(gear("joints = [\"pin_a\", \"nobody\"]\nratio = 2\n")), params::InputError);
  EXPECT_THROW(DeckRun(gear("joints = [\"pin_a\", \"pin_a\"]\nratio = 0\n")), params::InputError);
}

}  // namespace
}  // namespace jounce
