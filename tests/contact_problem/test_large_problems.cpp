// Large hyperstatic structures and granular assemblies. The residual is measured by residual.h, whose
// definition test_solvers.cpp checks independently.

#include <gtest/gtest.h>

#include "contact_problem/residual.h"
#include "contact_problem/solvers.h"
#include "large_problems.h"

namespace jounce::contact_problem {
namespace {

void expect_solved(const Problem& problem, double tolerance = 1e-8) {
  check(problem);
  const Result result = solve(problem, {}, {.tolerance = tolerance});
  EXPECT_EQ(result.status, Status::solved) << result.method << " " << result.residual;
  EXPECT_LE(residual(problem, result.r), tolerance);
  ::testing::Test::RecordProperty("iterations", result.iterations);
}

TEST(LargeProblems, ColumnOfBoxes) {
  const Problem p = box_column(1, 142, 0.6, 1, 0.01);
  ASSERT_EQ(p.contacts(), 568);
  expect_solved(p);
}

TEST(LargeProblems, TowerOfPlanks) {
  const Problem p = plank_tower(1, 16, 0.6, 1, 0.01);
  ASSERT_EQ(p.contacts(), 564);
  expect_solved(p);
}

TEST(LargeProblems, DisturbedColumnOfManyMasses) { expect_solved(box_column(2, 30, 0.6, 1e4, 0.1)); }

TEST(LargeProblems, RockPile) {
  const Problem p = rock_pile(1, 5, 0.3, 1, 0.01);
  ASSERT_GT(p.contacts(), 300);
  expect_solved(p);
}

TEST(LargeProblems, PlanarFlow) {
  expect_solved(planar_flow(1, 50, 8, 0.3, 1, 0.3));
  const Problem p = planar_flow(1, 50, 20, 0.3, 1, 0.3);
  ASSERT_GT(p.contacts(), 2000);
  expect_solved(p);
}

TEST(InteriorPoint, NeedsFewStepsWhereContactsStick) {
  for (const double mass_ratio : {1.0, 1e3}) {
    const Problem p = box_column(1, 40, 0.6, mass_ratio, 0.01);
    const Result result = interior_point(p, {}, {.tolerance = 1e-6});
    EXPECT_EQ(result.status, Status::solved) << result.residual;
    EXPECT_LE(result.iterations, 40);
    EXPECT_EQ(result.method, "interior-point");
  }
}

TEST(InteriorPoint, SolvesWithoutFriction) {
  // Convex, so that it always converges.
  Problem p = rock_pile(3, 4, 0.0, 1, 0.3);
  const Result result = interior_point(p, {}, {.tolerance = 1e-8});
  EXPECT_EQ(result.status, Status::solved) << result.residual;
  Problem flow = planar_flow(3, 10, 4, 0.0, 1, 0.3);
  EXPECT_EQ(interior_point(flow, {}, {.tolerance = 1e-8}).status, Status::solved);
}

TEST(InteriorPoint, LeavesUnsymmetricProblemsAlone) {
  Problem p = box_column(1, 2, 0.5, 1, 0.1);
  p.W.block(0)[1] += 0.1;
  const Result result = interior_point(p, {}, {});
  EXPECT_EQ(result.status, Status::not_converged);
  EXPECT_EQ(result.iterations, 0);
  Problem unformed = p;
  unformed.W = BlockMatrix();
  EXPECT_THROW(interior_point(unformed, {}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::contact_problem
