#include <gtest/gtest.h>

#include <random>

#include "../support/deck_run.h"
#include "integrators/ggl/contact_model.h"
#include "stepping/contact_conditions.h"

// The rules by which contacts close, stick and slip, and the linear model of a step that they are iterated
// in.

namespace jounce::test {
namespace {

/// Four masses above a rough floor, which are close enough to be looked at.
const char* const kMasses = R"(
[model]
dimension = 2
gravity = [0, -10]
[[body]]
name = "a"
type = "point-mass"
mass = 1
position = [0, 0]
[[body]]
name = "b"
type = "point-mass"
mass = 1
position = [1, 0]
[[body]]
name = "c"
type = "point-mass"
mass = 1
position = [2, 0]
[[body]]
name = "d"
type = "point-mass"
mass = 1
position = [3, 0]
[[contact]]
name = "floor"
type = "point-plane"
points = ["a", "b", "c", "d"]
through = [0, 0]
normal = [0, 1]
friction = 0.5
[integrator]
type = "nsga-ggl"
step = 1e-2
end = 1
)";

struct Masses {
  DeckRun run{kMasses};
  Scales scales;
  ContactSet contacts;
  Masses() {
    scales.set_mass(run.system(), run.state);
    scales.observe(run.system(), run.state, Vector::Zero(run.system().nv()), run.h);
    contacts.begin(run.system(), run.state, scales, -1, 1);
  }
};

/// A level whose values are given.
struct GivenLevel {
  const ContactSet& of;
  std::vector<NormalCondition> normals;
  std::vector<double> Lambda_T, s;

