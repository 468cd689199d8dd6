#include <gtest/gtest.h>

#include "../support/cube_against_walls.h"
#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"
#include "integrators/ggl/ggl_motion.h"

// Solids on their motion alone against Newton's method on all unknowns.

namespace jounce::test {
namespace {

/// Two blocks of meshes that do not match meet and slide on each other; `n` cells along an edge of the lower
/// one. The steps resolve waves.
std::string two_blocks(int dimension, int n, const std::string& material, const std::string& keys,
                       const std::string& contact) {
  const auto point = [&](const char* x, const char* z) {
    return dimension == 2 ? fmt::format("[{}, {}]", x, z) : fmt::format("[{0}, {0}, {1}]", x, z);
  };
  const auto counts = [&](int of) {
    return dimension == 2 ? fmt::format("[{0}, {0}]", of) : fmt::format("[{0}, {0}, {0}]", of);
  };
  const std::string below = dimension == 2 ? "y_min" : "z_min", above = dimension == 2 ? "y_max" : "z_max";
  return fmt::format(R"(
[model]
dimension = {}
[[material]]
name = "m"
E = 900
nu = 0.3
rho = 1
{})",
                     dimension, material) +
         solid_block("low", point("0", "0"), point("1", "1"), counts(n)) + keys +
         solid_block("high", point("0.1", "1.0002"), point("0.9", "1.8002"), counts(n + 1)) + keys +
         fmt::format(R"(
[[boundary]]
on = "low.{}"
components = {}
[[initial]]
on = "high"
velocity = {}
[[contact]]
name = "c"
type = "surfaces"
surface = "high.{}"
against = "low.{}"
{}
[integrator]
type = "nsga-ggl"
step = 2e-3
end = 1
)",
                     below, dimension == 2 ? R"(["x", "y"])" : R"(["x", "y", "z"])",
                     dimension == 2 ? "[0.3, -0.8]" : "[0.3, 0.1, -0.8]", below, above, contact);
}

/// A body of unequal moments of inertia, which spins, falls onto a mat and slides on it.
std::string spinning_body(const std::string& contact) {
  return "[model]\ndimension = 3\n" + scene::material({.E = 900, .nu = 0.3, .rho = 1}) + R"(
)" + solid_block("mat", "[-0.5, -0.5, -0.5]", "[0.5, 0.5, 0]", "[8, 8, 2]") +
         R"(
strain = "green-lagrange"
[[boundary]]
on = "mat.z_min"
components = ["x", "y", "z"]
[[body]]
name = "ball"
type = "rigid-3d"
mass = 0.3
inertia = [0.01, 0.02, 0.025]
position = [0.03, 0.02, 0.3005]
velocity = [0.4, 0, -1]
angular_velocity = [5, 30, 10]
[[shape]]
name = "ball"
type = "sphere"
radius = 0.3
on = ["ball"]
[[contact]]
name = "c"
type = "point-shape"
surface = "mat.z_max"
shapes = ["ball"]
)" + contact +
         R"(
[integrator]
type = "nsga-ggl"
step = 2e-3
end = 1
)";
}

std::string on_damped_mat(std::string deck) {
  return deck.insert(deck.find("strain ="), "damping_mass = 20\n");
}

struct MotionCase {
  std::string name, deck;
  int steps = 12;
};

/// A sheet of shells falls on a solid block. @param more  entries
std::string sheet_on_block(const std::string& more = "") {
  return "[model]\ndimension = 3\n" + scene::material({.E = 900, .nu = 0.3, .rho = 1}) +
         scene::sheet_mesh({.name = "sheet",
                            .corners = {0.1, 0.2, 0.051, 1.2, 0.1, 0.052, 1.3, 1.1, 0.051, 0.2, 1.2, 0.053},
                            .counts = {3, 3}}) +
         scene::element({.name = "of_sheet", .type = "shell", .mesh = "sheet", .thickness = 0.1}) + R"(
[[initial]]
on = "sheet"
velocity = [0.2, 0, -1]
[[mesh]]
name = "block"
type = "block"
from = [0, 0, -1]
to = [1, 1, 0]
counts = [2, 2, 2]
[[element]]
name = "of_block"
type = "solid"
mesh = "block"
material = "m"
[[boundary]]
on = "block.z_min"
components = ["x", "y", "z"]
[[contact]]
name = "hit"
type = "surfaces"
surface = "sheet"
against = "block.z_max"
friction = 0.3
[integrator]
type = "nsga-ggl"
step = 2e-3
end = 1
)" + more;
}

