
#include <gtest/gtest.h>

#include <cmath>

#include "../support/hanging_bar.h"
#include "statics.h"
#include "stepping/no_smaller_step.h"

namespace jounce {
namespace {

using test::Statics;

const std::string vertical_bar = test::kHangingBar + R"(
[analysis]
type = "static"
step = 0.25
)";

TEST(StaticEquilibrium, BarHangsUnderItsWeight) {
  Statics s(vertical_bar + "[[boundary]]\non = 'bar.end'\ncomponents = ['x']\n");
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  for (int i = 0; i <= 8; ++i) {  // u = -rho g / E (L^2 - x^2) / 2 from the free end below
    const double x = 0.5 * i;
    const auto& drawing = s.model->drawings.front();
    EXPECT_NEAR(s.state.q[drawing.node_dofs[i]], x - 2 * 10 / 1e4 * (16 - x * x) / 2, 1e-12);
  }
  EXPECT_EQ(s.state.v.norm(), 0);
  EXPECT_LE(s.most_iterations, 2);
  EXPECT_EQ(s.solver->factorisations(), 1) << "the stiffness is constant";
}

/// A support that moves by several elements in a load step takes the others along: iterations do not depend
/// on the mesh, and a stretch of 2 is that of the closed form.
TEST(StaticEquilibrium, SupportsTakeTheMeshAlong) {
  for (const char* const n : {"2", "6", "12"}) {
    Statics s(R"(
[model]
dimension = 2
[parameters]
n = 1
[[material]]
name = "rubber"
type = "neo-hookean"
E = 3
nu = 0
rho = 1
[[mesh]]
name = "block"
type = "block"
from = [0, 0]
to = [1, 1]
counts = ["n", "n"]
[[element]]
name = "rubber"
type = "solid"
mesh = "block"
material = "rubber"
plane = "strain"
strain = "green-lagrange"
formulation = "full"
[[boundary]]
on = "block.x_min"
components = ["x"]
[[boundary]]
on = "block.y_min"
components = ["y"]
[[boundary]]
on = "block.x_max"
components = ["x"]
motion = "t"
[analysis]
type = "static"
step = 0.5
)",
              {std::string("parameters.n=") + n});
    ASSERT_TRUE(s.run()) << s.result.failure_cause;
    EXPECT_LE(s.most_iterations, 7) << n;
    // nu = 0: lambda = 0, the sides stay, and the force is mu (l - 1/l) over the area, mu = E / 2.
    double force = 0;
    Vector f;
    s.model->system.force(s.state, f);
    for (Index i = s.model->system.n_free(); i < s.model->system.nv(); ++i)
      if (s.state.q[i] > 1.9) force -= f[i];
    EXPECT_NEAR(force, 1.5 * (2 - 0.5), 1e-9) << n;
  }
}

TEST(StaticEquilibrium, LoadsComeOnInProportion) {
  Statics s(vertical_bar + "[[boundary]]\non = 'bar.end'\ncomponents = ['x']\n");
  ASSERT_TRUE(s.solver->step(s.state, 0.25, s.result));
  EXPECT_NEAR(s.state.q[s.model->drawings.front().node_dofs[0]], -0.25 * 2 * 10 / 1e4 * 8, 1e-12);
}

TEST(StaticEquilibrium, BarStandsOnTheFloorItWasAbove) {
  // Pushed down by its clamped top until the floor takes part of the weight.
  Statics s(vertical_bar +
            "[[boundary]]\non = 'bar.end'\ncomponents = ['x']\nmotion = '-0.02 * t'\n"
            "[[contact]]\nname = 'floor'\ntype = 'point-plane'\npoints = ['bar.start']\nthrough = "
            "[-0.01]\nnormal = [1]\n");
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  // Free bar: lower end at -0.02 - rho g L^2 / (2 E) = -0.036; the floor shortens it by 0.026.
  const double force = 1e4 * 3 / 4.0 * 0.026;
  ASSERT_EQ(s.result.impulse.size(), 1);
  EXPECT_NEAR(s.result.impulse[0] / 0.25, force, 1e-9 * force);
  EXPECT_NEAR(s.state.q[s.model->drawings.front().node_dofs[0]], -0.01, 1e-15);
  EXPECT_EQ(s.result.active_contacts, 1);
}

TEST(StaticEquilibrium, OpenContactCarriesNoForce) {
  Statics s(vertical_bar +
            "[[boundary]]\non = 'bar.end'\ncomponents = ['x']\n"
            "[[contact]]\nname = 'floor'\ntype = 'point-plane'\npoints = ['bar.start']\nthrough = "
            "[-0.0161]\nnormal = [1]\n");
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  EXPECT_EQ(s.result.impulse[0], 0);
  EXPECT_NEAR(s.state.q[s.model->drawings.front().node_dofs[0]], -0.016, 1e-12);
}

