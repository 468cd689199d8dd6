#include "elements/euler_bernoulli.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "../support/differences.h"
#include "../support/scene.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using namespace test;

constexpr double kE = 3, kRho = 0.7, kA = 0.5, kI = 0.04, kL = 2;

/// A beam of length 2 from the origin at an angle, clamped or pinned as `supports` says.
std::unique_ptr<Model> beam(int elements, double angle, const std::string& supports,
                            const std::string& keys = "") {
  return build(fmt::format(
      R"(
[[material]]
name = "m"
E = {}
rho = {}
[[section]]
name = "s"
type = "general"
area = {}
I_z = {}
[[mesh]]
name = "l"
type = "line"
from = [0, 0]
to = [{}, {}]
elements = {}
[[element]]
name = "part"
type = "euler-bernoulli"
mesh = "l"
material = "m"
section = "s"
{}
{})",
      kE, kRho, kA, kI, kL * std::cos(angle), kL * std::sin(angle), elements, keys, supports));
}

const char* const clamped = R"(
[[boundary]]
on = "l.start"
components = ["x", "y", "angle"]
)";

void matrices(const System& system, DenseMatrix& K, DenseMatrix& M) {
  K.setZero(system.nv(), system.nv());
  M = K;
  DenseSink K_sink(K), M_sink(M);
  system.add_tangent(system.initial_state(), Vector::Zero(system.nv()), {0, 0, 1}, K_sink);
  system.add_mass(system.initial_state(), 1, M_sink);
  K = K.topLeftCorner(system.n_free(), system.n_free()).eval();
  M = M.topLeftCorner(system.n_free(), system.n_free()).eval();
}

/// One element is exact at its nodes for loads at its ends, and everywhere for the section forces.
TEST(EulerBernoulli, CantileverBendsAsTheTextbookSays) {
  const double angle = 0.7, F = 1e-3, N = 2e-3;
  for (const int n : {1, 3}) {
    const auto model = beam(n, angle, clamped);
    const System& system = model->system;
    DenseMatrix K, M;
    matrices(system, K, M);
    Vector load = Vector::Zero(system.n_free());
    const Vector3 axis(std::cos(angle), std::sin(angle), 0), left(-axis.y(), axis.x(), 0);
    load.segment<2>(system.n_free() - 3) = (N * axis + F * left).head<2>();
    State state = system.initial_state();
    state.q.head(system.n_free()) += K.partialPivLu().solve(load);
    const Vector3 tip(state.q[system.n_free() - 3], state.q[system.n_free() - 2], 0);
    EXPECT_NEAR((tip - kL * axis).dot(left), F * kL * kL * kL / (3 * kE * kI), 1e-13);
    EXPECT_NEAR((tip - kL * axis).dot(axis), N * kL / (kE * kA), 1e-14);
    EXPECT_NEAR(state.q[system.n_free() - 1], F * kL * kL / (2 * kE * kI), 1e-13);
    const auto* block = dynamic_cast<const EulerBernoulliBlock*>(model->find_block("part"));
    ASSERT_NE(block, nullptr);
    const SectionForces root = block->section_forces(state, 0, -1);
    EXPECT_NEAR(root.force.x(), N, 1e-14);
    EXPECT_NEAR(root.force.y(), F, 1e-14);
    EXPECT_NEAR(root.moment.z(), F * kL, 1e-14);
    EXPECT_NEAR(block->section_forces(state, 0, 1).moment.z(), F * kL * (n - 1) / n, 1e-14);
    Energies energies;
    block->add_energies(state, Vector3::Zero(), energies);
    EXPECT_NEAR(energies.strain, 0.5 * load.dot(K.partialPivLu().solve(load)), 1e-15);
  }
}

