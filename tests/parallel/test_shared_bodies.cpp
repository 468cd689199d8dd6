#include "parallel/shared_bodies.h"

#include <gtest/gtest.h>

#include <numeric>

#include "../contact_problem/random_bodies.h"

namespace jounce::parallel {
namespace {

constexpr int kPerRank = 3;

/// A chain: rank p owns bodies 3p to 3p + 2 and also touches the next one.
struct Chain {
  Communicator ranks;
  SharedBodies shared{ranks};
  std::vector<int> touched, owner;

  Chain() {
    for (int b = 0; b < kPerRank * ranks.size(); ++b) owner.push_back(b / kPerRank);
    for (int b = kPerRank * ranks.rank() + 1; b <= kPerRank * (ranks.rank() + 1); ++b)
      if (b < static_cast<int>(owner.size())) touched.push_back(b);
    shared.build(touched, owner);
  }
};

TEST(SharedBodies, AreThoseThatSeveralRanksTouchOrOwn) {
  const Chain chain;
  const int rank = chain.ranks.rank(), last = chain.ranks.size() - 1;
  // The first body of a rank is touched by the rank before it only, and known to its owner.
  std::vector<int> expected = chain.touched;
  if (rank > 0) expected.insert(expected.begin(), kPerRank * rank);
  EXPECT_EQ(chain.shared.bodies(), expected);
  EXPECT_EQ(chain.shared.shared_bodies().size(), (rank > 0 ? 1U : 0U) + (rank < last ? 1U : 0U));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const bool at_border = expected[i] % kPerRank == 0;
    EXPECT_EQ(chain.shared.share(static_cast<int>(i)), at_border ? 0.5 : 1.0) << expected[i];
  }
  EXPECT_FALSE(chain.shared.is_shared(static_cast<int>(expected.size())));
}

TEST(SharedBodies, NeighboursHaveDifferentColours) {
  Chain chain;
  std::vector<double> colours;
  chain.ranks.gather({1.0 * chain.shared.colour()}, colours);
  for (std::size_t p = 1; p < colours.size(); ++p) EXPECT_NE(colours[p], colours[p - 1]);
  EXPECT_EQ(chain.shared.colours(), chain.ranks.is_alone() ? 1 : 2);
}

TEST(SharedBodies, ChangesOfOneColourReachTheOthers) {
  Chain chain;
  const int rank = chain.ranks.rank();
  const auto count = static_cast<Index>(chain.shared.bodies().size());
  Vector w = Vector::Zero(SharedBodies::kValues * (count + 1));
  for (int colour = 0; colour < chain.shared.colours(); ++colour) {
    if (chain.shared.colour() == colour) w.setConstant(100.0 * colour + rank);
    chain.shared.pass_on(colour, w);
  }
  // Everybody has what the last colour wrote.
  for (const int body : chain.shared.shared_bodies()) {
    const int owner = chain.shared.bodies()[body] / kPerRank;
    const int writer = owner % 2 == 1 ? owner : owner - 1;
    EXPECT_EQ(w[SharedBodies::kValues * body + 2], 100.0 + writer) << body;
  }
}

TEST(SharedBodies, ChangesOfAllRanksAddUp) {
  Chain chain;
  const auto count = static_cast<Index>(chain.shared.bodies().size());
  Vector w = Vector::LinSpaced(SharedBodies::kValues * (count + 1), 0, 1);
  for (const int body : chain.shared.shared_bodies()) w.segment<6>(6 * body).setConstant(0.25);
  chain.shared.begin(w);
  w.array() += 1.0 + chain.ranks.rank();
  chain.shared.add_up(w);
  for (const int body : chain.shared.shared_bodies()) {
    const int owner = chain.shared.bodies()[body] / kPerRank;
    EXPECT_EQ(w[6 * body], 0.25 + (1.0 + owner) + owner);
  }
}

using contact_problem::BodyMethod;
using contact_problem::BodyOptions;
using contact_problem::BodyProblem;
using contact_problem::BodyResult;
using contact_problem::ContactLawKind;

/// The part of a rank in a problem that all ranks know: contacts and joints dealt out like cards.
struct Part {
  Communicator ranks;
  SharedBodies shared{ranks};
  BodyProblem problem;
  std::vector<Index> contacts, joints;

