#include <gtest/gtest.h>

#include <functional>

#include "contact_problem/body_problem.h"
#include "contact_problem/residual.h"
#include "random_bodies.h"

namespace jounce::contact_problem {
namespace {

RandomBodies some_bodies(unsigned seed, Index joints = 1) {
  RandomProblems random(seed);
  return RandomBodies(random, 5, 9, joints, 0.6);
}

void expect_refused(const std::string& message, const std::function<void(BodyProblem&)>& spoil) {
  BodyProblem problem = some_bodies(1).problem;
  spoil(problem);
  try {
    check(problem);
    ADD_FAILURE() << "accepted: " << message;
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
  }
  Vector r, lambda, w;
  EXPECT_THROW(solve(problem, {}, r, lambda, w), std::invalid_argument);
}

TEST(BodyProblem, RefusesContradictions) {
  const double nan = std::nan("");
  EXPECT_NO_THROW(check(some_bodies(1).problem));
  expect_refused("w has 35 numbers, no multiple of 6", [](auto& p) { p.w.conservativeResize(35); });
  expect_refused("mu has 8 numbers, expected 9", [](auto& p) { p.mu.pop_back(); });
  expect_refused("s has 26 numbers, expected 27", [](auto& p) { p.s.conservativeResize(26); });
  expect_refused("c has 2 numbers, expected 3", [](auto& p) { p.c.conservativeResize(2); });
  expect_refused("w has a number that is not finite", [&](auto& p) { p.w[3] = nan; });
  expect_refused("s has a number that is not finite", [&](auto& p) { p.s[3] = nan; });
  expect_refused("c has a number that is not finite", [&](auto& p) { p.c[1] = nan; });
  expect_refused("contact 2 has mu = -0.1", [](auto& p) { p.mu[2] = -0.1; });
  expect_refused("contact 2 has mu = nan", [&](auto& p) { p.mu[2] = nan; });
  expect_refused("contact 4 names body 6 of 6", [](auto& p) { p.contacts[4].bodies[1] = 6; });
  expect_refused("contact 4 names body -1 of 6", [](auto& p) { p.contacts[4].bodies[0] = -1; });
  expect_refused("contact 4 has a number that is not finite", [&](auto& p) { p.contacts[4].H[7] = nan; });
  expect_refused("contact 3 couples body 2 with itself", [](auto& p) { p.contacts[3].bodies = {2, 2}; });
  expect_refused("joint row 1 names body 9 of 6", [](auto& p) { p.joints[1].bodies[1] = 9; });
}

TEST(BodyProblem, SolveRefusesWhatAMethodDoesNotKnow) {
  const BodyProblem problem = some_bodies(1).problem;
  Vector r, lambda, w;
  BodyOptions options;
  for (const BodyMethod method : {BodyMethod::projected_gradient, BodyMethod::barzilai_borwein}) {
    options = {.method = method, .law = ContactLawKind::maximum_dissipation};
    EXPECT_THROW(solve(problem, options, r, lambda, w), std::invalid_argument);
  }
  for (const double relaxation : {0.0, -1.0, 2.0, std::nan("")}) {
    options = {.relaxation = relaxation};
    EXPECT_THROW(solve(problem, options, r, lambda, w), std::invalid_argument);
  }
}

TEST(BodyProblem, ResidualRefusesSizes) {
  const BodyProblem problem = some_bodies(1).problem;
  const Vector r = Vector::Zero(27), lambda = Vector::Zero(3);
  EXPECT_NO_THROW(residual(problem, ContactLawKind::cone, r, lambda, problem.w));
  EXPECT_THROW(residual(problem, ContactLawKind::cone, lambda, lambda, problem.w), std::invalid_argument);
  EXPECT_THROW(residual(problem, ContactLawKind::cone, r, r, problem.w), std::invalid_argument);
  EXPECT_THROW(residual(problem, ContactLawKind::cone, r, lambda, r), std::invalid_argument);
}

/// Where all contacts close and there are no joints, the residual is that of the formed problem.
TEST(BodyProblem, ResidualIsThatOfTheFormedProblem) {
  RandomProblems random(7);
  for (int k = 0; k < 20; ++k) {
    RandomBodies bodies(random, 4, 6, 0, 0.8);
    const Vector b = bodies.H.transpose() * bodies.problem.w;
    for (Index c = 0; c < 6; ++c) bodies.problem.s[3 * c] = -b[3 * c] - random.uniform();
    const Vector r = random.normals(18), none;
    const double expected = residual(bodies.formed(), r);
    EXPECT_NEAR(residual(bodies.problem, ContactLawKind::coulomb, r, none, bodies.velocities(r, none)),
                expected, 1e-12 * expected);
  }
}

TEST(BodyProblem, ResidualCountsClosingContactsAndJoints) {
  // One body of unit mass above the ground, one joint row along y, by hand.
  BodyProblem p;
  p.w = Vector::Zero(12);
  p.w.head<3>() << 1, 2, -3;
  BodyProblem::ContactRows up{}, side{};
  up.bodies = side.bodies = {0, 1};
  up.H[2] = up.H[12] = up.H[25] = 1;        // normal z, tangents x, y
  side.H[0] = side.H[13] = side.H[26] = 1;  // normal x: opens with 1
  p.contacts = {up, side};
  p.mu = {0.5, 0.0};
  p.s = Vector::Zero(6);
  BodyProblem::JointRow joint{};
  joint.bodies = {0, 1};
  joint.B[1] = 1;
  p.joints = {joint};
  p.c = Vector::Constant(1, 0.5);
  // w_c = 1. b = (-3, 1, 2) closes, (1, 2, -3) does not; beta = 2.5. Numerator at r = 0: -u lies at
  // (3 - mu 5^(1/2), -1, -2) for Coulomb, (3, -1, -2) for the cone; both project onto the border or stay.
  const double norm = std::sqrt(14 + 6.25), t = std::sqrt(5.0);
  const auto expected = [&](double normal) {
    const double nearest = (normal + 0.5 * t) / 1.25;
    return std::sqrt(1.25 * nearest * nearest + 6.25) / norm;
  };
  const Vector r = Vector::Zero(6), lambda = Vector::Zero(1);
  EXPECT_NEAR(residual(p, ContactLawKind::cone, r, lambda, p.w), expected(3), 1e-14);
  EXPECT_NEAR(residual(p, ContactLawKind::coulomb, r, lambda, p.w), expected(3 - 0.5 * t), 1e-14);
  // Maximum dissipation alone: r_N = 3, r_T = 1.5 against the motion.
  EXPECT_NEAR(residual(p, ContactLawKind::maximum_dissipation, r, lambda, p.w),
              std::sqrt(9 + 2.25 + 6.25) / norm, 1e-14);
}

TEST(BodyProblem, NothingToDo) {
  BodyProblem empty;
  Vector r, lambda, w;
  BodyResult result = solve(empty, {}, r, lambda, w);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.iterations, 0);
  empty.w = Vector::Ones(12);
  result = solve(empty, {}, r, lambda, w);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(w, empty.w);
}

}  // namespace
}  // namespace jounce::contact_problem
