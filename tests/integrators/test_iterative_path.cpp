#include <gtest/gtest.h>

#include "../support/cube_against_walls.h"
#include "../support/deck_run.h"
#include "integrators/ggl/ggl_iterative.h"

// Conjugate gradients for linear solids against the factor-once path.

namespace jounce::test {
namespace {

class IterativePath : public testing::TestWithParam<CubeCase> {};

TEST_P(IterativePath, AgreesWithTheDirectOne) {
  const std::string text = kCube + GetParam().more;
  DeckRun direct(text, with_solver(GetParam().set, "direct")),
      iterative(text, with_solver(GetParam().set, "iterative"));
  ASSERT_TRUE(GglIterative::is_applicable(direct.system()));
  int contacts = 0;
  double impulse_scale = 0;
  for (int i = 0; i < 250; ++i) {
    ASSERT_TRUE(direct.step()) << i << ": " << direct.result.failure_cause;
    ASSERT_TRUE(iterative.step()) << i << ": " << iterative.result.failure_cause;
    contacts += direct.result.active_contacts;
    ASSERT_EQ(direct.result.active_contacts, iterative.result.active_contacts) << i;
    ASSERT_LT((direct.state.q - iterative.state.q).lpNorm<Eigen::Infinity>(), 1e-11) << i;
    ASSERT_LT((direct.state.v - iterative.state.v).lpNorm<Eigen::Infinity>(), 1e-9) << i;
    if (direct.result.impulse.size() == 0) continue;
    impulse_scale = std::max(impulse_scale, direct.result.impulse.maxCoeff());
    ASSERT_LE((direct.result.impulse - iterative.result.impulse).lpNorm<Eigen::Infinity>(),
              1e-8 * impulse_scale)
        << i;
    for (std::size_t pair = 0; pair < iterative.system().contacts().all().size(); ++pair)
      for (int point = 0; point < iterative.system().contacts().all()[pair]->points(); ++point)
        EXPECT_GT(iterative.gap(static_cast<int>(pair), point), -2e-15) << i;
  }
  EXPECT_EQ(iterative.integrator->factorisations(), 0);
  EXPECT_GT(direct.integrator->factorisations(), 0);
  if (!GetParam().more.empty()) {
    EXPECT_GT(contacts, 30);
  }
}

/// One that ranks do not share: masses go beyond the elements.
const CubeCase kLightNodes = {"wall_and_light_nodes", kWall, {"element.body.contact_mass=0.1"}};

INSTANTIATE_TEST_SUITE_P(LightNodes, IterativePath, testing::Values(kLightNodes),
                         [](const auto& test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(Models, IterativePath, testing::ValuesIn(cube_cases()),
                         [](const auto& test) { return test.param.name; });

TEST(IterativePath, StepsOfOtherSizesAgreeToo) {
  const std::string text = std::string(kCube) + kWall;
  DeckRun direct(text, {"integrator.solver=direct"}), iterative(text, {"integrator.solver=iterative"});
  for (const double h : {2e-3, 1e-3, 1e-3, 2e-3, 5e-4, 5e-4, 1e-3, 2e-3, 2e-3, 2e-3, 2e-3, 2e-3}) {
    ASSERT_TRUE(direct.integrator->step(direct.state, h, direct.result));
    ASSERT_TRUE(iterative.integrator->step(iterative.state, h, iterative.result));
    EXPECT_LT((direct.state.v - iterative.state.v).lpNorm<Eigen::Infinity>(), 1e-9);
  }
}

TEST(IterativePath, FallsBackWhereItCannotServe) {
  const std::string joint =
      R"(
[[marker]]
name = "post"
on = "ground"
at = [0, 0, 0.003]
[[joint]]
name = "pin"
type = "spherical"
between = ["post", "corner"]
[[body]]
name = "corner"
type = "point-mass"
mass = 1
position = [0, 0, 0.003]
)";
  std::string second = kWall;
  second.replace(second.find(R"("wall")"), 6, R"("wall_2")");
  const std::vector<std::pair<std::string, std::vector<std::string>>> decks = {
      {kWall + joint, {}},
      {kWall, {"element.body.damping_stiffness=1e-3"}},
      {kWall, {"element.body.damping_mass=0.1"}},
      {kWall + second, {}}};
  for (const auto& [more, set] : decks) {
    DeckRun run(kCube + more, with_solver(set, "iterative"));
    EXPECT_FALSE(GglIterative::is_applicable(run.system())) << more;
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(run.step()) << run.result.failure_cause;
    EXPECT_GT(run.integrator->factorisations(), 0);
  }
}

TEST(IterativePath, IsTakenBySize) {
  const std::string text = std::string(kCube) + kWall;
  DeckRun small(text), large(text, {"mesh.cube.counts=[12, 12, 12]"});
  EXPECT_FALSE(GglIterative::is_profitable(small.system()));
  EXPECT_TRUE(GglIterative::is_profitable(large.system()));
  ASSERT_TRUE(small.step());
  ASSERT_TRUE(large.step());
  EXPECT_GT(small.integrator->factorisations(), 0);
  EXPECT_EQ(large.integrator->factorisations(), 0);
  EXPECT_NE(large.integrator->traffic().find("conjugate gradients"), std::string::npos);
}

TEST(IterativePath, SaysWhenForcesAreNoLongerFinite) {
  const std::string push =
      R"toml(
[[load]]
name = "push"
type = "pressure"
surface = "cube.y_max"
pressure = "exp(3e5*(t - 2e-3))"
)toml";
  DeckRun run(kCube + push, {"integrator.solver=iterative"});
  ASSERT_TRUE(run.step());
  std::string message;
  try {
    ASSERT_TRUE(run.step());
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  EXPECT_EQ(message, "the motion of a step is no longer finite");
}

/// A rigid translation makes no force, and nothing to iterate on.
TEST(IterativePath, FreeFlightIsExact) {
  DeckRun run(kCube, {"integrator.solver=iterative"});
  const double energy = run.energy();
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(run.step());
  EXPECT_NEAR(run.energy(), energy, 1e-12 * energy);
  const Vector moved = run.state.q - run.system().initial_state().q;
  EXPECT_LT((moved - 0.4 * run.state.v).lpNorm<Eigen::Infinity>(), 1e-13);
}

TEST(IterativePath, ContinuesFromItsMemoryAsIfUninterrupted) {
  const std::string text = std::string(kCube) + kWall;
  DeckRun first(text, {"integrator.solver=iterative"}), second(text, {"integrator.solver=iterative"});
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(first.step());
  const auto memory = first.integrator->memory();
  const auto other = second.integrator->memory();
  for (std::size_t i = 0; i < memory.size(); ++i) *other[i].second = *memory[i].second;
  second.state = first.state;
  second.steps = first.steps;
  first.integrator->refresh();
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(first.step());
    ASSERT_TRUE(second.step());
  }
  EXPECT_EQ((first.state.v - second.state.v).lpNorm<Eigen::Infinity>(), 0);
}

}  // namespace
}  // namespace jounce::test
