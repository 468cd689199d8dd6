#include <gtest/gtest.h>

#include "contact_problem/solvers.h"
#include "large_problems.h"

// The interior point method alone, on what it is made for: large problems, also without friction.

namespace jounce::contact_problem {
namespace {

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