std::vector<MotionCase> motion_cases() {
  const std::string rough = "friction = 0.3\n", finite = "strain = \"green-lagrange\"\n";
  const std::string rubber = "type = \"neo-hookean\"\n";
  const std::string plastic = "type = \"plastic\"\nyield_stress = [20, 200]\nplastic_strain = [0, 1]\n";
  return {
      {"smooth", two_blocks(2, 4, "", "", "")},
      {"rough", two_blocks(2, 4, "", "", rough)},
      {"in_space", two_blocks(3, 1, "", "", rough), 4},
      {"many_contacts", two_blocks(3, 3, "", "", rough), 2},
      {"finite_strain", two_blocks(2, 4, "", finite, rough)},
      {"spinning_body", spinning_body(rough)},
      {"body_on_a_damped_mat", on_damped_mat(spinning_body(rough))},
      {"rubber", two_blocks(2, 4, rubber, finite, rough)},
      {"shells", sheet_on_block(), 4},
      {"yielding", two_blocks(2, 4, plastic, "", rough)},
      {"damped",
       two_blocks(2, 4, "", finite + "formulation = \"full\"\ndamping_stiffness = 1e-3\ndamping_mass = 3\n",
                  rough)},
      {"yielding_in_large_strain", two_blocks(2, 4, plastic, "strain = \"logarithmic\"\n", rough)}};
}

class MotionPath : public testing::TestWithParam<MotionCase> {};

INSTANTIATE_TEST_SUITE_P(Models, MotionPath, testing::ValuesIn(motion_cases()),
                         [](const auto& test) { return test.param.name; });

/// Mass corrections, and elastic ones; `newton = "full"` renews every tangent.
TEST_P(MotionPath, AgreesWithNewtonOnAllUnknowns) {
  for (const char* corrections : {"mass", "elastic"})
    for (const char* newton : {"direct", "full"}) {
      const std::vector<std::string> set = {fmt::format("integrator.corrections={}", corrections),
                                            fmt::format("integrator.newton={}", newton)};
      DeckRun motion(GetParam().deck, with_solver(set, "motion")),
          whole(GetParam().deck, with_solver(set, "monolithic"));
      ASSERT_TRUE(GglMotion::is_applicable(motion.system()));
      int contacts = 0;
      for (int i = 0; i < GetParam().steps; ++i) {
        ASSERT_TRUE(motion.step()) << corrections << i << ": " << motion.result.failure_cause;
        if (!whole.step()) break;  // it has no line search
        contacts += motion.result.active_contacts;
        ASSERT_EQ(motion.result.active_contacts, whole.result.active_contacts) << corrections << i;
        ASSERT_EQ(motion.result.friction_state, whole.result.friction_state) << corrections << i;
        ASSERT_LT((motion.state.q - whole.state.q).lpNorm<Eigen::Infinity>(), 1e-9) << corrections << i;
        ASSERT_LT((motion.state.v - whole.state.v).lpNorm<Eigen::Infinity>(), 1e-7) << corrections << i;
      }
      EXPECT_GT(contacts, 10) << corrections;
    }
}

/// A solid against walls, whose contacts share nodes, bounce or have friction that depends on the speed.
class MotionOfACube : public testing::TestWithParam<CubeCase> {};

