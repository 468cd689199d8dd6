#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "contact_problem/solvers.h"
#include "stepping/contact_model_problem.h"

// Random rigid bodies whose points hit planes with much friction: what the contact problem has a
// solution for, every scheme and every solver solves. JOUNCE_BODIES=10000 for the big run (a tenth of it in
// groups).

namespace jounce::test {
namespace {

int group_bodies() {
  const char* const wanted = std::getenv("JOUNCE_BODIES");
  return wanted == nullptr ? 60 : std::atoi(wanted);
}

struct GroupWay {
  const char* name;
  std::vector<std::string> set;
  friend void PrintTo(const GroupWay& way, std::ostream* out) { *out << way.name; }
};

class ContactGroups : public testing::TestWithParam<GroupWay> {};

INSTANTIATE_TEST_SUITE_P(Schemes, ContactGroups,
                         testing::Values(GroupWay{"ggl", {}},
                                         GroupWay{"ggl_monolithic", {"integrator.solver=monolithic"}},
                                         GroupWay{"ggl_condensed", {"integrator.solver=condensed"}},
                                         GroupWay{"ggl_sequential", {"integrator.solver=sequential"}},
                                         GroupWay{"moreau_jean", {"integrator.type=moreau-jean"}},
                                         GroupWay{"mixed_alpha", {"integrator.type=mixed-generalized-alpha"}},
                                         GroupWay{"mixed_bathe", {"integrator.type=mixed-bathe"}},
                                         GroupWay{"mixed_ed_alpha", {"integrator.type=mixed-ed-alpha"}},
                                         GroupWay{"half_explicit", {"integrator.type=half-explicit"}}),
                         [](const auto& test) { return test.param.name; });

using GroupRandom = std::mt19937;

double random_between(GroupRandom& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

std::string vector_text(const Vector3& v) {
  return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v[0], v[1], v[2]);
}

/// A body all of whose points touch planes and approach them.
std::string group_deck(GroupRandom& random, int contacts) {
  const auto vector = [&](double size) {
    return Vector3(random_between(random, -size, size), random_between(random, -size, size),
                   random_between(random, -size, size));
  };
  // Lever arms from a hundredth of the radius of gyration to twenty times.
  const double reach = std::exp(random_between(random, std::log(0.05), std::log(20)));
  const Vector3 velocity = vector(1), spin = vector(1) / std::max(1.0, reach);
  const Vector3 inertia(random_between(random, 0.3, 3), random_between(random, 0.3, 3),
                        random_between(random, 0.3, 3));
  std::string text = fmt::format(
      R"(
[model]
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "b"
type = "rigid-3d"
mass = {:.17g}
inertia = {}
position = [0, 0, 0]
velocity = {}
angular_velocity = {}
)",
      random_between(random, 0.3, 3), vector_text(inertia), vector_text(velocity), vector_text(spin));
  const double mu = random_between(random, 0, 5);
  for (int i = 0; i < contacts; ++i) {
    const Vector3 at = vector(reach);
    Vector3 normal = vector(1);
    const Vector3 speed = velocity + spin.cross(at);
    if (normal.dot(speed) > 0) normal = -normal;
    text += fmt::format(
        R"(
[[marker]]
name = "p{0}"
on = "b"
at = {1}
[[contact]]
name = "c{0}"
type = "point-plane"
points = ["p{0}"]
through = {1}
normal = {2}
friction = {3:.17g}
)",
        i, vector_text(at), vector_text(normal.normalized()), mu);
  }
  return text + R"(
[integrator]
type = "nsga-ggl"
step = 1e-4
end = 1
)";
}

/// The contact problem of an impact at the start.
contact_problem::Problem impact_problem(const DeckRun& run) {
  std::vector<ContactRow> rows;
  run.system().contacts().search(run.state, {std::numeric_limits<double>::infinity(), 0}, rows);
  RowJacobian C, D;
  Vector gap;
  run.system().contacts().evaluate(rows, run.state, gap, C, D);
  const Index n = run.system().n_free();
  DenseMatrix H = DenseMatrix::Zero(3 * static_cast<Index>(rows.size()), n);
  const auto add = [&](const RowJacobian& from, int row, Index to) {
    for (std::size_t k = 0; k < from.dofs(row).size(); ++k) H(to, from.dofs(row)[k]) += from.values(row)[k];
  };
  contact_problem::Problem problem;
  for (int j = 0; j < static_cast<int>(rows.size()); ++j) {
    add(C, j, 3 * j);
    add(D, 2 * j, 3 * j + 1);
    add(D, 2 * j + 1, 3 * j + 2);
    problem.mu.push_back(rows[j].law->mu(0));
  }
  DenseMatrix M(n, n);
  for (Index i = 0; i < n; ++i) {
    Vector product = Vector::Zero(n);
    run.system().add_mass_product(run.state, Vector::Unit(n, i), 1, product);
    M.col(i) = product;
  }
  problem.q = H * run.state.v;
  problem.W = contact_problem::block_matrix(H * M.ldlt().solve(H.transpose()), 3);
  return problem;
}

