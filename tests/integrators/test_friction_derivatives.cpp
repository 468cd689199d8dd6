#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "../support/deck_run.h"
#include "../support/differences.h"
#include "../support/scene.h"
#include "integrators/ggl/ggl_step.h"
#include "stepping/one_field_step.h"

// The generalised Jacobians of steps with friction in joints and contacts against differences of their
// residuals.

namespace jounce::test {
namespace {

/// A mechanism with friction in all its joints and a rough contact, for derivatives.
const std::string kMechanism = R"(
[model]
dimension = 3
gravity = [0.7, -1.3, -2]
)" + scene::rigid({.mass = 1.3, .inertia = {0.4, 0.5, 0.6}, .position = {0.6, -0.9, 0.7}}) +
                               R"(
rotation = [0.3, -0.2, 0.5]
)" + scene::rigid({.name = "b", .mass = 0.7, .inertia = {0.2, 0.3, 0.25}, .position = {1.9, 0.8, -0.4}}) +
                               R"(
rotation = [-0.6, 0.4, 0.2]
)" + scene::rigid({.name = "c", .mass = 0.9, .inertia = {0.2, 0.35, 0.25}, .position = {2.9, 1.8, 0.4}}) +
                               R"(
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "a"]
at = [0.2, 0.1, 0.3]
axis = [0.3, 0.4, 1]
friction = 0.3
radius = 0.2
bearing_length = 0.7
friction_torque = 0.1
[[joint]]
name = "guide"
type = "prismatic"
between = ["a", "b"]
at = [1.2, 0, 0.1]
axis = [1, 0.2, -0.3]
friction = "0.2 + 0.05*v"
guide_length = 0.6
guide_width = 0.4
[[joint]]
name = "rod"
type = "cylindrical"
between = ["b", "c"]
at = [2.5, 1.2, 0]
axis = [0.2, 1, 0.4]
friction = 0.25
radius = 0.3
bearing_length = 0.8
[[element]]
name = "bush"
type = "bushing"
between = ["a", "c"]
at = [1.9, 0.4, 0.2]
stiffness = [5, 7, 6]
damping = [0.3, 0.2, 0.4]
rotational_stiffness = [1, 2, 1.5]
rotational_damping = [0.1, 0.2, 0.1]
[[contact]]
name = "floor"
type = "point-plane"
points = ["c"]
radius = 0.5
through = [0, 0, 0]
normal = [0.1, 0, 1]
friction = 0.3
[integrator]
step = 1e-1
end = 1
)";

/// The mechanism at a random state, its contacts searched.
struct Mechanism {
  explicit Mechanism(unsigned seed)
      : run(kMechanism), random(seed), state(random_state(run.system(), random, 0.1)) {
    scales.set_mass(run.system(), state);
    scales.observe(run.system(), state, Vector::Zero(run.system().nv()), 0.1);
    contacts.begin(run.system(), state, scales, -1, 0.5);
  }

  DeckRun run;
  Random random;
  State state;
  Scales scales;
  ContactSet contacts;
};

