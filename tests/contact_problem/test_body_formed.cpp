#include "contact_problem/body_formed.h"

#include <gtest/gtest.h>

#include "random_bodies.h"

namespace jounce::contact_problem {
namespace {

TEST(BodyFormed, SolvesWhatFewSweepsDoNot) {
  RandomProblems random(3);
  for (int trial = 0; trial < 10; ++trial) {
    const RandomBodies bodies(random, 6, 30, 0, 0.8);
    BodyOptions options;
    options.tolerance = 1e-9;
    options.max_iterations = 3;
    Vector r, lambda, w;
    EXPECT_FALSE(solve(bodies.problem, options, r, lambda, w).converged);
    options.formed_contacts = 30;
    r.resize(0);
    const BodyResult result = solve(bodies.problem, options, r, lambda, w);
    EXPECT_TRUE(result.converged) << trial << ": " << result.residual;
    EXPECT_LE(residual(bodies.problem, options.law, r, lambda, w), 1e-9);
    options.formed_contacts = 29;
    r.resize(0);
    EXPECT_FALSE(solve(bodies.problem, options, r, lambda, w).converged);
  }
}

TEST(BodyFormed, IsForCoulombsLawWithoutJoints) {
  RandomProblems random(4);
  const RandomBodies plain(random, 5, 8, 0, 0.5), jointed(random, 5, 8, 1, 0.5);
  EXPECT_TRUE(can_be_formed(BodySweeps(plain.problem, ContactLawKind::coulomb)));
  EXPECT_FALSE(can_be_formed(BodySweeps(plain.problem, ContactLawKind::cone)));
  EXPECT_FALSE(can_be_formed(BodySweeps(plain.problem, ContactLawKind::maximum_dissipation)));
  EXPECT_FALSE(can_be_formed(BodySweeps(jointed.problem, ContactLawKind::coulomb)));
  BodyProblem fixed = plain.problem;
  fixed.contacts.front().H.fill(0);
  EXPECT_FALSE(can_be_formed(BodySweeps(fixed, ContactLawKind::coulomb)));
}

TEST(BodyFormed, TheGroundIsAnyBodyWhoseRowsAreZero) {
  RandomProblems random(8);
  const RandomBodies bodies(random, 6, 20, 0, 0.5);
  BodyProblem turned = bodies.problem;  // the ground first, and the first body last
  const Index ground = bodies.bodies() - 1;
  for (auto& rows : turned.contacts)
    for (Index& body : rows.bodies) body = body == 0 ? ground : body == ground ? 0 : body;
  turned.w.segment<6>(0).swap(turned.w.segment<6>(6 * ground));
  BodyOptions options;
  options.tolerance = 1e-9;
  options.max_iterations = 3;
  options.formed_contacts = 20;
  Vector r, lambda, w;
  const BodyResult result = solve(turned, options, r, lambda, w);
  EXPECT_TRUE(result.converged) << result.residual;
}

TEST(BodyFormed, KeepsTheBetterImpulses) {
  RandomProblems random(6);
  const RandomBodies bodies(random, 6, 20, 0, 0.5);
  BodyOptions options;
  options.tolerance = 1e-11;
  BodyState state;
  ASSERT_TRUE(solve(bodies.problem, options, state.r, state.lambda, state.w).converged);
  const BodySweeps sweeps(bodies.problem, ContactLawKind::coulomb);
  const double before = sweeps.residual(state);
  EXPECT_LE(solve_formed(sweeps, 1e-3, state), before);
}

}  // namespace
}  // namespace jounce::contact_problem
