#include "stepping/initial_state.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../support/deck_run.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using test::build;

std::string particle(const std::string& name, double mass, const std::string& place) {
  return fmt::format(R"(
[[body]]
name = "{}"
type = "point-mass"
mass = {}
position = {}
)",
                     name, mass, place);
}

std::string rod(const std::string& name, const std::string& A, const std::string& B, double length) {
  return fmt::format(R"(
[[joint]]
name = "{}"
type = "distance"
between = ["{}", "{}"]
length = {}
)",
                     name, A, B, length);
}

TEST(InitialState, PositionsMoveByTheLeastChangeInTheNormOfM) {
  const auto model =
      build(particle("a", 1, "[0, 0]") + particle("b", 3, "[1, 0]") + rod("rod", "a", "b", 1.4));
  State state = model->system.initial_state();
  const Violation violation = violation_of(model->system, state, 1e-3);
  EXPECT_TRUE(violation.position_counts);
  EXPECT_FALSE(violation.velocity_counts);
  EXPECT_NEAR(violation.position, 0.4, 1e-15);
  EXPECT_EQ(violation.position_joint, "rod");
  project_initial_state(model->system, state, 1e-3);
  // Shares of 0.4 inverse to the masses.
  EXPECT_NEAR(state.q[0], -0.3, 1e-14);
  EXPECT_NEAR(state.q[2], 1.1, 1e-14);
  EXPECT_FALSE(violation_of(model->system, state, 1e-3).counts());
}

TEST(InitialState, VelocitiesLoseTheirPartAgainstTheJoints) {
  const auto model = build(particle("a", 2, "[3, 4]") + "velocity = [1, 2]\n" + rod("rod", "ground", "a", 5));
  State state = model->system.initial_state();
  EXPECT_TRUE(violation_of(model->system, state, 1e-3).velocity_counts);
  project_initial_state(model->system, state, 1e-3);
  // v - u (u . v), u = (0.6, 0.8)
  EXPECT_NEAR(state.v[0], 1 - 0.6 * 2.2, 1e-14);
  EXPECT_NEAR(state.v[1], 2 - 0.8 * 2.2, 1e-14);
  EXPECT_NEAR(state.q[0], 3, 1e-14);
}

TEST(InitialState, DriversStartTheMotion) {
  const auto model = build(particle("a", 2, "[3, 4]") + R"(
[[joint]]
name = "drive"
type = "motion"
between = ["ground", "a"]
coordinate = "displacement"
axis = [0, 1]
motion = "0.5 + 2*t"
)");
  State state = model->system.initial_state();
  project_initial_state(model->system, state, 1e-3);
  EXPECT_NEAR(state.q[1], 4.5, 1e-14);
  EXPECT_NEAR(state.v[1], 2, 1e-9);  // the derivative of an expression is a difference
  EXPECT_NEAR(state.q[0], 3, 1e-14);
}

TEST(InitialState, NonholonomicRowsOnlyConcernVelocities) {
  const auto model = build(std::string(test::two_bodies) + R"(
[[joint]]
name = "blade"
type = "knife-edge"
between = ["ground", "a"]
across = [0, 1]
)");
  State state = model->system.initial_state();
  state.v << 1, 2, 3, 4, 5, 6, 7, 8;
  const Vector q = state.q;
  project_initial_state(model->system, state, 1e-3);
  EXPECT_EQ((state.q - q).norm(), 0);
  EXPECT_NEAR(state.v[0], 1, 1e-14);
  EXPECT_NEAR(state.v[1], 0, 1e-14);
}

TEST(InitialState, NamesTheJointThatCannotBeClosed) {
  const auto model = build(particle("a", 2, "[1, 1]") + R"(
[[marker]]
name = "far"
on = "ground"
at = [5, 0]
)" + rod("near_rod", "ground", "a", 1) +
                           rod("far_rod", "far", "a", 1));
  State state = model->system.initial_state();
  try {
    project_initial_state(model->system, state, 1e-3);
    FAIL() << "two rods of 1 m cannot span 5 m";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("_rod'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace jounce