class Derivatives : public testing::TestWithParam<std::uint8_t>, protected Mechanism {
 public:
  Derivatives() : Mechanism(7u + GetParam()) {}
  /// S_t as assembled, and by differences of the residual, with the given sets.
  std::pair<DenseMatrix, DenseMatrix> ggl_matrices(const std::vector<std::uint8_t>& sets,
                                                   ContactFunction function,
                                                   Corrections corrections = Corrections::mass) {
    const System& system = run.system();
    const AlphaCoefficients coefficients = AlphaCoefficients::from_rho_inf(0.7);
    GglStep step(system, coefficients, PositionLaw::ggl);
    step.use_corrections(corrections);
    step.use_function(function);
    const Vector a = random.vector(system.nv()), acceleration = random.vector(system.nv());
    const Vector lambda = random.vector(system.joints().rows());
    step.begin(state, a, acceleration, {acceleration, lambda}, 0.1, contacts, scales);
    const auto place = [&](const Vector& x) {
      step.set_increment(x);
      step.use_sets(sets);
    };
    const auto residual = [&](const Vector& x) {
      Vector r;
      place(x);
      step.residual(r);
      return r;
    };
    Vector x = random.vector(step.size(), -0.3, 0.3);
    press(x);
    const DenseMatrix expected = differences(residual, x);
    place(x);
    const Vector joint = 0.1 * step.lambda() + step.Lambda_joint();
    for (const ContactSet::FrictionRows& at : contacts.friction()) {
      if (at.size != 2) continue;
      const CoulombPoint law =
          contacts.coulomb(at, {step.Lambda(), step.Lambda_T(), step.tangential_velocity(), joint, 0.1});
      EXPECT_GT(law.Lambda_N, 0);
      EXPECT_EQ(law.wanted(), contact_set::slip) << "outside its cone";
    }
    DenseMatrix S = DenseMatrix::Zero(step.size(), step.size());
    DenseSink sink(S);
    step.assemble(sink);
    return {S, expected};
  }

  /// Presses the contact and pushes both places of two-dimensional slip far out of their cones: there, with
  /// |tau| > mu Lambda_N > 0, the derivative of slip is exact; inside it is damped. (x holds -DLambda.)
  void press(Vector& x) const {
    const Index tangential = x.size() - contacts.tangents();
    x[tangential - 1] -= 2;
    for (const Index row : {0, 4}) x.segment<2>(tangential + row) -= Eigen::Vector2d(8, -6);
  }
};

INSTANTIATE_TEST_SUITE_P(Branches, Derivatives,
                         testing::Values(contact_set::open, contact_set::stick, contact_set::slip,
                                         contact_set::slip_back));

/// S_t, with its friction in joints, is the derivative of the residual on every branch. (Slip of one
/// coordinate has its sign in the branch.)
TEST_P(Derivatives, OfTheGglStep) {
  ASSERT_EQ(contacts.flags(), 1 + 3);
  ASSERT_EQ(contacts.tangents(), 2 + 1 + 1 + 2);
  std::vector<std::uint8_t> sets(2 + 3, GetParam());
  sets[0] = GetParam() != contact_set::open;
  const auto [S, expected] = ggl_matrices(sets, ContactFunction::alart_curnier);
  EXPECT_TRUE(close(S, expected, 1e-7));
}

/// Forces at (q~, v~) and at (q, v), stiff and damped ones of a bushing among them.
TEST_P(Derivatives, OfTheGglStepWithElasticCorrections) {
  std::vector<std::uint8_t> sets(2 + 3, GetParam());
  sets[0] = GetParam() != contact_set::open;
  const auto [S, expected] = ggl_matrices(sets, ContactFunction::alart_curnier, Corrections::elastic);
  EXPECT_TRUE(close(S, expected, 1e-7));
}

/// The same with Fischer-Burmeister's function at the contact, at four random states.
TEST_P(Derivatives, OfTheGglStepWithFischerBurmeister) {
  std::vector<std::uint8_t> sets(2 + 3, contact_set::stick);
  sets[1] = contact_set::cone;
  const auto [S, expected] = ggl_matrices(sets, ContactFunction::fischer_burmeister);
  EXPECT_TRUE(close(S, expected, 1e-6));
}