  const ContactSet& contacts() const { return of; }
  std::size_t first_flag() const { return 0; }
  bool decides(const ContactSet::FrictionRows&) const { return true; }
  NormalCondition normal(int row) const { return normals[row]; }
  FrictionCondition friction(const ContactSet::FrictionRows& at) const {
    const auto i = static_cast<std::size_t>(at.row);
    const auto one = [](double value) { return CoulombPoint::Tangential::Constant(1, value); };
    return {{*of.rows()[i].law, at.r, normals[i].p, one(Lambda_T[i]), one(s[i])}, at.r * 1e-12};
  }
};
static_assert(ConditionSource<GivenLevel>);

TEST(ContactConditions, CloseByMultiplierAndRate) {
  const Masses masses;
  ASSERT_EQ(masses.contacts.size(), 4);
  // a is pressed, b opens, c would close but may not, d is open within its slack.
  const GivenLevel level{masses.contacts,
                         {{.p = 1, .y = 0, .r = 1},
                          {.p = 0, .y = 1e-3, .r = 1},
                          {.p = 1, .y = -1, .r = 1, .may_close = false},
                          {.p = 0, .y = 1e-9, .r = 1, .slack = 1e-8}},
                         {0.2, 0, 0, 0},
                         {0, 0, 0, 0}};
  std::vector<std::uint8_t> sets(4, 7);
  ContactConditions(level).want(sets);
  EXPECT_EQ(sets, (std::vector<std::uint8_t>{contact_set::stick, contact_set::open, contact_set::open,
                                             contact_set::stick}));
}

TEST(ContactConditions, SlipWhereFrictionIsPastItsBound) {
  const Masses masses;
  const NormalCondition pressed{.p = 1, .y = 0, .r = 1};
  const GivenLevel level{masses.contacts,
                         {pressed, pressed, pressed, {.p = 0, .y = 1, .r = 1}},
                         {0.6, -0.6, 0.4, 9},
                         {0, 0, 0, 0}};
  std::vector<std::uint8_t> sets(4);
  ContactConditions(level).want(sets);
  EXPECT_EQ(sets, (std::vector<std::uint8_t>{contact_set::slip, contact_set::slip_back, contact_set::stick,
                                             contact_set::open}));
  Vector normal = Vector::Constant(4, 3), tangential = Vector::Constant(4, 5);
  ContactConditions(level).clear_inactive(sets, normal, tangential);
  EXPECT_EQ(normal, (Vector(4) << 3, 3, 3, 0).finished());
  EXPECT_EQ(tangential, (Vector(4) << 5, 5, 5, 0).finished());
}

/// Every level has the same ties, of normals and of friction, and none where a row may not close.
TEST(ContactConditions, TiesKeepTheSetsInUse) {
  const Masses masses;
  const double bound = 0.5;
  const GivenLevel level{masses.contacts,
                         {{.p = 0, .y = -1e-15, .r = 1, .tie = 1e-14},
                          {.p = 0, .y = -1e-15, .r = 1, .tie = 1e-14, .may_close = false},
                          {.p = 1, .y = 0, .r = 1, .tie = 1e-14},
                          {.p = 1, .y = 0, .r = 1, .tie = 1e-14}},
                         {0, 0, bound * (1 + 1e-15), bound * (1 + 1e-9)},
                         {0, 0, 0, 0}};
  std::vector<std::uint8_t> wanted(4);
  const ContactConditions conditions(level);
  conditions.want(wanted);
  EXPECT_EQ(wanted[0], contact_set::stick);
  EXPECT_EQ(wanted[3], contact_set::slip);
  const std::vector<std::uint8_t> in_use = {contact_set::open, contact_set::stick, contact_set::stick,
                                            contact_set::stick};
  conditions.keep_ties(in_use, wanted);
  EXPECT_EQ(wanted, (std::vector<std::uint8_t>{contact_set::open, contact_set::open, contact_set::stick,
                                               contact_set::slip}));
}

/// A model with a given compliance.
struct GivenStep final : ContactModel::Step {
  DenseMatrix R, R_smooth;
  int asked = 0;
  void respond(int condition, Eigen::Ref<Vector> y, Eigen::Ref<Vector> smooth) override {
    ++asked;
    y = R.col(condition);
    smooth = R_smooth.col(condition);
  }
};

void begin_model(ContactModel& model, GivenStep& step, const ContactSet& contacts, const DenseMatrix& H,
                 const Vector& y_free) {
  step.R = H * H.transpose();
  step.R_smooth = DenseMatrix::Zero(contacts.size(), step.R.cols());
  model.begin(contacts, 0.01);
  model.forget();
  model.y_free = y_free;
  model.smooth_free.setConstant(-1);
  model.c_0.setZero();
  model.c.setZero();
}

/// 0 <= y perp c >= 0 of normals that the step closes, c = 0 of the velocities of others, and Coulomb's law
/// of tangents.
void expect_laws(const ContactModel& model, const ContactSet& contacts, double tolerance) {
  const int m = contacts.size();
  for (int j = 0; j < 2 * m; ++j) {
    EXPECT_GE(model.c[j], -tolerance) << j;
    const bool is_apart = j >= m && model.y()[j - m] > tolerance;
    if (is_apart) {
      EXPECT_EQ(model.c[j], 0) << j;
      continue;
    }
    EXPECT_GE(model.y()[j], -tolerance) << j;
    EXPECT_NEAR(model.c[j] * model.y()[j], 0, tolerance) << j;
  }
  for (int j = 0; j < m; ++j) {
    const double N = model.c[m + j], T = model.c[2 * m + j], s = model.y()[2 * m + j];
    EXPECT_LE(std::abs(T), 0.5 * N + tolerance) << j;
    EXPECT_NEAR(s * (0.5 * N - std::abs(T)), 0, tolerance) << j;
    EXPECT_LE(s * T, tolerance) << j;
  }
}

TEST(ContactModelOfAStep, SolutionsObeyTheLaws) {
  const Masses masses;
  std::mt19937 random(4);
  std::uniform_real_distribution<double> any(-1, 1);
  ContactModel model;
  for (int i = 0; i < 300; ++i) {
    DenseMatrix H(12, 14);
    for (Index k = 0; k < H.size(); ++k) H.data()[k] = any(random);
    // Positions on their own, as on rigid bodies; else impulses at velocity level move them a little. (Where
    // they decide which contacts are open there need be no solution.)
    const double coupling = i % 2 == 0 ? 0.02 : 0;
    H.topRightCorner(4, 10) *= coupling;
    H.bottomLeftCorner(8, 4) *= coupling;
    H.topLeftCorner(4, 4) += 2 * DenseMatrix::Identity(4, 4);
    Vector y_free(12);
    for (Index k = 0; k < 12; ++k) y_free[k] = any(random);
    GivenStep step;
    begin_model(model, step, masses.contacts, H, y_free);
    std::vector<std::uint8_t> sets;
    model.first_sets(step, sets);
    ASSERT_GT(model.solve(step, sets, {.is_exact = true}), 0) << i;
    expect_laws(model, masses.contacts, 1e-9);
    EXPECT_LE(step.asked, model.size());
  }
}

/// Two contacts with the same row, of masses far apart from the others': they share their multiplier.
TEST(ContactModelOfAStep, RedundantContactsShareTheirForces) {
  const Masses masses;
  for (const double mass : {1e-8, 1.0, 1e8}) {
    DenseMatrix H = DenseMatrix::Identity(12, 12);
    H.row(5) = H.row(4);  // velocities of a and b
    H.row(6) /= std::sqrt(mass);
    Vector y_free = Vector::Ones(12);
    y_free.head(3).setConstant(-1);
    y_free[4] = y_free[5] = -1;
    y_free[6] = -1;
    y_free.tail(4).setZero();
    ContactModel model;
    GivenStep step;
    begin_model(model, step, masses.contacts, H, y_free);
    std::vector<std::uint8_t> sets;
    model.first_sets(step, sets);
    ASSERT_GT(model.solve(step, sets, {.is_exact = true}), 0);
    EXPECT_NEAR(model.c[4], 0.5, 1e-12);
    EXPECT_NEAR(model.c[5], 0.5, 1e-12);
    EXPECT_NEAR(model.c[6], mass, 1e-12 * mass);
    EXPECT_LE(model.y().segment(4, 3).lpNorm<Eigen::Infinity>(), 1e-12);
  }
}

}  // namespace
}  // namespace jounce::test
