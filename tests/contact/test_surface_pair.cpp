#include "contact/surface_pair.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"

namespace jounce {
namespace {

/// Two cubes, one on top of the other, with contact by nodes or, with a law of pressures, by points.
std::string cubes(const std::string& law) {
  return R"(
[model]
dimension = 3
)" + scene::material({.E = 1000, .nu = 0.3, .rho = 1}) +
         test::solid_block("low", "[0, 0, 0]", "[1, 1, 1]", "[2, 2, 1]") +
         test::solid_block("high", "[0.2, 0.2, 1]", "[0.7, 0.7, 2]", "[2, 2, 1]") + R"(
[[boundary]]
on = "low.z_min"
components = ["x", "y", "z"]
[[contact]]
name = "c"
type = "surfaces"
surface = "high.z_min"
against = "low.z_max"
friction = 0.3
)" + law +
         R"(
[analysis]
type = "static"
step = 1
)";
}

/// Sticking friction is remembered along the tangential axes of a row. They must not be other ones after
/// the next search because of round-off in the components of a normal along an axis of space.
TEST(SurfacePair, TangentialAxesDoNotTurnByRoundOff) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> noise(-1e-13, 1e-13);
  for (const std::string law : {"", "stiffness = 1000\nstick_stiffness = 10\n"}) {
    const deck::Deck deck = deck::read_deck_text(cubes(law), "test.toml", deck_schema(), {});
    const auto model = deck::build_model(deck);
    const System& system = model->system;
    std::vector<ContactRow> rows, again;
    system.contacts().search(system.initial_state(), std::numeric_limits<double>::infinity(), rows);
    ASSERT_GE(rows.size(), 9U);
    for (int trial = 0; trial < 20; ++trial) {
      State state = system.initial_state();
      for (double& q : state.q) q += noise(engine);
      again.clear();
      system.contacts().search(state, std::numeric_limits<double>::infinity(), again);
      ASSERT_EQ(again.size(), rows.size());
      const ContactPair& pair = *system.contacts().all()[0];
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (const Direction t : {Direction::tangent_1, Direction::tangent_2})
          EXPECT_NEAR((pair.axis(state, again[i], t) - pair.axis(system.initial_state(), rows[i], t)).norm(),
                      0, 1e-10);
    }
  }
}

/// Every face of a cube over a floor, however the cube is tilted: friction has a weight in every row, and its
/// directions are unit vectors across each other, also where a face is far from parallel to the floor.
TEST(SurfacePair, EveryFaceOfATiltedBodyHasTangents) {
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  int rows_seen = 0;
  for (const std::string side : {"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"}) {
    const std::string text = fmt::format(R"(
[model]
dimension = 3
[[material]]
name = "m"
E = 1000
nu = 0.3
rho = 1
[[mesh]]
name = "floor"
type = "block"
from = [-3, -3, -1]
to = [3, 3, 0]
counts = [3, 3, 1]
[[element]]
name = "of_floor"
type = "solid"
mesh = "floor"
material = "m"
[[mesh]]
name = "cube"
type = "block"
from = [-0.5, -0.5, -0.5]
to = [0.5, 0.5, 0.5]
counts = [2, 2, 2]
[[element]]
name = "of_cube"
type = "solid"
mesh = "cube"
material = "m"
strain = "green-lagrange"
[[contact]]
name = "c"
type = "surfaces"
surface = "cube.{}"
against = "floor.z_max"
friction = 0.3
reach = 2
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 1
)",
                                         side);
    const auto model = deck::build_model(deck::read_deck_text(text, "test.toml", deck_schema(), {}));
    const System& system = model->system;
    const State start = system.initial_state();
    const auto& pair = *system.contacts().all()[0];
    for (int trial = 0; trial < 60; ++trial) {
      const Eigen::Quaterniond turn =
          trial == 0
              ? Eigen::Quaterniond::FromTwoVectors(Vector3(0.65, 0.65, -0.39), Vector3(0, 0, -1)).inverse()
              : Eigen::Quaterniond(normal(engine), normal(engine), normal(engine), normal(engine))
                    .normalized();
      State state = start;
      for (const Drawing& drawing : model->drawings) {
        if (drawing.name != "cube" && drawing.name != "of_cube") continue;
        for (std::size_t node = 0; node < drawing.points(); ++node) {
          auto q = state.q.segment<3>(drawing.node_dofs[3 * node]);
          q = turn * Vector3(q) + Vector3(0, 0, 1);
        }
      }
      std::vector<ContactRow> rows;
      system.contacts().search(state, std::numeric_limits<double>::infinity(), rows);
      RowJacobian C, D;
      Vector gap;
      system.contacts().evaluate(rows, state, gap, C, D);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        ++rows_seen;
        const Vector3 t_1 = pair.axis(state, rows[i], Direction::tangent_1),
                      t_2 = pair.axis(state, rows[i], Direction::tangent_2);
        ASSERT_NEAR(t_1.norm(), 1, 1e-12) << side << " " << trial;
        EXPECT_NEAR(t_2.norm(), 1, 1e-12);
        EXPECT_NEAR(t_1.dot(t_2), 0, 1e-12);
        EXPECT_NEAR(t_1.z(), 0, 1e-12);
        const auto row = static_cast<int>(2 * i);
        for (const int k : {row, row + 1}) {
          double weight = 0;
          for (const double w : D.values(k)) weight += std::abs(w);
          EXPECT_GT(weight, 0.9) << side << " " << trial;  // of each side it is at least 1
        }
      }
    }
  }
  EXPECT_GT(rows_seen, 500);
}

}  // namespace
}  // namespace jounce