/// On the branches that the step chooses itself, at random states; two-dimensional slip and stick are among
/// them.
TEST(DerivativesOfTheOneFieldStep, OnTheBranchesOfRandomStates) {
  int slips = 0, sticks = 0;
  for (unsigned seed = 7; seed < 15; ++seed) {
    SCOPED_TRACE(seed);
    Mechanism at(seed);
    const System& system = at.run.system();
    OneFieldStep step(system, OneFieldStep::Level::velocity);
    OneFieldStep::Form form;
    form.y_0 = form.v_0 = at.state.v;
    form.dq_0 = 0.1 * at.state.v;
    form.dq_dy = 0.06;
    form.m_0 = -at.state.v;
    form.f_y = 0.06;
    form.f_0 = at.random.vector(system.nv());
    step.begin(at.state, form, 0.1, at.contacts, {1}, at.scales, 1e-12,
               at.random.vector(system.joints().rows()));
    Vector r;
    Vector x = at.random.vector(step.size(), -0.3, 0.3);
    x[step.size() - at.contacts.tangents() - 1] -= 1;  // presses the contact
    step.residual(x, r);                               // chooses the branches
    const std::vector<std::uint8_t> sets = step.sets();
    ASSERT_EQ(sets.size(), 4u);
    for (const std::size_t place : {0u, 3u}) {
      slips += sets[place] == contact_set::slip;
      sticks += sets[place] == contact_set::stick;
    }
    DenseMatrix S(step.size(), step.size());
    const CsrMatrix& matrix = step.jacobian();
    for (Index i = 0; i < step.size(); ++i)
      for (Index k = 0; k < step.size(); ++k) S(i, k) = matrix.at(i, k);
    const auto residual = [&](const Vector& moved) {
      Vector value;
      step.residual(moved, value);
      EXPECT_EQ(step.sets(), sets);
      return value;
    };
    EXPECT_TRUE(close(S, differences(residual, x, 1e-5), 1e-6));
  }
  EXPECT_GE(slips, 3);
  EXPECT_GE(sticks, 3);
}

/// A ball that lands, slides and spins on a rough plane: Newton's method on Fischer-Burmeister's function
/// alone finds what the branches of Alart and Curnier accept.
TEST(FischerBurmeister, LeadsToTheSolution) {
  for (const double speed : {0.0, 0.02, 3.0}) {  // sticks, sticks, slides
    DeckRun run(
        scene::gravity({0, 0, -10}) +
        scene::rigid({.name = "ball", .mass = 2, .inertia = {0.3, 0.3, 0.3}, .position = {0, 0, 0.499}}) +
        fmt::format(R"(velocity = [{0}, "0.5*{0}", -0.1]
)",
                    speed) +
        scene::point_plane(
            {.points = "ball", .through = {0, 0, 0}, .normal = {0, 0, 1}, .radius = 0.5, .friction = 0.3}) +
        R"(
[integrator]
step = 1e-2
end = 1
)");
    const System& system = run.system();
    Scales scales;
    scales.set_mass(system, run.state);
    scales.observe(system, run.state, Vector::Zero(system.nv()), run.h);
    ContactSet contacts;
    contacts.begin(system, run.state, scales, -1, 0.5);
    GglStep step(system, AlphaCoefficients::from_rho_inf(0.8), PositionLaw::ggl);
    step.use_function(ContactFunction::fischer_burmeister);
    const Vector none = Vector::Zero(system.nv()), no_joints;
    step.begin(run.state, none, none, {none, no_joints}, run.h, contacts, scales);
    Vector x = Vector::Zero(step.size()), r;
    std::vector<std::uint8_t> sets;
    const auto evaluate = [&] {
      step.set_increment(x);
      step.wanted_sets(sets);
      step.use_sets(sets);
      step.residual(r);
      return step.merit(r, Vector(), 1e-12);
    };
    int iterations = 0;
    for (; evaluate() > 1 && iterations < 30; ++iterations) {
      DenseMatrix S = DenseMatrix::Zero(step.size(), step.size());
      DenseSink sink(S);
      step.assemble(sink);
      x -= S.partialPivLu().solve(r);
    }
    EXPECT_LT(iterations, 30) << speed;
    EXPECT_EQ(sets[1], contact_set::cone);
    EXPECT_GT(step.Lambda()[0], 0.1) << speed;
    step.use_function(ContactFunction::alart_curnier);
    evaluate();
    EXPECT_EQ(sets[1], speed > 1 ? contact_set::slip : contact_set::stick) << speed;
    EXPECT_LT(r.cwiseAbs().maxCoeff(), 1e-6) << speed;
  }
}

}  // namespace
}  // namespace jounce::test
