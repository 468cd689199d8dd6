#include "elements/bar.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "../io/temporary_folder.h"
#include "../support/differences.h"
#include "../support/scene.h"
#include "../support/specimens.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;
using testing::HasSubstr;

template <int Dim>
BarBlock<Dim> one_bar(BarStrain strain, const Eigen::Matrix<double, Dim, 1>& span) {
  typename BarBlock<Dim>::Element element;
  element.length = span.norm();
  for (int i = 0; i < 2 * Dim; ++i) element.dofs[i] = i;
  for (int i = 0; i < Dim; ++i) element.axis[i] = span[i] / span.norm();
  return {"bar", {3.0, 1.5, 0.5, strain, BarMass::consistent}, {element}};
}

TEST(Bar, GreenLagrangeDoesNotSeeRigidMotions) {
  const Vector3 span(1.2, -0.4, 0.7);
  const auto bar = one_bar<3>(BarStrain::green_lagrange, span);
  Random random;
  for (int i = 0; i < 10; ++i) {
    const Matrix3 R = rotation_exponential(3 * random.vector(3)).toRotationMatrix();
    const Vector3 stretched = 1.1 * span;
    State state{0, random.vector(6), Vector::Zero(6), {}};
    state.q.tail(3) = state.q.head(3) + R * stretched;
    Energies energies;
    bar.add_energies(state, Vector3::Zero(), energies);
    const double strain = (1.1 * 1.1 - 1) / 2;
    EXPECT_NEAR(energies.strain, 0.5 * 3.0 * span.norm() * strain * strain, 1e-14);
    EXPECT_NEAR(bar.axial_force(state, 0), 3.0 * strain, 1e-14);
    // The forces turn with the bar and balance.
    Vector f = Vector::Zero(6);
    bar.add_force(state, f);
    EXPECT_TRUE(close(f.head(3), 3.0 * strain * 1.1 * R * span.normalized(), 1e-13));
    EXPECT_TRUE(close(f.tail(3), -f.head(3), 1e-14));
  }
}

TEST(Bar, SmallStrainSeesTheElongationAlongTheInitialAxisOnly) {
  const auto bar = one_bar<2>(BarStrain::small, {3, 4});
  State state{0, Vector(4), Vector::Zero(4), {}};
  state.q << 1, 1, 4, 5;
  EXPECT_NEAR(bar.axial_force(state, 0), 0, 1e-15);
  state.q << 1, 1, 4 + 0.3, 5 + 0.4;
  EXPECT_NEAR(bar.axial_force(state, 0), 3.0 * 0.1, 1e-14);
  state.q << 1, 1, 4 - 0.4, 5 + 0.3;
  EXPECT_NEAR(bar.axial_force(state, 0), 0, 1e-15);
}

TEST(Bar, BothStrainsAgreeForSmallDisplacements) {
  const auto small = one_bar<2>(BarStrain::small, {3, 4});
  const auto large = one_bar<2>(BarStrain::green_lagrange, {3, 4});
  State state{0, Vector(4), Vector::Zero(4), {}};
  state.q << 0, 0, 3 + 1e-6, 4 - 2e-6;
  EXPECT_NEAR(small.axial_force(state, 0), large.axial_force(state, 0), 1e-11);
  EXPECT_GT(std::abs(small.axial_force(state, 0)), 1e-7);
}

/// Two bars from (-b, h) and (b, h), pinned, to the free node (0, 0).
std::unique_ptr<Model> two_bar_truss(const std::string& strain, double b, double h) {
  const auto line = [&](const std::string& name, double from) {
    return fmt::format(
        R"(
[[mesh]]
name = "{0}"
type = "line"
from = [{1}, {2}]
to = [0, 0]
elements = 1
[[element]]
name = "bar_{0}"
type = "bar"
mesh = "{0}"
material = "m"
area = 0.01
strain = "{3}"
mass = "lumped"
[[boundary]]
on = "{0}.start"
components = ["x", "y"]
)",
        name, from, h, strain);
  };
  return build(R"(
[[material]]
name = "m"
E = 1000
rho = 12
)" + line("left", -b) +
               line("right", b) + R"(
[[joint]]
name = "pin"
type = "revolute"
between = ["left.end", "right.end"]
)");
}

/// K and M of the node that the two bars share.
void condense(const Model& model, DenseMatrix& K, DenseMatrix& M) {
  const System& system = model.system;
  ASSERT_EQ(system.n_free(), 4);
  DenseMatrix tangent = DenseMatrix::Zero(system.nv(), system.nv()), mass = tangent;
  DenseSink K_sink(tangent), M_sink(mass);
  system.add_tangent(system.initial_state(), Vector::Zero(system.nv()), {0, 0, 1}, K_sink);
  system.add_mass(system.initial_state(), 1, M_sink);
  DenseMatrix same(4, 2);
  same << DenseMatrix::Identity(2, 2), DenseMatrix::Identity(2, 2);
  K = same.transpose() * tangent.topLeftCorner(4, 4) * same;
  M = same.transpose() * mass.topLeftCorner(4, 4) * same;
}