INSTANTIATE_TEST_SUITE_P(
    Walls, MotionOfACube,
    testing::Values(
        CubeCase{"rough", std::string(test::kWall) + "friction = 0.3\n", {}},
        // 324 conditions, which are taken by products
        CubeCase{
            "many_conditions", std::string(test::kWall) + "friction = 0.3\n", {"mesh.cube.counts=[8, 8, 3]"}},
        CubeCase{
            "faster", std::string(test::kWall) + "friction = 0.3\n", {"contact.wall.friction=0.2+0.1*v"}},
        CubeCase{"bounces",
                 std::string(test::kWall) + "friction = 0.3\n",
                 {"contact.wall.restitution=0.4", "contact.wall.tangential_restitution=0.3"}},
        CubeCase{"no_dissipation", std::string(test::kWall), {"integrator.rho_inf=1"}},
        CubeCase{
            "most_dissipation", std::string(test::kWall) + "friction = 0.3\n", {"integrator.rho_inf=0"}}),
    [](const auto& test) { return test.param.name; });

TEST_P(MotionOfACube, AgreesWithTheCompliancesOfItsSurface) {
  const std::string text = test::kCube + GetParam().more;
  DeckRun motion(text, with_solver(GetParam().set, "motion")),
      surface(text, with_solver(GetParam().set, "surface"));
  int contacts = 0;
  for (int i = 0; i < 120; ++i) {
    ASSERT_TRUE(motion.step()) << i << ": " << motion.result.failure_cause;
    ASSERT_TRUE(surface.step()) << i << ": " << surface.result.failure_cause;
    contacts += motion.result.active_contacts;
    ASSERT_EQ(motion.result.friction_state, surface.result.friction_state) << i;
    ASSERT_LT((motion.state.q - surface.state.q).lpNorm<Eigen::Infinity>(), 1e-10) << i;
    ASSERT_LT((motion.state.v - surface.state.v).lpNorm<Eigen::Infinity>(), 1e-8) << i;
  }
  EXPECT_GT(contacts, 30);
}

/// Products of a tangent that changes, with and without elastic corrections.
TEST(MotionPath, ManyConditionsOfRubberAgreeWithNewtonOnAllUnknowns) {
  for (const char* const corrections : {"mass", "elastic"}) {
    const std::vector<std::string> set = {"mesh.cube.counts=[8, 8, 1]", "element.body.strain=green-lagrange",
                                          "material.elastic.type=neo-hookean",
                                          fmt::format("integrator.corrections={}", corrections)};
    const std::string text = std::string(test::kCube) + test::kWall + "friction = 0.3\n";
    DeckRun motion(text, with_solver(set, "motion")), whole(text, with_solver(set, "monolithic"));
    int contacts = 0;
    for (int i = 0; i < 4; ++i) {
      ASSERT_TRUE(motion.step()) << corrections << i << ": " << motion.result.failure_cause;
      ASSERT_TRUE(whole.step()) << corrections << i << ": " << whole.result.failure_cause;
      contacts += motion.result.active_contacts;
      ASSERT_EQ(motion.result.friction_state, whole.result.friction_state) << corrections << i;
      ASSERT_LT((motion.state.q - whole.state.q).lpNorm<Eigen::Infinity>(), 1e-9) << corrections << i;
      ASSERT_LT((motion.state.v - whole.state.v).lpNorm<Eigen::Infinity>(), 1e-7) << corrections << i;
    }
    EXPECT_GT(contacts, 150) << corrections;
  }
}

/// Steps many waves long, in which elements begin and cease to yield: Newton's method without a line search
/// goes round in circles. A step is one solution, with few iterations.
TEST(MotionPath, YieldingBlockNeedsNoCut) {
  const std::string deck =
      "[model]\ndimension = 2\n" + scene::material({.type = "plastic", .E = 70e9, .nu = 0.33, .rho = 2700}) +
      "yield_stress = [200e6, 260e6]\nplastic_strain = [0, 0.1]\n" +
      solid_block("block", "[-0.005, 0.00008]", "[0.005, 0.01008]", "[6, 6]") +
      scene::point_plane({.points = "block", .through = {0, -0.0006}, .normal = {0.1, 1}, .friction = 0.3}) +
      R"(
[[initial]]
on = "block"
velocity = [2, -30]
[integrator]
step = 5e-6
end = 1
)";
  DeckRun run(deck);
  int iterations = 0;
  double energy = run.energy();
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
    iterations += run.result.iterations;
    EXPECT_LE(run.energy(), energy * (1 + 1e-9)) << i;
  }
  EXPECT_LT(iterations, 40 * 12);
  EXPECT_LT(run.energy(), 0.9 * energy) << "it has yielded";
}

