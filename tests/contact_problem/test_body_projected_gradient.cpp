#include <gtest/gtest.h>

#include "contact_problem/residual.h"
#include "random_bodies.h"

namespace jounce::contact_problem {
namespace {

constexpr BodyMethod kGradients[] = {BodyMethod::projected_gradient, BodyMethod::barzilai_borwein};

TEST(BodyProjectedGradient, SameVelocitiesAsSweeps) {
  RandomProblems random(21);
  for (int k = 0; k < 20; ++k) {
    const RandomBodies bodies(random, 6, 12, k % 3, 0.6);
    Vector r, lambda, w;
    const BodyOptions sweeps{.law = ContactLawKind::cone, .tolerance = 1e-11, .max_iterations = 100000};
    ASSERT_TRUE(solve(bodies.problem, sweeps, r, lambda, w).converged);
    for (const BodyMethod method : kGradients) {
      Vector r2, lambda2, w2;
      const BodyResult result =
          solve(bodies.problem,
                {.method = method, .law = ContactLawKind::cone, .tolerance = 1e-9, .max_iterations = 100000},
                r2, lambda2, w2);
      EXPECT_TRUE(result.converged) << k << ' ' << result.residual;
      EXPECT_LE((w - w2).norm(), 1e-6 * w.norm()) << k;
      EXPECT_NEAR(residual(bodies.problem, ContactLawKind::cone, r2, lambda2, w2), result.residual, 1e-14);
    }
  }
}

TEST(BodyProjectedGradient, CoulombByTheShift) {
  RandomProblems random(22);
  for (int k = 0; k < 20; ++k) {
    const RandomBodies bodies(random, 6, 10, k % 2, 0.3);
    for (const BodyMethod method : kGradients) {
      Vector r, lambda, w;
      const BodyResult result = solve(
          bodies.problem, {.method = method, .tolerance = 1e-8, .max_iterations = 100000}, r, lambda, w);
      EXPECT_TRUE(result.converged) << k << ' ' << result.residual;
      EXPECT_LE(residual(bodies.formed(), r), 1e-6);
      Vector again, again_lambda, again_w;
      solve(bodies.problem, {.method = method, .tolerance = 1e-8, .max_iterations = 100000}, again,
            again_lambda, again_w);
      EXPECT_EQ(r, again);
    }
  }
}

}  // namespace
}  // namespace jounce::contact_problem
