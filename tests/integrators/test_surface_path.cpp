#include <gtest/gtest.h>

#include "../support/cube_against_walls.h"
#include "../support/deck_run.h"
#include "../support/scene.h"
#include "integrators/ggl/ggl_surface.h"

// Linear solids by the compliance of their surface against Newton's method on all unknowns.

namespace jounce::test {
namespace {

std::vector<CubeCase> frictional_cases() {
  const std::string wall = std::string(test::kWall) + "friction = 0.3\n";
  const std::string side = scene::point_plane({.name = "side",
                                               .points = "cube.x_max",
                                               .through = {1.02, 0, 0},
                                               .normal = {-1, 0.1, 0},
                                               .friction = 0.8,
                                               .restitution = 0.5});
  const std::string push =
      R"(
[[load]]
name = "push"
type = "pressure"
surface = "cube.x_max"
pressure = "200*t"
)";
  return {{"wall", wall},
          {"sticks", wall, {"contact.wall.friction=2"}},
          {"slides", wall, {"contact.wall.friction=0.02"}},
          {"bounces", wall, {"contact.wall.restitution=0.4", "contact.wall.tangential_restitution=0.3"}},
          {"friction_grows_with_speed", wall, {"contact.wall.friction=0.2+0.1*v"}},
          {"wall_and_side_share_nodes", wall + side},
          {"begins_to_slide", wall + push, {"model.gravity=[0, 0, -20]", "integrator.rho_inf=0.5"}},
          {"no_dissipation", wall, {"integrator.rho_inf=1"}},
          {"most_dissipation", wall, {"integrator.rho_inf=0"}},
          {"lumped_mass", wall, {"element.body.mass=lumped"}},
          {"no_friction_at_all", test::kWall}};
}

class SurfacePath : public testing::TestWithParam<CubeCase> {};

TEST_P(SurfacePath, AgreesWithNewtonOnAllUnknowns) {
  const std::string text = test::kCube + GetParam().more;
  DeckRun surface(text, with_solver(GetParam().set, "surface")),
      whole(text, with_solver(GetParam().set, "monolithic"));
  ASSERT_TRUE(GglSurface::is_applicable(surface.system()));
  int contacts = 0;
  double impulse_scale = 0;
  for (int i = 0; i < 120; ++i) {
    ASSERT_TRUE(surface.step()) << i << ": " << surface.result.failure_cause;
    ASSERT_TRUE(whole.step()) << i << ": " << whole.result.failure_cause;
    contacts += surface.result.active_contacts;
    ASSERT_EQ(surface.result.active_contacts, whole.result.active_contacts) << i;
    ASSERT_EQ(surface.result.friction_state, whole.result.friction_state) << i;
    ASSERT_LT((surface.state.q - whole.state.q).lpNorm<Eigen::Infinity>(), 1e-10) << i;
    ASSERT_LT((surface.state.v - whole.state.v).lpNorm<Eigen::Infinity>(), 1e-8) << i;
    if (surface.result.impulse.size() == 0) continue;
    impulse_scale = std::max(impulse_scale, whole.result.impulse.maxCoeff());
    ASSERT_LE((surface.result.impulse - whole.result.impulse).lpNorm<Eigen::Infinity>(), 1e-8 * impulse_scale)
        << i;
    for (std::size_t pair = 0; pair < surface.system().contacts().all().size(); ++pair)
      for (int point = 0; point < surface.system().contacts().all()[pair]->points(); ++point)
        EXPECT_GT(surface.gap(static_cast<int>(pair), point), -1e-14) << i;
  }
  EXPECT_EQ(surface.integrator->factorisations(), 2) << "S and M, once";
  EXPECT_GT(contacts, 30);
}

/// The response columns of contact points, factors of all unknowns, know the same laws.
TEST_P(SurfacePath, AgreesWithResponseColumns) {
  const std::string text = test::kCube + GetParam().more;
  DeckRun surface(text, with_solver(GetParam().set, "surface")),
      columns(text, with_solver(GetParam().set, "direct"));
  for (int i = 0; i < 120; ++i) {
    ASSERT_TRUE(surface.step()) << i << ": " << surface.result.failure_cause;
    ASSERT_TRUE(columns.step()) << i << ": " << columns.result.failure_cause;
    ASSERT_EQ(surface.result.friction_state, columns.result.friction_state) << i;
    ASSERT_LT((surface.state.q - columns.state.q).lpNorm<Eigen::Infinity>(), 1e-10) << i;
    ASSERT_LT((surface.state.v - columns.state.v).lpNorm<Eigen::Infinity>(), 1e-8) << i;
  }
  EXPECT_EQ(columns.integrator->factorisations(), 2) << "S and M, once";
}

INSTANTIATE_TEST_SUITE_P(Models, SurfacePath, testing::ValuesIn(frictional_cases()),
                         [](const auto& test) { return test.param.name; });

/// What the wall gives is what the cube gains, in three directions.
TEST(SurfacePath, ImpulsesAreTheChangeOfMomentum) {
  DeckRun run(std::string(test::kCube) + test::kWall + "friction = 0.3\n", {"integrator.solver=surface"});
  const auto momentum = [&] {
    Vector Mv = Vector::Zero(run.system().nv());
    run.system().add_mass_product(run.state, run.state.v, 1, Mv);
    Vector3 sum = Vector3::Zero();
    for (const NodePlace& place : run.system().dofs().places)
      for (std::size_t k = 0; k < 3; ++k)
        if (place.position[k] >= 0) sum[static_cast<Index>(k)] += Mv[place.position[k]];
    return sum;
  };
  const Vector3 before = momentum();
  Vector3 given = Vector3::Zero();
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(run.step());
    given[2] += run.result.impulse.sum();
    RowJacobian D;
    run.system().contacts().tangents(run.result.rows, run.state, D);
    Vector force = Vector::Zero(run.system().nv());
    D.add_transpose(run.result.friction_impulse, 1, force);
    for (const NodePlace& place : run.system().dofs().places)
      for (std::size_t k = 0; k < 3; ++k)
        if (place.position[k] >= 0) given[static_cast<Index>(k)] += force[place.position[k]];
  }
  EXPECT_GT(given.norm(), 0.5);
  EXPECT_LT((momentum() - before - given).norm(), 1e-12 * before.norm());
}