/// A hook that is pushed at its root from rest, in steps of a thousand times the time that a wave takes
/// through an element: predictors turn elements over, so that iterations begin at the start of the step, with
/// the smooth motion of elastic corrections.
TEST(MotionPath, SmoothMotionConvergesFromTheStartOfAStep) {
  DeckRun run("[units]\nmass = \"t\"\nlength = \"mm\"\ntime = \"s\"\n[model]\ndimension = 2\n" +
              scene::material({.type = "plastic", .E = 1400, .nu = 0.4, .rho = 0.9e-9}) +
              "yield_stress = [28, 35]\nplastic_strain = [0, 0.3]\n" +
              solid_block("hook", "[0, 1.6]", "[12, 3.2]", "[24, 3]") + R"(
strain = "logarithmic"
[[boundary]]
on = "hook.x_max"
components = ["x"]
motion = "-80*t"
[[boundary]]
on = "hook.x_max"
components = ["y"]
[[shape]]
name = "catch"
type = "box"
size = [3, 4]
at = [-2.2, -0.42]
[[contact]]
name = "c"
type = "point-shape"
surface = "hook.y_min"
shapes = ["catch"]
rounding = 0.4
friction = 0.25
[integrator]
step = 2e-4
end = 1
)");
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
}

/// A ball that falls on a mat, in steps in which it goes through a third of an element: the predictor
/// turns elements over, and Newton's method on all unknowns begins at the start of the step.
TEST(MotionPath, AllUnknownsBeginAtTheStartOfAStepToo) {
  DeckRun run("[model]\ndimension = 3\ngravity = [0, 0, -9.81]\n" +
              scene::material({.type = "neo-hookean", .E = 2e6, .nu = 0.48, .rho = 1100}) +
              solid_block("mat", "[-0.06, -0.06, -0.02]", "[0.06, 0.06, 0]", "[6, 6, 3]") + R"(
strain = "green-lagrange"
formulation = "full"
[[boundary]]
on = "mat.z_min"
components = ["x", "y", "z"]
[[body]]
name = "ball"
type = "rigid-3d"
mass = 0.5
inertia = [8e-5, 8e-5, 8e-5]
position = [0, 0, 0.0205]
velocity = [0.5, 0, -3]
[[shape]]
name = "steel"
type = "sphere"
radius = 0.02
on = ["ball"]
[[contact]]
name = "c"
type = "point-shape"
surface = "mat.z_max"
shapes = ["steel"]
friction = 0.5
[integrator]
type = "nsga-ggl"
solver = "monolithic"
step = 5e-4
end = 1
)");
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
}

/// Rows of contacts come and go with the search: after the last one a step has none.
TEST(MotionPath, GoesOnWhereBodiesHaveParted) {
  DeckRun run(
      two_blocks(2, 2, "type = \"neo-hookean\"\n", "strain = \"green-lagrange\"\n", "reach = 0.02\n"));
  bool has_touched = false;
  int free = 0;
  for (int i = 0; i < 400 && free < 5; ++i) {
    ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
    has_touched |= run.result.active_contacts > 0;
    free = has_touched && run.result.rows.empty() ? free + 1 : 0;
  }
  EXPECT_EQ(free, 5);
}