TEST(EulerBernoulli, CantileverHasItsBendingFrequencies) {
  DenseMatrix K, M;
  matrices(beam(20, 0.4, clamped, "rotary_inertia = false")->system, K, M);
  Vector squares = Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix>(K, M).eigenvalues();
  // longitudinal modes mix in: remove those near (2 k + 1) pi c / (2 L)
  std::vector<double> bending;
  const double c = std::sqrt(kE / kRho);
  for (const double square : squares) {
    const double omega = std::sqrt(square);
    const double k = (omega * 2 * kL / (M_PI * c) - 1) / 2;
    if (std::abs(k - std::round(k)) > 0.02) bending.push_back(omega);
  }
  const double roots[] = {1.875104068711961, 4.694091132974175, 7.854757438237613};
  for (std::size_t i = 0; i < 3; ++i) {
    const double exact = std::pow(roots[i] / kL, 2) * std::sqrt(kE * kI / (kRho * kA));
    EXPECT_NEAR(bending[i] / exact, 1, 2e-5) << i;
    EXPECT_GE(bending[i], exact);
  }
}

/// Pinned beam: omega^2 = E I k^4 / (rho A + rho I k^2) with k = pi / L (Rayleigh's beam).
TEST(EulerBernoulli, RotaryInertiaLowersTheFrequencyOfThePinnedBeam) {
  const std::string pinned =
      R"(
[[boundary]]
on = "l"
components = ["x"]
[[boundary]]
on = "l.start"
components = ["y"]
[[boundary]]
on = "l.end"
components = ["y"]
)";
  for (const bool rotary : {false, true}) {
    DenseMatrix K, M;
    matrices(beam(16, 0, pinned, rotary ? "" : "rotary_inertia = false")->system, K, M);
    const double square = Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix>(K, M).eigenvalues()[0];
    const double k = M_PI / kL;
    EXPECT_NEAR(square / (kE * kI * std::pow(k, 4) / (kRho * kA + (rotary ? kRho * kI * k * k : 0))), 1,
                1e-5);
  }
}

TEST(EulerBernoulli, RigidMotionsNeedNoForceAndCarryTheWholeMass) {
  const auto model = beam(3, 1.1, "");
  DenseMatrix K, M;
  matrices(model->system, K, M);
  const auto modes = [&](const Vector& q) {
    DenseMatrix R = DenseMatrix::Zero(12, 3);
    for (Index i = 0; i < 12; i += 3) {
      R(i, 0) = R(i + 1, 1) = R(i + 2, 2) = 1;
      R(i, 2) = -q[i + 1];
      R(i + 1, 2) = q[i];
    }
    return R;
  };
  const DenseMatrix R = modes(model->system.initial_state().q);
  EXPECT_LT((K * R).cwiseAbs().maxCoeff(), 1e-13);
  const DenseMatrix rigid = R.transpose() * M * R;
  const double mass = kRho * kA * kL;
  EXPECT_NEAR(rigid(0, 0), mass, 1e-14);
  EXPECT_NEAR(rigid(1, 1), mass, 1e-14);
  EXPECT_NEAR(rigid(2, 2), mass * kL * kL / 3 + kRho * kI * kL, 1e-13);
}

TEST(EulerBernoulli, SharesNodesAndMarkersWithOtherParts) {
  const auto model = beam(2, 0.3, clamped);
  const auto tip = model->find_marker("l.end");
  ASSERT_NE(tip, nullptr);
  EXPECT_TRUE(tip->has_rotation());
  EXPECT_EQ(tip->size(), 3);
  EXPECT_EQ(model->system.dofs().kinds[tip->dofs()[2]], DofKind::rotation);
  EXPECT_TRUE(model->system.is_linear());
}

TEST(EulerBernoulli, RefusesTheWrongSpace) {
  const std::string deck =
      R"(
[[material]]
name = "m"
E = 1
rho = 1
[[section]]
name = "s"
type = "circle"
diameter = 1
[[mesh]]
name = "l"
type = "line"
from = [0, 0, 0]
to = [1, 0, 0]
elements = 1
)" + scene::element({.name = "part", .type = "euler-bernoulli", .section = "s"});
  EXPECT_THROW(build(deck, 3), params::InputError);
}

}  // namespace
}  // namespace jounce