TEST(StaticEquilibrium, BarThatNothingHoldsIsBlamed) {
  Statics s(vertical_bar);
  try {
    s.solver->step(s.state, 0.25, s.result);
    ADD_FAILURE() << "nothing holds the bar";
  } catch (const NoSmallerStep& error) {
    EXPECT_NE(std::string(error.what()).find("1 rigid motion is free: translation along x of the part 'bar'"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(s.state.t, 0);
}

/// A uniform rod on a pin, held by a torsion spring: k (theta - pi/2) = -m g (L/2) cos(theta).
const std::string held_rod = R"(
[model]
dimension = 2
gravity = [0, -9.81]
[[body]]
name = "rod"
type = "rigid"
position = [0, 1]
angle = "pi / 2"
mass = 2
inertia = 0.5
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "rod"]
at = [0, 0]
[[element]]
name = "spring"
type = "torsion-spring"
between = ["ground", "rod"]
stiffness = 10
[[load]]
name = "nudge"
type = "moment"
on = "rod"
moment = -0.5
[analysis]
type = "static"
step = 0.05
)";

TEST(StaticEquilibrium, RodOnAPinSagsUntilItsSpringHoldsIt) {
  Statics s(held_rod);
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  double theta = M_PI / 2;  // by Newton on the scalar equation, from the side the nudge pushes to
  theta -= 1.8;
  for (int i = 0; i < 60; ++i) {
    const double r = 10 * (theta - M_PI / 2) + 2 * 9.81 * std::cos(theta) + 0.5;
    theta -= r / (10 - 2 * 9.81 * std::sin(theta));
  }
  EXPECT_LT(theta, 1.0);
  EXPECT_NEAR(s.state.q[2], theta, 1e-9);
  EXPECT_NEAR(s.result.reaction[0], 0, 1e-8);
  EXPECT_NEAR(std::abs(s.result.reaction[1]), 2 * 9.81, 1e-8);
}

TEST(StaticEquilibrium, ArcLengthFollowsTheSnapThrough) {
  const auto deck =
      deck::read_deck(std::string(JOUNCE_SOURCE_DIR) + "/inputs/snap_through.toml", deck_schema(), {});
  const auto model = deck::build_model(deck);
  StaticEquilibrium solver(model->system, static_options(deck.table("analysis")));
  State state = model->system.initial_state();
  solver.initialise(state, 0.02);
  StepResult result;
  const double L3 = std::pow(1.01, 1.5);
  double lowest = 0, t_before = 0, y_before = 0.1;
  int turns = 0, steps = 0;
  bool falls = false;
  const auto apex = model->find_marker("bar.end");
  MarkerKinematics k;
  for (; state.t < 1 - 1e-9 && steps < 500; ++steps) {
    ASSERT_TRUE(solver.step(state, 0.02, result)) << result.failure_cause;
    apex->evaluate(state, Derivatives::none, k);
    const double y = k.x[1];
    EXPECT_LT(y, y_before) << "the path must not turn back";
    EXPECT_NEAR(state.t * 20e3, -21e6 * y * (y * y - 0.01) / (2 * L3), 1e-5);
    if ((state.t < t_before) != falls) {
      falls = !falls;
      ++turns;
    }
    lowest = std::min(lowest, state.t);
    t_before = state.t;
    y_before = y;
  }
  EXPECT_EQ(turns, 2) << "two limit points";
  EXPECT_NEAR(lowest * 20e3, -21e6 * 2 * std::pow(0.1, 3) / (6 * std::sqrt(3.0) * L3), 10);
  EXPECT_DOUBLE_EQ(state.t, 1) << "the last step ends at the given load";
}

TEST(StaticEquilibrium, LoadControlStopsOrJumpsAtTheLimitPointButEndsInEquilibrium) {
  const auto deck = deck::read_deck(std::string(JOUNCE_SOURCE_DIR) + "/inputs/snap_through.toml",
                                    deck_schema(), {"analysis.arc_length=false"});
  const auto model = deck::build_model(deck);
  StaticEquilibrium solver(model->system, static_options(deck.table("analysis")));
  State state = model->system.initial_state();
  solver.initialise(state, 0.02);
  StepResult result;
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(solver.step(state, 0.02, result)) << result.failure_cause;
  const State before = state;
  if (!solver.step(state, 0.4, result)) {
    EXPECT_EQ(state.q, before.q) << "a failed step leaves no trace";
    EXPECT_FALSE(result.failure_cause.empty());
  } else {
    Vector f;
    model->system.force(state, f);
    EXPECT_LT(f.head(model->system.n_free()).norm(), 1e-5);
  }
}

TEST(StaticEquilibrium, RefusesJointsOnVelocities) {
  try {
    Statics s(R"(
[model]
dimension = 2
[[body]]
name = "skate"
type = "rigid"
position = [0, 0]
mass = 2
inertia = 0.5
[[joint]]
name = "blade"
type = "knife-edge"
between = ["ground", "skate"]
at = [0, 0]
across = [0, 1]
[analysis]
type = "static"
)");
    FAIL() << "accepted";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("joint 'blade' constrains velocities"), std::string::npos)
        << error.what();
  }
}

TEST(FindEquilibrium, MotionFromItStaysAtRest) {
  auto run = test::DeckRun(test::kHangingBar + R"(
[[boundary]]
on = "bar.end"
components = ["x"]
[analysis]
from = "equilibrium"
[integrator]
step = 1e-3
end = 1
)");
  find_equilibrium(run.system(), run.state, 10);
  EXPECT_EQ(run.state.t, 0);
  const Vector q = run.state.q;
  run.integrator->initialise(run.state, run.h);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(run.step());
  EXPECT_LT((run.state.q - q).lpNorm<Eigen::Infinity>(), 1e-13);
}

}  // namespace
}  // namespace jounce