/// So much damping that what it does to jumps of velocities, which S leaves out, is more than the mass: such
/// steps are found on all unknowns.
TEST(MotionPath, StrongDampersAreServedByAllUnknowns) {
  DeckRun run(two_blocks(2, 4, "",
                         "strain = \"green-lagrange\"\nformulation = \"full\"\ndamping_stiffness = 0.3\n",
                         "friction = 0.3\n"));
  ASSERT_TRUE(GglMotion::is_applicable(run.system()));
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
}

/// A thin strip of shells turns by more than a degree in a step. Differences of rotation vectors are small
/// beside its largest stiffness, not beside that of its bending.
TEST(MotionPath, ThinShellsThatTurnNeedFewIterations) {
  DeckRun run(
      "[model]\ndimension = 3\n" + scene::material({.E = 2e11, .nu = 0.3, .rho = 7800}) +
      scene::sheet_mesh(
          {.name = "strip", .corners = {0, 0, 0, 0.06, 0, 0, 0.06, 0.02, 0, 0, 0.02, 0}, .counts = {12, 4}}) +
      scene::element({.name = "of_strip", .type = "shell", .mesh = "strip", .thickness = 2e-4}) + R"(
damping_mass = 10
[[boundary]]
on = "strip.side_4"
components = ["x", "y", "z", "rotation"]
[[load]]
name = "press"
type = "pressure"
surface = "strip"
pressure = 400
[[contact]]
name = "floor"
type = "point-plane"
points = ["strip"]
through = [0, 0, -1]
normal = [0, 0, 1]
[integrator]
type = "nsga-ggl"
solver = "motion"
step = 1e-4
end = 1
)");
  ASSERT_TRUE(GglMotion::is_applicable(run.system()));
  int iterations = 0;
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
    iterations = std::max(iterations, run.result.iterations);
  }
  EXPECT_LE(iterations, 10);
}

TEST(MotionPath, ServesSolidsWithoutJointsAndDampersOfLinearOnes) {
  DeckRun damped(two_blocks(2, 2, "", "damping_stiffness = 1e-3\n", ""), {"integrator.solver=motion"});
  EXPECT_FALSE(GglMotion::is_applicable(damped.system()));
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(damped.step()) << "by the other solvers";
}

/// A weight as a force on the centre does not turn its body; with a lever it does.
TEST(MotionPath, ServesForcesOnTheCentresOfRigidBodies) {
  const std::string load = R"(
[[marker]]
name = "edge"
on = "ball"
at = [0.1, 0, 0]
[[load]]
name = "weight"
type = "force"
force = [0, 0, "-3*t"]
on = )";
  EXPECT_TRUE(GglMotion::is_applicable(DeckRun(spinning_body("") + load + "\"ball\"\n").system()));
  EXPECT_FALSE(GglMotion::is_applicable(DeckRun(spinning_body("") + load + "\"edge\"\n").system()));
}

/// Rotations of rigid bodies have gyroscopic moments, and tangents that are not symmetric.
TEST(MotionPath, ServesRotationsOfShellsAndRigidBodies) {
  EXPECT_TRUE(GglMotion::is_applicable(DeckRun(sheet_on_block()).system()));
  EXPECT_TRUE(GglMotion::is_applicable(DeckRun(spinning_body("")).system()));
  EXPECT_FALSE(GglMotion::is_applicable(DeckRun(sheet_on_block(R"(
[[section]]
name = "round"
type = "circle"
diameter = 0.02
[[mesh]]
name = "rod"
type = "line"
from = [0, 0, 2]
to = [1, 0, 2]
elements = 2
[[element]]
name = "rod"
type = "beam"
mesh = "rod"
material = "m"
section = "round"
y_axis = [0, 1, 0]
)"))
                                            .system()));
}

/// Steps that are ten times as long as a wave takes through an element, after an impact at 8 m/s.
TEST(MotionPath, FindsTheStepsOfAThinSheet) {
  DeckRun run = input("dropped_tray");
  double energy = run.energy();
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
    EXPECT_LE(run.energy(), energy + 1e-9) << i;
  }
  EXPECT_LT(run.energy(), 0.9 * energy);
}

}  // namespace
}  // namespace jounce::test
