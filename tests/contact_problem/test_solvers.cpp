#include "contact_problem/solvers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "contact_problem/mass_operator.h"
#include "contact_problem/residual.h"
#include "random_problems.h"

namespace jounce::contact_problem {
namespace {

/// The natural map with step 1/w as a velocity over |q|, written without the code under test.
double measured(const Problem& p, const Vector& r) {
  const DenseMatrix W = p.W.dense();
  const Vector u = W * r + p.q;
  const int d = p.dimension;
  double sum = 0;
  for (Index c = 0; c < p.contacts(); ++c) {
    const double w = W.diagonal().segment(d * c, d).sum() / d, mu = p.mu[c];
    const Vector x = w * r.segment(d * c, d);
    Vector v = x - u.segment(d * c, d);
    v[0] -= mu * u.segment(d * c + 1, d - 1).norm();
    const double t = v.tail(d - 1).norm();
    Vector nearest = v;
    if (t > mu * v[0] || v[0] < 0) {
      nearest[0] = std::max(0.0, (v[0] + mu * t) / (1 + mu * mu));
      if (t > 0) nearest.tail(d - 1) *= mu * nearest[0] / t;
    }
    sum += (x - nearest).squaredNorm();
  }
  return std::sqrt(sum) / p.q.norm();
}

bool is_certificate(const Problem& p, const Vector& d) {
  if (d.size() != p.size() || !(p.q.dot(d) < 0)) return false;
  for (Index i = 0; i < d.size(); ++i)
    if (i % p.dimension == 0 ? d[i] < 0 : d[i] != 0) return false;
  const DenseMatrix W = p.W.dense().transpose();
  const Vector bound = W.cwiseAbs() * d;
  return ((W * d).cwiseAbs().array() <= 1e-8 * bound.maxCoeff()).all();
}

TEST(ContactSolvers, SolveRandomProblems) {
  RandomProblems random(7);
  int solved = 0, refused = 0;
  std::string failures;
  for (int i = 0; i < 1000; ++i) {
    const Problem p = random.family(i % RandomProblems::kFamilies);
    check(p);
    const Result result = solve(p, {}, {.tolerance = 1e-8});
    if (result.status == Status::solved) {
      ASSERT_LE(measured(p, result.r), 1.01e-8) << i << ": claims to be solved";
      ++solved;
    } else if (result.status == Status::infeasible) {
      ASSERT_TRUE(is_certificate(p, result.certificate)) << i;
      ++refused;
    } else {
      failures += fmt::format(" {} (family {}, {:.1e})", i, i % RandomProblems::kFamilies, result.residual);
    }
  }
  EXPECT_GE(solved + refused, 990) << failures;
  EXPECT_LE(refused, 10) << "nearly all of these have solutions by construction";
  RecordProperty("solved", solved);
}

TEST(ContactSolvers, MassesFarApartAndManyContactsOfLargeFriction) {
  std::string failures;
  int unsolved = 0;
  const char* const given = std::getenv("JOUNCE_PROBLEMS");
  const int count = given != nullptr ? std::atoi(given) : 15;
  for (int i = 0; i < count; ++i) {
    RandomProblems random(1000 + static_cast<unsigned>(i));
    const int d = i % 3 == 0 ? 2 : 3;
    const Index contacts = random.integer(2, 60);
    const Problem p = random.many_bodies(d, contacts, 1e8, 0, i % 2 == 1 ? 1 : 5);
    const Result result = solve(p, {}, {.tolerance = 1e-8});
    if (result.status == Status::solved) {
      ASSERT_LE(measured(p, result.r), 1.01e-8) << i << ": claims to be solved";
    } else {
      failures += fmt::format(" {} ({:.1e})", i, result.residual);
      ++unsolved;
    }
  }
  EXPECT_LE(unsolved, std::max(2, count / 15)) << failures;  // numbers 8 and 14 are known
}

TEST(ContactSolvers, EveryMethodSolvesWellPosedProblems) {
  RandomProblems random(8);
  for (int i = 0; i < 40; ++i) {
    Problem p = random.regular(i % 2 == 0 ? 3 : 2);
    for (double& mu : p.mu) mu = std::min(mu, 0.3);  // where all of them are known to converge
    for (const Method method :
         {Method::gauss_seidel, Method::newton, Method::fischer_burmeister, Method::proximal, Method::admm}) {
      const Result result = solve(p, {}, {.method = method, .tolerance = 1e-8, .max_iterations = 20000});
      // Newton's method alone may end in a cycle; then it must say so.
      if (method == Method::newton || method == Method::fischer_burmeister) {
        EXPECT_EQ(result.status == Status::solved, measured(p, result.r) <= 1e-8) << i;
      } else {
        EXPECT_EQ(result.status, Status::solved) << i << " " << result.method << " " << result.residual;
      }
    }
  }
}

TEST(ContactSolvers, SameIterationsInOtherUnits) {
  RandomProblems random(9);
  for (int i = 0; i < 60; ++i) {
    const Problem p = random.family(i % RandomProblems::kFamilies);
    // Other units of velocity and impulse, powers of two so that rounding is the same.
    Problem other = p;
    const double velocity = 0x1p10, impulse = 0x1p-14;
    other.q *= velocity;
    for (double& value : other.W.values) value *= velocity / impulse;
    for (const Method method : {Method::automatic, Method::gauss_seidel, Method::newton, Method::admm}) {
      const Options options{
          .method = method, .tolerance = 1e-8, .max_iterations = method == Method::automatic ? 0 : 500};
      const Result a = solve(p, {}, options), b = solve(other, {}, options);
      EXPECT_EQ(a.iterations, b.iterations) << i;
      EXPECT_EQ(a.status, b.status) << i;
      EXPECT_NEAR(a.residual, b.residual, 1e-3 * a.residual + 1e-15) << i;
    }
  }
}

TEST(ContactSolvers, WarmStartTakesFewerIterations) {
  RandomProblems random(10);
  int cold = 0, warm = 0;
  for (int i = 0; i < 30; ++i) {
    Problem p = random.stack();
    for (double& mu : p.mu) mu = 0.5;
    const Result first = solve(p, {}, {.tolerance = 1e-9});
    if (first.status != Status::solved) continue;
    Problem next = p;
    next.q += 1e-4 * p.q.norm() / std::sqrt(p.q.size()) * random.normals(p.size());
    const Options sweeps{.method = Method::gauss_seidel, .tolerance = 1e-3};
    cold += solve(next, {}, sweeps).iterations;
    warm += solve(next, first.r, sweeps).iterations;
    EXPECT_EQ(solve(p, first.r, {.tolerance = 1e-9}).iterations, 0) << "a solution needs nothing";
  }
  EXPECT_LT(2 * warm, cold);
}

TEST(ContactSolvers, RefuseWithCertificate) {
  // A fixed body squeezed by two moving walls: the contacts cannot both open.
  Problem p;
  p.mu = {0.5, 0.5};
  DenseMatrix H(3, 6);
  H << 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1;
  p.W = block_matrix(H.transpose() * H, 3);
  p.q = Vector::Zero(6);
  p.q[0] = p.q[3] = -1;
  const Result result = solve(p, {}, {});
  EXPECT_EQ(result.status, Status::infeasible);
  EXPECT_TRUE(is_certificate(p, result.certificate));
  p.q[3] = 1;  // the second wall gives way as fast: solvable, and no certificate
  EXPECT_EQ(solve(p, {}, {}).status, Status::solved);
  EXPECT_EQ(infeasibility_certificate(p).size(), 0);
}

TEST(ContactSolvers, NoCertificateAgainstUnsymmetricProblemsWithASolution) {
  // W (1, 1) = 0 for the normals, but r = (1, 0) gives u = (0, 1): only W^T d = 0 proves anything.
  Problem p;
  p.dimension = 2;
  p.mu = {0, 0};
  DenseMatrix W(4, 4);
  W << 1, 0, -1, 0, 0, 1, 0, 0, 2, 0, -2, 0, 0, 0, 0, 1;
  p.W = block_matrix(W, 2);
  p.q = Vector::Zero(4);
  p.q[0] = p.q[2] = -1;
  EXPECT_EQ(infeasibility_certificate(p).size(), 0);
  p.W = block_matrix(W.transpose(), 2);
  const Vector d = infeasibility_certificate(p);
  EXPECT_TRUE(is_certificate(p, d));
}

/// A sweep solves a single contact; what round-off leaves no further sweep takes away, and all 10,000 of them
/// did nothing.
TEST(ContactSolvers, SweepsEndWhereNothingChanges) {
  RandomProblems random(4);
  int most = 0;
  for (int i = 0; i < 50; ++i) {
    Problem p;
    p.dimension = 3;
    p.mu = {random.between(0.1, 1)};
    DenseMatrix L(3, 3);
    for (Index k = 0; k < 9; ++k) L(k / 3, k % 3) = random.normal();
    p.W = block_matrix(L * L.transpose() + DenseMatrix::Identity(3, 3), 3);
    p.q = random.normals(3);
    const Result result = gauss_seidel(p, {}, {.tolerance = 1e-18});
    EXPECT_LE(result.residual, 1e-12);
    most = std::max(most, result.iterations);
  }
  EXPECT_LE(most, 200);
}

TEST(ContactSolvers, OperatorGivesTheSameAsTheFormedMatrix) {
  RandomProblems random(11);
  GlobalProblem g;
  g.unknowns = 12;
  for (Index i = 0; i < g.unknowns; ++i) g.M.push_back({i, i, random.between(1, 3)});
  g.M.push_back({0, 1, 0.5});
  g.M.push_back({1, 0, 0.5});
  g.mu = {0.3, 0.7, 0.0};
  for (Index j = 0; j < 9; ++j)
    for (Index i = 0; i < g.unknowns; ++i)
      if (random.uniform() < 0.6) g.H.push_back({i, j, random.normal()});
  g.f = random.normals(12);
  g.w = random.normals(9);
  const Problem p = reduced(g);
  const Problem q = formed(p);
  check(q);
  DenseMatrix block(3, 3);
  p.W_operator->diagonal_block(1, block.data());
  EXPECT_TRUE(block.isApprox(q.W.dense().block(3, 3, 3, 3), 1e-12));
  const Result by_operator = admm(p, {}, {.tolerance = 1e-9}), by_matrix = solve(q, {}, {.tolerance = 1e-9});
  ASSERT_EQ(by_operator.status, Status::solved) << by_operator.residual;
  ASSERT_EQ(by_matrix.status, Status::solved);
  EXPECT_LE(measured(q, by_operator.r), 1e-8);
  EXPECT_EQ(solve(p, {}, {}).status, Status::solved);
  EXPECT_THROW(gauss_seidel(p, {}, {}), std::invalid_argument);
}

TEST(ContactSolvers, NothingToDo) {
  Problem empty;
  empty.q.resize(0);
  EXPECT_EQ(solve(empty, {}, {}).status, Status::solved);
  RandomProblems random(12);
  Problem p = random.stack();
  p.q.setZero();
  const Result rest = solve(p, {}, {});
  EXPECT_EQ(rest.status, Status::solved);
  EXPECT_TRUE(rest.r.isZero(0.0));
}

TEST(ContactProblem, ChecksWhatItIsGiven) {
  RandomProblems random(13);
  const Problem good = random.regular(3);
  const auto message = [&](auto change) -> std::string {
    Problem bad = good;
    change(bad);
    try {
      check(bad);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto expect = [&](auto change, const char* part) {
    EXPECT_NE(message(change).find(part), std::string::npos) << message(change);
  };
  EXPECT_EQ(message([](Problem&) {}), "accepted");
  expect([](Problem& p) { p.dimension = 4; }, "dimension is 4");
  expect([](Problem& p) { p.q.conservativeResize(1); }, "q has 1 entries");
  expect([](Problem& p) { p.mu[0] = -1; }, "mu of contact 0 is -1");
  expect([](Problem& p) { p.q[0] = NAN; }, "q has an entry");
  expect([](Problem& p) { p.W.values[0] = INFINITY; }, "W has an entry");
  expect([](Problem& p) { p.W = BlockMatrix(); }, "neither W nor an operator");
  expect([](Problem& p) { p.W.columns[0] = 99; }, "block row 0");
}

TEST(ContactProblem, CountsModes) {
  // Three point masses: one leaves, one sticks, one slides.
  Problem p;
  p.mu = {0.5, 0.5, 0.5};
  p.W = block_matrix(DenseMatrix::Identity(9, 9), 3);
  p.q.resize(9);
  p.q << 1, 2, 0, -1, 0.1, 0, -1, 2, 0;
  const Result result = solve(p, {}, {});
  EXPECT_EQ(modes(p, result.r), (std::vector<Mode>{Mode::open, Mode::stick, Mode::slide}));
}

}  // namespace
}  // namespace jounce::contact_problem
