#include <gtest/gtest.h>

#include "../support/deck_run.h"
#include "../support/differences.h"
#include "integrators/ggl/ggl_step.h"
#include "integrators/one_field_step.h"

// The generalised Jacobians of steps with friction in joints and contacts against differences of their
// residuals.

namespace jounce::test {
namespace {

/// A mechanism with friction in all its joints and a rough contact, for derivatives.
const char* const kMechanism = R"(
[model]
dimension = 3
gravity = [0.7, -1.3, -2]
[[body]]
name = "a"
type = "rigid-3d"
mass = 1.3
inertia = [0.4, 0.5, 0.6]
position = [0.6, -0.9, 0.7]
rotation = [0.3, -0.2, 0.5]
[[body]]
name = "b"
type = "rigid-3d"
mass = 0.7
inertia = [0.2, 0.3, 0.25]
position = [1.9, 0.8, -0.4]
rotation = [-0.6, 0.4, 0.2]
[[body]]
name = "c"
type = "rigid-3d"
mass = 0.9
inertia = [0.2, 0.35, 0.25]
position = [2.9, 1.8, 0.4]
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

class Derivatives : public testing::TestWithParam<std::uint8_t> {
 protected:
  Derivatives() : run(kMechanism), state(random_state(run.system(), random, 0.1)) {
    scales.set_mass(run.system(), state);
    scales.observe(run.system(), state, Vector::Zero(run.system().nv()), 0.1);
    contacts.begin(run.system(), state, scales, -1, 0.5);
  }
  /// S_t as assembled, and by differences of the residual, with the given sets.
  std::pair<DenseMatrix, DenseMatrix> ggl_matrices(const std::vector<std::uint8_t>& sets,
                                                   ContactFunction function) {
    const System& system = run.system();
    const AlphaCoefficients coefficients = AlphaCoefficients::from_rho_inf(0.7);
    GglStep step(system, coefficients, PositionLaw::ggl);
    step.use_function(function);
    const Vector a = random.vector(system.nv()), acceleration = random.vector(system.nv());
    const Vector lambda = random.vector(system.n_constraint_rows());
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
    const Vector x = random.vector(step.size(), -0.3, 0.3);
    const DenseMatrix expected = differences(residual, x);
    place(x);
    DenseMatrix S = DenseMatrix::Zero(step.size(), step.size());
    DenseSink sink(S);
    step.assemble(sink);
    return {S, expected};
  }

  DeckRun run;
  Random random{7u + GetParam()};
  State state;
  Scales scales;
  ContactSet contacts;
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
  // Slipping rows in two directions are damped where |tau| < mu Lambda_N: compare the rows of single ones.
  const Index tangential = S.rows() - contacts.tangents();
  const bool in_slip = GetParam() == contact_set::slip || GetParam() == contact_set::slip_back;
  EXPECT_TRUE(close(S.topRows(tangential), expected.topRows(tangential), 1e-7));
  const Index first = in_slip ? tangential + 2 : tangential, rows = in_slip ? 2 : contacts.tangents();
  EXPECT_TRUE(close(S.middleRows(first, rows), expected.middleRows(first, rows), 1e-7));
}

/// The same with Fischer-Burmeister's function at the contact, at four random states.
TEST_P(Derivatives, OfTheGglStepWithFischerBurmeister) {
  std::vector<std::uint8_t> sets(2 + 3, contact_set::stick);
  sets[1] = contact_set::cone;
  const auto [S, expected] = ggl_matrices(sets, ContactFunction::fischer_burmeister);
  EXPECT_TRUE(close(S, expected, 1e-6));
}

/// On the branches that the step chooses itself, at four random states.
TEST_P(Derivatives, OfTheOneFieldStep) {
  const System& system = run.system();
  OneFieldStep step(system, OneFieldStep::Level::velocity);
  OneFieldStep::Form form;
  form.y_0 = form.v_0 = state.v;
  form.dq_0 = 0.1 * state.v;
  form.dq_dy = 0.06;
  form.m_0 = -state.v;
  form.f_y = 0.06;
  form.f_0 = random.vector(system.nv());
  step.begin(state, form, 0.1, contacts, {1}, scales, 1e-12, random.vector(system.n_constraint_rows()));
  Vector r;
  const Vector x = random.vector(step.size(), -0.3, 0.3);
  step.residual(x, r);  // chooses the branches
  const std::vector<std::uint8_t> sets = step.sets();
  ASSERT_EQ(sets.size(), 4u);
  DenseMatrix S(step.size(), step.size());
  const CsrMatrix& matrix = step.jacobian();
  for (Index i = 0; i < step.size(); ++i)
    for (Index k = 0; k < step.size(); ++k) S(i, k) = matrix.at(i, k);
  const auto residual = [&](const Vector& at) {
    Vector moved;
    step.residual(at, moved);
    EXPECT_EQ(step.sets(), sets);
    return moved;
  };
  EXPECT_TRUE(close(S, differences(residual, x, 1e-5), 1e-6));
}

}  // namespace
}  // namespace jounce::test