TEST(SurfacePath, StepsOfOtherSizesAgreeToo) {
  const std::string text = std::string(test::kCube) + test::kWall + "friction = 0.3\n";
  DeckRun surface(text, {"integrator.solver=surface"}), whole(text, {"integrator.solver=monolithic"});
  for (const double h : {2e-3, 1e-3, 1e-3, 2e-3, 5e-4, 5e-4, 1e-3, 2e-3}) {
    ASSERT_TRUE(surface.integrator->step(surface.state, h, surface.result));
    ASSERT_TRUE(whole.integrator->step(whole.state, h, whole.result));
    ASSERT_LT((surface.state.v - whole.state.v).lpNorm<Eigen::Infinity>(), 1e-9) << h;
  }
}

/// A coefficient that grows fast with the slip speed sends the branches round in circles.
TEST(SurfacePath, LeavesAStepThatItCannotSolveToNewtonOnAllUnknowns) {
  DeckRun run(std::string(test::kCube) + test::kWall + R"(friction = "0.2+0.5*v"
)",
              {"integrator.solver=surface"});
  ConvergenceLog log(false);
  run.integrator->log_to(&log);
  bool was_left = false;
  for (int i = 0; i < 40; ++i) {
    log.begin_step();
    ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
    EXPECT_TRUE(run.result.failure_cause.empty());
    for (const ConvergenceLog::Row& row : log.rows()) was_left |= std::string_view(row.stage) == "condensed";
  }
  EXPECT_TRUE(was_left);
}

/// Joints, dampers and nonlinear solids are for other ways.
TEST(SurfacePath, ServesLinearSolidsAlone) {
  const std::string text = std::string(test::kCube) + test::kWall + "friction = 0.3\n";
  EXPECT_TRUE(GglSurface::is_applicable(DeckRun(text).system()));
  EXPECT_FALSE(GglSurface::is_applicable(DeckRun(text, {"element.body.damping_mass=0.1"}).system()));
  EXPECT_FALSE(GglSurface::is_profitable(DeckRun(text).system())) << "small";
}

}  // namespace
}  // namespace jounce::test
