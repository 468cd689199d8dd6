#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"

// Friction on elastic bodies: meshes and bodies in floating frames stick and slip alike.

namespace jounce::test {
namespace {

/// A flexible body of the mesh "line", clamped to its frame at the start.
const std::string kRod = R"(
[[body]]
name = "rod"
type = "flexible"
mesh = "line"
reference = "tangent"
supports = ["start"]
)";

/// A cantilever with a head at its tip, pressed against a belt that moves along; clamped as a mesh, or as a
/// body in a floating frame with these coordinates.
std::string belt_deck(const std::string& coordinates) {
  const bool is_floating = !coordinates.empty();
  return R"(
[model]
dimension = 2
[[material]]
name = "m"
E = 1e7
rho = 1
[[section]]
name = "s"
type = "general"
area = 1
I_z = 1e-2
[[mesh]]
name = "line"
type = "line"
from = [0, 0]
to = [1, 0]
elements = 6
)" + scene::element({.name = "beam", .type = "euler-bernoulli", .mesh = "line", .section = "s"}) +
         (is_floating ? kRod + R"(
position = [0, 0]
coordinates = )" + coordinates +
                            R"(
[[joint]]
name = "clamp"
type = "fixed"
between = ["ground", "rod.start"]
)"
                      : R"(
[[boundary]]
on = "line.start"
components = ["x", "y", "angle"]
)") +
         fmt::format(R"toml(
[[body]]
name = "head"
type = "point-mass"
mass = 10
position = [1, 0]
[[joint]]
name = "glue"
type = "revolute"
between = ["{}.end", "head"]
[[body]]
name = "belt"
type = "rigid"
mass = 1
inertia = 1
position = [1, 0]
[[boundary]]
on = "belt"
components = ["x", "angle"]
[[boundary]]
on = "belt"
components = ["y"]
motion = "-5e-4*t"
[[load]]
name = "pressure"
type = "force"
on = "head"
force = [20, 0]
[[contact]]
name = "rough"
type = "point-plane"
points = ["head"]
on = "belt"
through = [1, 0]
normal = [-1, 0]
friction = "0.2 + 0.3*exp(-v/5e-4)"
[integrator]
type = "nsga-ggl"
step = 1e-4
end = 1
)toml",
                     is_floating ? "rod" : "line");
}

/// Height of the head over the run, and how many steps it stuck to the belt.
struct Motion {
  std::vector<double> head;
  int sticks = 0;
};

Motion run_belt(const std::string& coordinates, int steps) {
  DeckRun run(belt_deck(coordinates));
  const auto head = run.model->find_marker("head");
  Motion motion;
  MarkerKinematics k;
  for (int i = 0; i < steps; ++i) {
    if (!run.step()) {
      ADD_FAILURE() << run.state.t << ": " << run.result.failure_cause;
      break;
    }
    head->evaluate(run.state, Derivatives::first, k);
    motion.head.push_back(k.x.y());
    const double slip = k.velocity.y() + 5e-4;
    if (std::abs(slip) < 1e-14) ++motion.sticks;
    EXPECT_LE(std::abs(run.result.friction_impulse[0]), 0.5 * run.result.impulse[0] * (1 + 1e-12));
  }
  return motion;
}

TEST(ElasticFriction, FloatingFramesStickAndSlipAsTheMesh) {
  constexpr int kSteps = 1700;  // one release at 0.067 s, stick again from 0.09 s on
  const Motion mesh = run_belt("", kSteps);
  ASSERT_EQ(mesh.head.size(), static_cast<std::size_t>(kSteps));
  EXPECT_NEAR(mesh.sticks, 1460, 30);
  const double lowest = *std::min_element(mesh.head.begin(), mesh.head.end());
  EXPECT_NEAR(lowest, -3.467e-5, 2e-7);  // verification/stick_slip_beam
  struct Reduction {
    const char* coordinates;
    double tolerance;  ///< of the lowest point
    int steps;         ///< of stick
  };
  for (const Reduction& r : {Reduction{R"("nodal")", 1e-4, 2}, Reduction{R"("craig-bampton"
interfaces = ["end"]
modes = 2)",
                                                                         5e-3, 5}}) {
    const Motion floating = run_belt(r.coordinates, kSteps);
    ASSERT_EQ(floating.head.size(), mesh.head.size()) << r.coordinates;
    EXPECT_NEAR(floating.sticks, mesh.sticks, r.steps) << r.coordinates;
    double worst = 0;
    for (std::size_t i = 0; i < mesh.head.size(); ++i)
      worst = std::max(worst, std::abs(floating.head[i] - mesh.head[i]));
    EXPECT_LT(worst, r.tolerance * std::abs(lowest)) << r.coordinates;
  }
}

/// A rod on a dry pin as a rigid body and, of stiff elements, in a floating frame.
TEST(ElasticFriction, PinOfAStiffFloatingBodyRubsAsThatOfARigidOne) {
  const std::string pin = R"(
[[joint]]
name = "pin"
type = "revolute"
friction = 0.3
radius = 0.05
)";
  const std::string scheme = R"(
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 1
)";
  DeckRun rigid(
      R"(
[model]
gravity = [0, -10]
[[body]]
name = "rod"
type = "rigid"
mass = 2
inertia = "2/12"
position = [0.5, 0]
)" + pin +
      R"(
between = ["ground", "rod"]
at = [0, 0]
)" + scheme);
  DeckRun floating(
      R"(
[model]
gravity = [0, -10]
[[material]]
name = "m"
E = 1e9
rho = 2
[[section]]
name = "s"
type = "general"
area = 1
I_z = 1e-4
)" + scene::line_mesh({.name = "line", .from = {0, 0}, .to = {1, 0}, .elements = 4}) +
      scene::element({.name = "beam", .type = "euler-bernoulli", .mesh = "line", .section = "s"}) + kRod + R"(
coordinates = "modal"
modes = 3
position = [0, 0]
)" + pin +
      R"(between = ["ground", "rod.start"]
)" + scheme);
  MarkerKinematics a, b;
  const auto of_rigid = rigid.model->find_marker("rod"), of_floating = floating.model->find_marker("rod");
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(rigid.step()) << rigid.result.failure_cause;
    ASSERT_TRUE(floating.step()) << floating.result.failure_cause;
    of_rigid->evaluate(rigid.state, Derivatives::none, a);
    of_floating->evaluate(floating.state, Derivatives::none, b);
    ASSERT_NEAR((a.R.transpose() * b.R)(1, 0), 0, 2e-3) << rigid.state.t;
  }
  EXPECT_LT(std::abs(a.R(1, 0)), 0.99);  // it has swung
}

}  // namespace
}  // namespace jounce::test