  explicit Part(const BodyProblem& whole) {
    const Index ground = whole.bodies() - 1;
    std::vector<int> owner, touched;
    for (Index b = 0; b < ground; ++b)
      owner.push_back(static_cast<int>(b) * ranks.size() / static_cast<int>(ground));
    std::vector<bool> flags(static_cast<std::size_t>(ground), false);
    const auto is_own = [&](const std::array<Index, 2>& bodies) {
      const bool own = owner[std::min(bodies[0], bodies[1])] == ranks.rank();
      if (own)
        for (const Index body : bodies)
          if (body != ground) flags[body] = true;
      return own;
    };
    for (std::size_t c = 0; c < whole.contacts.size(); ++c)
      if (is_own(whole.contacts[c].bodies)) contacts.push_back(static_cast<Index>(c));
    for (std::size_t j = 0; j < whole.joints.size(); ++j)
      if (is_own(whole.joints[j].bodies)) joints.push_back(static_cast<Index>(j));
    for (std::size_t b = 0; b < flags.size(); ++b)
      if (flags[b]) touched.push_back(static_cast<int>(b));
    shared.build(touched, owner);
    std::vector<Index> local(static_cast<std::size_t>(ground) + 1,
                             static_cast<Index>(shared.bodies().size()));
    problem.w = Vector::Zero(6 * (static_cast<Index>(shared.bodies().size()) + 1));
    Index number = 0;
    for (const int body : shared.bodies()) {
      local[body] = number;
      problem.w.segment<6>(6 * number++) = whole.w.segment<6>(6 * body);
    }
    problem.s.resize(3 * static_cast<Index>(contacts.size()));
    for (const Index c : contacts) {
      const auto at = static_cast<std::size_t>(c);
      problem.s.segment<3>(3 * static_cast<Index>(problem.contacts.size())) = whole.s.segment<3>(3 * c);
      problem.contacts.push_back(whole.contacts[at]);
      problem.mu.push_back(whole.mu[at]);
      for (Index& body : problem.contacts.back().bodies) body = local[body];
    }
    problem.c.resize(static_cast<Index>(joints.size()));
    for (const Index j : joints) {
      problem.c[static_cast<Index>(problem.joints.size())] = whole.c[j];
      problem.joints.push_back(whole.joints[j]);
      for (Index& body : problem.joints.back().bodies) body = local[body];
    }
    problem.shared = &shared;
  }
};

struct Solver {
  BodyMethod method;
  ContactLawKind law;
};

class SharedProblem : public testing::TestWithParam<Solver> {};

/// Velocities are unique for the cone law, and for spheres in well-posed problems of Coulomb's law.
TEST_P(SharedProblem, HasTheVelocitiesOfTheWholeOne) {
  contact_problem::RandomProblems random(5);
  for (int trial = 0; trial < 2; ++trial) {
    const contact_problem::RandomBodies bodies(random, 24, 30, trial % 2 == 0 ? 2 : 0, 0.4, true);
    BodyOptions options;
    options.method = GetParam().method;
    options.law = GetParam().law;
    options.tolerance = 1e-9;
    options.max_iterations = 100000;
    Vector r, lambda, w;
    ASSERT_TRUE(solve(bodies.problem, options, r, lambda, w).converged) << trial;
    Part part(bodies.problem);
    Vector r_own, lambda_own, w_own;
    const BodyResult result = solve(part.problem, options, r_own, lambda_own, w_own);
    EXPECT_TRUE(result.converged) << trial << ": " << result.residual;
    for (std::size_t i = 0; i < part.shared.bodies().size(); ++i)
      EXPECT_LT(
          (w_own.segment<6>(6 * static_cast<Index>(i)) - w.segment<6>(6 * part.shared.bodies()[i])).norm(),
          1e-7)
          << trial << " body " << part.shared.bodies()[i];
    // The residual of any other velocities is the same number, too.
    const Vector faster = 1.1 * w, faster_own = 1.1 * w_own;
    const double expected = residual(bodies.problem, options.law, r, lambda, faster);
    EXPECT_GT(expected, 1e-3);
    EXPECT_NEAR(residual(part.problem, options.law, r_own, lambda_own, faster_own), expected,
                1e-5 * expected);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, SharedProblem,
    testing::Values(Solver{BodyMethod::gauss_seidel, ContactLawKind::coulomb},
                    Solver{BodyMethod::accelerated_gauss_seidel, ContactLawKind::coulomb},
                    Solver{BodyMethod::gauss_seidel, ContactLawKind::maximum_dissipation},
                    Solver{BodyMethod::accelerated_gauss_seidel, ContactLawKind::cone},
                    Solver{BodyMethod::projected_gradient, ContactLawKind::cone},
                    Solver{BodyMethod::barzilai_borwein, ContactLawKind::cone}));

TEST(SharedProblem, WrongOnOneRankIsRefusedByAll) {
  contact_problem::RandomProblems random(7);
  const contact_problem::RandomBodies bodies(random, 12, 20, 0, 0.4);
  Part part(bodies.problem);
  if (part.ranks.rank() == part.ranks.size() - 1) part.problem.mu.front() = -1;
  Vector r, lambda, w;
  EXPECT_THROW(solve(part.problem, {}, r, lambda, w), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::parallel