TEST(Bar, TwoBarTrussHasItsStiffnessAndEigenfrequencies) {
  const double b = 3, h = 4, L = 5, EA = 10;
  for (const char* const strain : {"small", "green-lagrange"}) {
    DenseMatrix K, M;
    condense(*two_bar_truss(strain, b, h), K, M);
    const double kx = 2 * EA / L * (b / L) * (b / L), ky = 2 * EA / L * (h / L) * (h / L);
    const double mass = 2 * 0.5 * 12 * 0.01 * L;
    EXPECT_TRUE(close(K, Eigen::Vector2d(kx, ky).asDiagonal().toDenseMatrix(), 1e-13));
    EXPECT_TRUE(close(M, mass * DenseMatrix::Identity(2, 2), 1e-13));
    const Vector squares = Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix>(K, M).eigenvalues();
    EXPECT_NEAR(std::sqrt(squares[0]), std::sqrt(kx / mass), 1e-12);
    EXPECT_NEAR(std::sqrt(squares[1]), std::sqrt(ky / mass), 1e-12);
  }
}

/// The shallow truss under a vertical force: V(w) = EA L e(w)^2 with e = ((h - w)^2 - h^2) / (2 L^2), so
/// F = dV/dw = EA/L^3 w (h - w) (2 h - w): snaps through at w = h (1 - 1/sqrt(3)).
TEST(Bar, ShallowTrussFollowsTheSnapThroughPath) {
  const double b = 5, h = 0.5, EA = 10, L = std::hypot(b, h);
  const auto model = two_bar_truss("green-lagrange", b, -h);  // the free node stands above its supports
  const auto apex = [&](double w) {
    State state = model->system.initial_state();
    Vector f;
    // both ends of the pin: y is the second component of each node
    for (Index i = 0; i < 4; ++i)
      if (i % 2 == 1) state.q[i] -= w;
    model->system.force(state, f);
    return f[1] + f[3];
  };
  for (const double w : {0.05, 0.2, 0.5, 0.7, 1.0})
    EXPECT_NEAR(apex(w), EA / (L * L * L) * w * (h - w) * (2 * h - w), 1e-14) << w;
  const double top = h * (1 - 1 / std::sqrt(3.0));
  EXPECT_GT(apex(top), apex(top - 0.01));
  EXPECT_GT(apex(top), apex(top + 0.01));
}

TEST(Bar, ConsistentMassOfAFreeRodGivesItsFirstFrequency) {
  const auto model = build(
      R"(
[[material]]
name = "m"
E = 4
rho = 1
)" + scene::line_mesh({.from = {0}, .to = {3}, .elements = 40}) +
          scene::element({.name = "rod", .type = "bar"}) + R"(
area = 2
)",
      1);
  const System& system = model->system;
  DenseMatrix K = DenseMatrix::Zero(41, 41), M = K;
  DenseSink K_sink(K), M_sink(M);
  system.add_tangent(system.initial_state(), Vector::Zero(41), {0, 0, 1}, K_sink);
  system.add_mass(system.initial_state(), 1, M_sink);
  EXPECT_NEAR(M.sum(), 6, 1e-12);
  const Vector squares = Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix>(K, M).eigenvalues();
  EXPECT_NEAR(squares[0], 0, 1e-9);
  // linear elements: omega_h = omega (1 + (k dx)^2 / 24 + ...)
  const double omega = M_PI / 3 * 2, kdx = M_PI / 40;
  EXPECT_NEAR(std::sqrt(squares[1]), omega * (1 + kdx * kdx / 24), omega * kdx * kdx * kdx * kdx);
}

TEST(Bar, RefusesWhatTheModelCannotBuild) {
  const std::string head =
      R"(
[[material]]
name = "m"
E = 4
rho = 1
)" + scene::line_mesh({.from = {0}, .to = {3}, .elements = 4}) +
      R"(
[[element]]
name = "rod"
type = "bar"
area = 2
)";
  const auto refusal = [&](const std::string& mesh, const std::string& material) {
    const std::string keys = fmt::format("mesh = \"{}\"\nmaterial = \"{}\"\n", mesh, material);
    return io::test::message_of<params::InputError>([&] { build(head + keys, 1); });
  };
  EXPECT_EQ(refusal("l", "m"), "");
  EXPECT_THAT(refusal("l.start", "m"), HasSubstr("with line elements is required here"));
  EXPECT_THAT(refusal("k", "m"), HasSubstr("with line elements named 'k'"));
  EXPECT_THAT(refusal("l", "n"), HasSubstr("there is no material named 'n'"));
}

}  // namespace
}  // namespace jounce
