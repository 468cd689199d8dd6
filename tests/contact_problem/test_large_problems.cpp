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

}  // namespace
}  // namespace jounce::contact_problem
