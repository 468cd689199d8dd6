#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "../support/scene.h"
#include "deck/deck.h"
#include "statics.h"
#include "statics/static_iterative.h"
#include "stepping/no_smaller_step.h"

namespace jounce {
namespace {

using test::Statics;
using testing::HasSubstr;

/// A deck of the folder inputs or verification.
std::string deck_text(const std::string& path) {
  std::ifstream file(std::string(JOUNCE_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Clamped at one end, sheared at the other: edges of n elements.
std::vector<std::string> cube(int n) {
  return {"parameters.n=" + std::to_string(n), "mesh.block.to=[1, 1, 1]",
          R"(mesh.block.counts=["n", "n", "n"])"};
}

std::vector<std::string> with(std::vector<std::string> values, const std::string& more) {
  values.push_back(more);
  return values;
}

/// Largest difference of the displacements that the two solvers find, relative to the largest one.
double disagreement(const std::string& text, const std::vector<std::string>& values, long most_direct = 0) {
  Statics direct(text, with(values, "analysis.solver=direct"));
  Statics iterative(text, with(values, "analysis.solver=iterative"));
  EXPECT_FALSE(direct.solver->iterates());
  EXPECT_TRUE(iterative.solver->iterates());
  EXPECT_TRUE(direct.run()) << direct.result.failure_cause;
  EXPECT_TRUE(iterative.run()) << iterative.result.failure_cause;
  EXPECT_GT(iterative.solver->iterative()->iterations(), 0);
  EXPECT_LE(iterative.solver->factorisations(), most_direct) << iterative.solver->traffic();
  const Vector u = direct.state.q - direct.model->system.initial_state().q;
  return (direct.state.q - iterative.state.q).lpNorm<Eigen::Infinity>() / u.lpNorm<Eigen::Infinity>();
}

TEST(StaticIterative, AgreesWithTheDirectSolver) {
  const std::string cantilever = deck_text("inputs/cantilever_block.toml");
  EXPECT_LT(disagreement(cantilever, {"parameters.n=4"}), 1e-9);
  EXPECT_LT(disagreement(cantilever, {"parameters.n=2", "parameters.order=2"}), 1e-9);
  EXPECT_LT(disagreement(deck_text("inputs/pressurised_tube.toml"), {"parameters.n=8"}), 1e-10);
  EXPECT_LT(disagreement(deck_text("inputs/rubber_block.toml"), {"parameters.n=4"}), 1e-10);
}

/// Large displacements, a traction that keeps its direction.
TEST(StaticIterative, FollowsFiniteStrain) {
  EXPECT_LT(disagreement(deck_text("inputs/cantilever_block.toml"),
                         {"element.body.strain=green-lagrange", "element.body.formulation=b-bar",
                          "parameters.F=3000", "analysis.step=0.25"}),
            1e-8);
}

const std::string kCubeOnWall = R"(
[parameters]
n = 6
[model]
dimension = 3
)" + scene::material({.E = 900, .nu = 0.3, .rho = 1}) +
                                scene::block_mesh({.name = "cube", .from = {0, 0, 0}, .to = {1, 1, 1}}) + R"(
counts = ["n", "n", "n"]
[[element]]
name = "body"
type = "solid"
mesh = "cube"
material = "m"
[[boundary]]
on = "cube.x_min"
components = ["x"]
[[boundary]]
on = "cube.y_min"
components = ["y"]
[[load]]
name = "push"
type = "traction"
surface = "cube.z_max"
traction = [0, 0, -20]
[[load]]
name = "lift"
type = "traction"
surface = "cube.x_max"
traction = [0, 0, 12]
)" + scene::point_plane({.name = "wall", .points = "cube.z_min", .through = {0, 0, 0}, .normal = {0, 0, 1}}) +
                                R"(
[analysis]
type = "static"
step = 0.5
)";

/// A cube that only the wall holds from below, pulled up at a side so that a part of its face lifts off.
TEST(StaticIterative, ContactsMayBeAllThatHolds) {
  EXPECT_LT(disagreement(kCubeOnWall, {}), 1e-10);
  Statics s(kCubeOnWall, {"analysis.solver=iterative"});
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  const Vector force = s.result.impulse / 0.5;
  EXPECT_NEAR(force.sum(), 8, 1e-8);
  EXPECT_GT(s.result.active_contacts, 0);
  EXPECT_LT(s.result.active_contacts, 49) << "the load was to lift some nodes off";
  for (Index j = 0; j < force.size(); ++j) {
    const double gap = s.model->system.contacts().all()[0]->gap(s.state, s.result.rows[j]);
    EXPECT_GE(force[j], 0);
    EXPECT_GE(gap, -1e-15);
    EXPECT_LT(force[j] * gap, 1e-15);
  }
}

/// Mortar contact of meshes that do not match, ties, and softened contact.
TEST(StaticIterative, SurfacesMeet) {
  EXPECT_LT(disagreement(deck_text("verification/contact_patch/patch.toml"), {}), 1e-9);
  EXPECT_LT(disagreement(deck_text("verification/tie_patch/tie.toml"), {}), 1e-9);
  EXPECT_LT(disagreement(deck_text("verification/soft_layer/linear.toml"), {}), 1e-9);
}

/// 18 and 20 iterations for cubes, 49 and 49 for cantilevers. Without rigid motions as near-null space they
/// are 25 and 34, 86 and 133.
TEST(StaticIterative, IterationsHardlyGrowWithTheMesh) {
  const auto iterations = [](const std::vector<std::string>& values) {
    Statics s(deck_text("inputs/cantilever_block.toml"), with(values, "analysis.solver=iterative"));
    EXPECT_TRUE(s.run()) << s.result.failure_cause;
    EXPECT_EQ(s.solver->iterative()->set_ups(), 1);
    EXPECT_EQ(s.most_iterations, 1);
    EXPECT_EQ(s.solver->factorisations(), 0);
    return s.solver->iterative()->iterations();
  };
  EXPECT_LE(iterations(cube(8)), 22);
  EXPECT_LE(iterations(cube(16)), 24);
  EXPECT_LE(iterations({"parameters.n=4"}), 60);
  EXPECT_LE(iterations({"parameters.n=8"}), 60);
}

TEST(StaticIterative, IsChosenBySize) {
  const std::string text = deck_text("inputs/cantilever_block.toml");
  Statics small(text), large(text, cube(26));
  EXPECT_FALSE(small.solver->iterates());
  EXPECT_TRUE(large.solver->iterates()) << large.model->system.n_free();
  Statics direct(text, with(cube(26), "analysis.solver=direct"));
  EXPECT_FALSE(direct.solver->iterates());
  Statics arc(text, with(cube(26), "analysis.arc_length=true"));
  EXPECT_FALSE(arc.solver->iterates());
}

/// A column under twice its critical load: the straight state is an equilibrium of an indefinite stiffness.
TEST(StaticIterative, AnIndefiniteStiffnessIsFactorised) {
  const std::vector<std::string> column = {"element.body.strain=green-lagrange",
                                           "element.body.formulation=b-bar",
                                           "parameters.n=2",
                                           "parameters.F=1",
                                           "load.end.traction=[-4000, 0, 0]",
                                           "analysis.step=0.5",
                                           "analysis.solver=iterative"};
  Statics s(deck_text("inputs/cantilever_block.toml"), column);
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  EXPECT_GT(s.solver->factorisations(), 0);
  EXPECT_THAT(s.solver->traffic(), HasSubstr("solved directly (the stiffness is not positive definite)"));
  Statics direct(deck_text("inputs/cantilever_block.toml"), with(column, "analysis.solver=direct"));
  ASSERT_TRUE(direct.run());
  EXPECT_LT((s.state.q - direct.state.q).lpNorm<Eigen::Infinity>(), 1e-9);
}

/// A pressure that turns with its face has no potential where the face has an edge.
TEST(StaticIterative, AnUnsymmetricStiffnessIsFactorised) {
  std::string text = deck_text("inputs/cantilever_block.toml");
  const auto at = text.find(R"(type = "traction")");
  text.replace(at, text.find("[analysis]") - at,
               R"(
type = "pressure"
surface = "block.z_max"
pressure = 20
follower = true
)");
  const std::vector<std::string> values = {"element.body.strain=green-lagrange",
                                           "element.body.formulation=b-bar", "analysis.step=0.5"};
  Statics s(text, with(values, "analysis.solver=iterative")),
      direct(text, with(values, "analysis.solver=direct"));
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  ASSERT_TRUE(direct.run()) << direct.result.failure_cause;
  EXPECT_THAT(s.solver->traffic(), HasSubstr("solved directly (the stiffness is not symmetric)"));
  EXPECT_EQ(s.state.q, direct.state.q);
}

TEST(StaticIterative, WhatNothingHoldsIsBlamed) {
  std::string text = kCubeOnWall;
  const auto at = text.find(R"(
[[boundary]]
on = "cube.y_min")");
  text.erase(at + 1, text.find("[[load]]") - at - 1);
  Statics s(text, {"analysis.solver=iterative"});
  try {
    s.run();
    ADD_FAILURE() << "nothing holds the cube along y";
  } catch (const NoSmallerStep& error) {
    EXPECT_THAT(error.what(), HasSubstr("1 rigid motion is free: translation along y of the part 'cube'"));
  }
}

TEST(StaticIterative, ARestartGoesOnAsIfNothingHadBeen) {
  const std::vector<std::string> values = {"analysis.solver=iterative", "analysis.step=0.25"};
  Statics whole(kCubeOnWall, values), cut(kCubeOnWall, values);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(whole.solver->step(whole.state, 0.25, whole.result));
    ASSERT_TRUE(cut.solver->step(cut.state, 0.25, cut.result));
  }
  whole.solver->refresh();
  cut.solver->refresh();
  Statics next(kCubeOnWall, values);
  next.state = cut.state;
  const auto from = cut.solver->memory(), to = next.solver->memory();
  for (std::size_t k = 0; k < from.size(); ++k) *to[k].second = *from[k].second;
  next.solver->refresh();
  ASSERT_TRUE(whole.solver->step(whole.state, 0.25, whole.result));
  ASSERT_TRUE(next.solver->step(next.state, 0.25, next.result));
  EXPECT_EQ(whole.state.q, next.state.q);
}

}  // namespace
}  // namespace jounce