bool is_solvable(const DeckRun& run) {
  contact_problem::Options options;
  options.tolerance = 1e-9;
  return contact_problem::solve(impact_problem(run), {}, options).status == contact_problem::Status::solved;
}

/// Steps of bodies of a kind that fail, though there is something to be found.
int group_failures(const std::vector<std::string>& set, int count, int fewest, int most, unsigned seed) {
  GroupRandom random(seed);
  int failed = 0;
  for (int i = 0; i < count; ++i) {
    const std::string text = group_deck(random, std::uniform_int_distribution<int>(fewest, most)(random));
    DeckRun run(text, set);
    const DeckRun start(text, set);
    if (run.step() || !is_solvable(start)) continue;
    if (++failed <= 3) ADD_FAILURE() << i << ": " << run.result.failure_cause << "\n" << text;
  }
  return failed;
}

TEST_P(ContactGroups, OneContactIsAlwaysSolved) {
  EXPECT_EQ(group_failures(GetParam().set, group_bodies(), 1, 1, 1), 0);
}

TEST_P(ContactGroups, WhatHasASolutionIsSolved) {
  EXPECT_EQ(group_failures(GetParam().set, group_bodies() / 3, 2, 6, 2), 0);
}

/// Bodies of the big run whose slip jams: steps of Newton's method stood still there.
TEST_P(ContactGroups, SlipThatJamsIsSolved) {
  GroupRandom random(1);
  for (int i = 0; i <= 7884; ++i) {
    const std::string text = group_deck(random, std::uniform_int_distribution<int>(1, 1)(random));
    if (i != 117 && i != 214 && i != 219 && i != 7884) continue;
    DeckRun run(text, GetParam().set);
    ASSERT_TRUE(is_solvable(run));
    EXPECT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
  }
}

/// The one of 142 bodies that no scheme had a step for: lever arms of twenty times the radius of gyration.
TEST_P(ContactGroups, TheBranchesOfThisBodyCycle) {
  DeckRun run(scene::gravity({0, 0, -9.81}) +
                  scene::rigid({.name = "b",
                                .mass = 0.830988,
                                .inertia = {1.961002287909399, 2.4111397244084376, 1.320706997863646},
                                .position = {-2.046875, -17.0625, 5.328125}}) +
                  R"(
velocity = [0.14156305119804657, -0.5525718545024616, -0.8365134752952126]
angular_velocity = [-0.046655271403652734, 0.07815362557106106, 0.012889366648039483]
[[marker]]
name = "p"
on = "b"
at = [2.046875, 17.0625, -5.328125]
[[contact]]
name = "c"
type = "point-plane"
points = ["p"]
through = [0, 0, 0]
normal = [0, 0, 1]
friction = 1.574236
[integrator]
type = "nsga-ggl"
step = 1e-6
end = 1
)",
              GetParam().set);
  contact_problem::Options options;
  const contact_problem::Result exact = contact_problem::solve(impact_problem(run), {}, options);
  ASSERT_EQ(exact.status, contact_problem::Status::solved);
  ASSERT_TRUE(run.step()) << run.result.failure_cause;
  const double size = exact.u.norm();
  EXPECT_NEAR(run.result.velocity_after[0], 0, 1e-9 * size);
  EXPECT_NEAR(run.result.slip_velocity[0], exact.u[1], 1e-3 * size);
  EXPECT_NEAR(run.result.slip_velocity[1], exact.u[2], 1e-3 * size);
}

/// Conditions of contacts with two, one and no tangents, beside others that stay as they are.
TEST(ContactModel, SolvesContactsOfEveryKindAtOnce) {
  GroupRandom random(3);
  for (int i = 0; i < 200; ++i) {
    const std::vector<ModelContact> contacts = {
        {1, 2, 2, random_between(random, 0, 3)}, {4, 5, 1, random_between(random, 0, 3)}, {6, 0, 0, 0}};
    DenseMatrix H(8, 9);
    for (Index k = 0; k < H.size(); ++k) H.data()[k] = random_between(random, -1, 1);
    const DenseMatrix R = H * H.transpose();
    Vector y_0(8);
    for (Index k = 0; k < 8; ++k) y_0[k] = random_between(random, -1, 1);
    Vector c = Vector::Constant(8, 0.0);
    c[7] = 42;
    ASSERT_TRUE(solve_contact_model(R, y_0, contacts, c)) << i;
    EXPECT_EQ(c[0], 0);
    EXPECT_EQ(c[7], 42);
    Vector change = c;
    change[7] = 0;
    const Vector y = y_0 + R * change;
    for (const ModelContact& contact : contacts) {
      const double N = c[contact.normal], u = y[contact.normal];
      EXPECT_GE(N, 0);
      EXPECT_GE(u, -1e-8);
      EXPECT_NEAR(N * u, 0, 1e-8);
      if (contact.tangents == 0) continue;
      const Vector T = c.segment(contact.first, contact.tangents),
                   s = y.segment(contact.first, contact.tangents);
      EXPECT_LE(T.norm(), contact.mu * N * (1 + 1e-8) + 1e-10);
      EXPECT_NEAR(T.dot(s), -contact.mu * N * s.norm(), 1e-7);
    }
  }
}

}  // namespace
}  // namespace jounce::test
