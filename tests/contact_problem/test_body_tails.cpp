#include "contact_problem/body_tails.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "contact_problem/body_formed.h"
#include "random_bodies.h"

namespace jounce::contact_problem {
namespace {

using Turn = Eigen::Matrix<double, 12, 6>;

/// Every second body becomes wide: its six components w are turned into twelve, Q w with Q^T Q = 1, so that
/// all products of rows stay as they are. The second places come after all bodies.
BodyProblem widened(const RandomBodies& bodies, RandomProblems& random) {
  BodyProblem wide = bodies.problem;
  const Index count = bodies.bodies() - 1;
  std::vector<Turn> turns;
  std::vector<Index> second;
  for (Index b = 0; b < count; ++b) {
    const Vector numbers = random.normals(144);
    const DenseMatrix Q =
        Eigen::Map<const DenseMatrix>(numbers.data(), 12, 12).householderQr().householderQ();
    turns.emplace_back(Q.leftCols<6>());
    second.push_back(b % 2 == 0 ? -1 : wide.bodies());
    if (b % 2 == 0) continue;
    const Eigen::Matrix<double, 12, 1> w = turns.back() * wide.w.segment<6>(6 * b);
    wide.w.segment<6>(6 * b) = w.head<6>();
    wide.w.conservativeResize(wide.w.size() + 6);
    wide.w.tail<6>() = w.tail<6>();
  }
  const auto turn = [&](Index body, int row, double* values, auto& tails) {
    if (body >= count || second[body] < 0) return;
    const Eigen::Matrix<double, 12, 1> turned =
        turns[body] * Eigen::Map<const Eigen::Matrix<double, 6, 1>>(values);
    std::copy_n(turned.data(), 6, values);
    tails.add(second[body], row, turned.data() + 6);
  };
  for (std::size_t c = 0; c < wide.contacts.size(); ++c) {
    for (int row = 0; row < 3; ++row)
      for (std::size_t side = 0; side < 2; ++side)
        turn(wide.contacts[c].bodies[side], row, wide.contacts[c].H.data() + 12 * row + 6 * side,
             wide.contact_tails);
    wide.contact_tails.close(c);
  }
  for (std::size_t j = 0; j < wide.joints.size(); ++j) {
    for (std::size_t side = 0; side < 2; ++side)
      turn(wide.joints[j].bodies[side], 0, wide.joints[j].B.data() + 6 * side, wide.joint_tails);
    wide.joint_tails.close(j);
  }
  return wide;
}

struct TailCase {
  BodyMethod method;
  ContactLawKind law;
};

class WideBodies : public ::testing::TestWithParam<TailCase> {};

/// All methods and laws see products of rows only: impulses and sweeps are those of six components.
TEST_P(WideBodies, HaveTheImpulsesOfNarrowOnes) {
  RandomProblems random(11);
  for (const Index joints : {0, 2}) {
    const RandomBodies bodies(random, 8, 15, joints, 0.5);
    const BodyProblem wide = widened(bodies, random);
    ASSERT_FALSE(wide.contact_tails.empty());
    ASSERT_EQ(wide.joint_tails.empty(), joints == 0);
    BodyOptions options;
    options.method = GetParam().method;
    options.law = GetParam().law;
    options.tolerance = 1e-11;
    Vector r, lambda, w, r_wide, lambda_wide, w_wide;
    const BodyResult narrow = solve(bodies.problem, options, r, lambda, w);
    const BodyResult result = solve(wide, options, r_wide, lambda_wide, w_wide);
    ASSERT_TRUE(narrow.converged && result.converged) << narrow.residual << " " << result.residual;
    EXPECT_LE(residual(wide, options.law, r_wide, lambda_wide, w_wide), options.tolerance);
    EXPECT_NEAR(w_wide.squaredNorm(), w.squaredNorm(), 1e-8 * w.squaredNorm());
    // The impulses may not be unique, what they do to the velocities is.
    EXPECT_LE(
        residual(bodies.problem, options.law, r_wide, lambda_wide, bodies.velocities(r_wide, lambda_wide)),
        1.1 * options.tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, WideBodies,
    ::testing::Values(TailCase{BodyMethod::gauss_seidel, ContactLawKind::coulomb},
                      TailCase{BodyMethod::accelerated_gauss_seidel, ContactLawKind::coulomb},
                      TailCase{BodyMethod::gauss_seidel, ContactLawKind::maximum_dissipation},
                      TailCase{BodyMethod::accelerated_gauss_seidel, ContactLawKind::cone},
                      TailCase{BodyMethod::projected_gradient, ContactLawKind::cone},
                      TailCase{BodyMethod::projected_gradient, ContactLawKind::coulomb},
                      TailCase{BodyMethod::barzilai_borwein, ContactLawKind::cone}));

/// The Delassus matrix is formed with the tails.
TEST(BodyTails, AreInTheFormedProblem) {
  RandomProblems random(5);
  const RandomBodies bodies(random, 6, 20, 0, 0.5);
  const BodyProblem wide = widened(bodies, random);
  BodyOptions options;
  options.tolerance = 1e-9;
  options.max_iterations = 3;
  options.formed_contacts = 20;
  Vector r, lambda, w;
  const BodyResult result = solve(wide, options, r, lambda, w);
  EXPECT_TRUE(result.converged) << result.residual;
  EXPECT_LE(residual(bodies.problem, options.law, r, lambda, bodies.velocities(r, lambda)), 1.1e-9);
}

TEST(BodyTails, KeepTheirOrder) {
  BodyTails<1> tails;
  EXPECT_TRUE(tails.empty());
  EXPECT_EQ(tails.size(), 0u);
  EXPECT_TRUE(tails.of(3).empty());
  const double six[] = {1, 2, 3, 4, 5, 6};
  tails.close(0);  // nothing to close
  tails.add(7, 0, six);
  tails.add(9, 0, six);
  tails.close(2);
  tails.add(7, 0, six);
  tails.close(3);
  EXPECT_EQ(tails.size(), 4u);
  EXPECT_TRUE(tails.of(0).empty());
  EXPECT_TRUE(tails.of(1).empty());
  ASSERT_EQ(tails.of(2).size(), 2u);
  EXPECT_EQ(tails.of(2)[1].body, 9);
  ASSERT_EQ(tails.of(3).size(), 1u);
  EXPECT_EQ(tails.product(2, 3).value(), 91);
  EXPECT_EQ(tails.product(2, 2).value(), 182);
  tails.clear();
  EXPECT_TRUE(tails.empty());
  EXPECT_TRUE(tails.of(2).empty());
}

TEST(BodyTails, AreChecked) {
  RandomProblems random(5);
  const RandomBodies bodies(random, 4, 6, 3, 0.5);
  const auto complaint = [](const BodyProblem& problem) -> std::string {
    try {
      check(problem);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "fine";
  };
  BodyProblem wide = widened(bodies, random);
  EXPECT_EQ(complaint(wide), "fine");
  wide.contact_tails.pieces().front().rows[4] = std::numeric_limits<double>::infinity();
  EXPECT_THAT(complaint(wide), ::testing::HasSubstr("not finite"));
  wide = widened(bodies, random);
  ASSERT_FALSE(wide.joint_tails.empty());
  wide.joint_tails.pieces().front().body = wide.bodies();
  EXPECT_THAT(complaint(wide), ::testing::HasSubstr("the tail of joint row"));
  wide = widened(bodies, random);
  const double six[] = {0, 0, 0, 0, 0, 0};
  wide.contact_tails.add(1, 0, six);
  wide.contact_tails.close(6);
  EXPECT_THAT(complaint(wide), ::testing::HasSubstr("tails of 7 contacts, expected 6 at most"));
}

}  // namespace
}  // namespace jounce::contact_problem
