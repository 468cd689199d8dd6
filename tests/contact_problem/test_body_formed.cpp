#include "contact_problem/body_formed.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

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

/// Six boxes on the ground, four contacts between each two, after a step of free fall from rest.
BodyProblem stack_of(const std::array<double, 6>& masses, double mu) {
  BodyProblem problem;
  problem.w = Vector::Zero(6 * 7);
  for (Index b = 0; b < 6; ++b) {
    const double m = masses[b];
    problem.w[6 * b + 2] = -9.81e-3 * std::sqrt(m);
    for (int corner = 0; corner < 4; ++corner) {
      BodyProblem::ContactRows rows{{}, {b, b == 0 ? 6 : b - 1}};
      for (int side = 0; side < (b == 0 ? 1 : 2); ++side) {
        const double mass = masses[b - side];
        const Vector3 arm(corner % 2 - 0.5, corner < 2 ? -0.5 : 0.5, side == 0 ? -0.5 : 0.5);
        for (int k = 0; k < 3; ++k) {
          const Vector3 axis = Vector3::Unit((k + 2) % 3);
          double* const at = rows.H.data() + 12 * k + 6 * side;
          const double sign = side == 0 ? 1 : -1;
          Eigen::Map<Vector3>{at} = sign / std::sqrt(mass) * axis;
          Eigen::Map<Vector3>{at + 3} = sign / std::sqrt(mass / 6) * arm.cross(axis);
        }
      }
      problem.contacts.push_back(rows);
      problem.mu.push_back(mu);
    }
  }
  problem.s = Vector::Zero(3 * 24);
  problem.c.resize(0);
  return problem;
}

TEST(BodyFormed, StacksOfMassesFarApartRest) {
  for (const double ratio : {1e3, 1e6})
    for (int order = 0; order < 3; ++order) {
      std::array<double, 6> masses{};
      for (int b = 0; b < 6; ++b)
        masses[b] = order == 2 ? (b % 2 == 0 ? 1.0 : ratio) : std::pow(ratio, (order == 0 ? b : 5 - b) / 5.0);
      const BodyProblem problem = stack_of(masses, 0.5);
      for (const ContactLawKind law : {ContactLawKind::coulomb, ContactLawKind::cone}) {
        BodyOptions options;
        options.law = law;
        options.tolerance = 1e-8;  // the default of decks
        options.formed_contacts = 200;
        Vector r, lambda, w;
        const BodyResult result = solve(problem, options, r, lambda, w);
        EXPECT_TRUE(result.converged) << ratio << " " << order << ": " << result.residual;
        EXPECT_LE(result.iterations, 1000) << ratio << " " << order;
        EXPECT_LE(residual(problem, law, r, lambda, w), 1e-8);
        double weight = 0;  // what stands on the floor
        for (int c = 0; c < 4; ++c) weight += r[3 * c];
        double mass = 0;
        for (const double m : masses) mass += m;
        EXPECT_NEAR(weight, 9.81e-3 * mass, 1e-6 * 9.81e-3 * mass);
      }
    }
}

TEST(BodyFormed, IsForCoulombsLawAndTheConeWithoutJoints) {
  RandomProblems random(4);
  const RandomBodies plain(random, 5, 8, 0, 0.5), jointed(random, 5, 8, 1, 0.5);
  EXPECT_TRUE(can_be_formed(BodySweeps(plain.problem, ContactLawKind::coulomb)));
  EXPECT_TRUE(can_be_formed(BodySweeps(plain.problem, ContactLawKind::cone)));
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
