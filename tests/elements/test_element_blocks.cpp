// Generic tests of all elements, bodies and loads: every block of every specimen (tests/support/specimens.h).

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "../support/differences.h"
#include "../support/specimens.h"
#include "elements/body_load.h"
#include "elements/load.h"
#include "elements/spring.h"
#include "elements/surface_load.h"
#include "user/user_force.h"

namespace jounce {
namespace {

using namespace test;

/// Forces that are given, not stored.
bool is_load(const ElementBlock& block) {
  return dynamic_cast<const PointLoad*>(&block) != nullptr ||
         dynamic_cast<const Actuator*>(&block) != nullptr ||
         dynamic_cast<const BodyLoad*>(&block) != nullptr ||
         dynamic_cast<const SurfaceLoad*>(&block) != nullptr ||
         dynamic_cast<const UserForce*>(&block) != nullptr;
}

/// One block of a model at a state.
class Probe {
 public:
  Probe(const ElementBlock& block, const System& system)
      : block_(block), n_(system.nv()), gravity_(system.gravity()) {}

  Vector force(const State& state) const {
    Vector f = Vector::Zero(n_);
    block_.add_force(state, f);
    return f;
  }
  DenseMatrix mass(const State& state, double w = 1) const {
    return dense(n_, [&](MatrixSink& sink) { block_.add_mass(state, w, sink); });
  }
  DenseMatrix tangent(const State& state, double w_c, double w_k) const {
    return dense(n_, [&](MatrixSink& sink) { block_.add_tangent(state, w_c, w_k, sink); });
  }
  Energies energies(const State& state) const {
    Energies energies;
    block_.add_energies(state, gravity_, energies);
    return energies;
  }
  Powers powers(const State& state) const {
    Powers powers;
    block_.add_powers(state, powers);
    powers.damping += block_.damping_product(state, state.v);
    return powers;
  }

 private:
  const ElementBlock& block_;
  Index n_;
  Vector3 gravity_;
};

/// Runs `check(block, probe, system, state)` at three random states of every block of every specimen.
template <class Check>
void for_all_blocks(const Check& check) {
  for (const Specimen& specimen : specimens()) {
    if (specimen.kind == "joint" || specimen.kind == "contact" || specimen.kind == "inflow" ||
        specimen.kind == "outflow")
      continue;
    SCOPED_TRACE(specimen.label());
    const auto model = build(specimen);
    Random random(7);
    for (const auto& block : model->system.blocks())
      for (int i = 0; i < 3; ++i)
        check(*block, Probe(*block, model->system), model->system, random_state(model->system, random));
  }
}

TEST(ElementBlocks, StiffnessIsTheDerivativeOfTheForce) {
  for_all_blocks([](const ElementBlock&, const Probe& probe, const System& system, const State& state) {
    const auto force = [&](const Vector& d) { return probe.force(moved(system, state, d)); };
    EXPECT_TRUE(close(probe.tangent(state, 0, 1), -differences(force, Vector::Zero(system.nv()))));
  });
}

TEST(ElementBlocks, DampingIsTheDerivativeOfTheForce) {
  for_all_blocks([](const ElementBlock&, const Probe& probe, const System&, const State& state) {
    const auto force = [&](const Vector& v) { return probe.force(with_v(state, v)); };
    EXPECT_TRUE(close(probe.tangent(state, 1, 0), -differences(force, state.v)));
  });
}

TEST(ElementBlocks, TangentsAreWeightedSums) {
  for_all_blocks([](const ElementBlock&, const Probe& probe, const System&, const State& state) {
    const DenseMatrix sum = 0.3 * probe.tangent(state, 1, 0) - 1.7 * probe.tangent(state, 0, 1);
    EXPECT_TRUE(close(probe.tangent(state, 0.3, -1.7), sum, 1e-13));
    EXPECT_TRUE(close(probe.mass(state, -0.6), -0.6 * probe.mass(state), 1e-13));
  });
}

TEST(ElementBlocks, MassIsSymmetricAndNotNegative) {
  for_all_blocks([](const ElementBlock& block, const Probe& probe, const System& system, const State& state) {
    const DenseMatrix M = probe.mass(state);
    EXPECT_TRUE(close(M, M.transpose(), 1e-14));
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<DenseMatrix>(M).eigenvalues().minCoeff(), -1e-13);
    const Vector a = Random(3).vector(system.nv());
    Vector product = Vector::Ones(system.nv());
    block.add_mass_product(state, a, 1.7, product);
    EXPECT_TRUE(close(product, Vector::Ones(system.nv()) + 1.7 * M * a, 1e-13));
  });
}

TEST(ElementBlocks, MassGradientIsTheDerivativeOfTheMass) {
  for_all_blocks([](const ElementBlock& block, const Probe& probe, const System& system, const State& state) {
    const Vector a = Random(4).vector(system.nv());
    const auto product = [&](const Vector& d) { return Vector(probe.mass(moved(system, state, d)) * a); };
    const DenseMatrix expected = differences(product, Vector::Zero(system.nv()));
    EXPECT_TRUE(close(
        dense(system.nv(), [&](MatrixSink& sink) { block.add_mass_gradient(state, a, 1, sink); }), expected));
    EXPECT_TRUE(!block.has_constant_mass() ||
                close(expected, DenseMatrix::Zero(system.nv(), system.nv()), 1e-12));
  });
}

TEST(ElementBlocks, KineticEnergyIsThatOfTheMass) {
  for_all_blocks([](const ElementBlock&, const Probe& probe, const System&, const State& state) {
    EXPECT_NEAR(probe.energies(state).kinetic, 0.5 * state.v.dot(probe.mass(state) * state.v), 1e-13);
  });
}

TEST(ElementBlocks, StrainEnergyIsThePotentialOfTheForceAtRest) {
  for_all_blocks([](const ElementBlock& block, const Probe& probe, const System& system, State state) {
    if (is_load(block)) return;
    state.v.setZero();
    const auto energy = [&](const Vector& d) {
      return Vector::Constant(1, probe.energies(moved(system, state, d)).strain).eval();
    };
    EXPECT_TRUE(close(-probe.force(state).transpose(), differences(energy, Vector::Zero(system.nv()))));
    EXPECT_GE(probe.energies(state).strain, 0);
  });
}

TEST(ElementBlocks, GravityEnergyIsThePotentialOfTheWeight) {
  for (const Specimen& specimen : specimens()) {
    if (specimen.kind == "load" || specimen.type == "actuator") continue;
    SCOPED_TRACE(specimen.label());
    const auto model = build(specimen);
    const System& system = model->system;
    Random random(9);
    State state = random_state(model->system, random);
    state.v.setZero();
    const auto energy = [&](const Vector& d) {
      return Vector::Constant(1, model->system.energies(moved(system, state, d)).potential()).eval();
    };
    Vector f;
    model->system.force(state, f);
    EXPECT_TRUE(close(-f.transpose(), differences(energy, Vector::Zero(system.nv()))));
    EXPECT_GT(f.norm(), 0.1);
  }
}

TEST(ElementBlocks, PowersAreThoseOfTheForces) {
  for_all_blocks([](const ElementBlock& block, const Probe& probe, const System& system, const State& state) {
    const Powers powers = probe.powers(state);
    const Vector at_rest = probe.force(with_v(state, Vector::Zero(system.nv())));
    // Inertia forces of a mass that changes work at -v.M' v / 2: then the kinetic energy is kept.
    const DenseMatrix gradient =
        dense(system.nv(), [&](MatrixSink& sink) { block.add_mass_gradient(state, state.v, 1, sink); });
    const double inertia = -0.5 * state.v.dot(gradient * state.v);
    EXPECT_NEAR(powers.damping, (at_rest - probe.force(state)).dot(state.v) + inertia, 1e-12);
    EXPECT_GE(powers.damping, 0);
    EXPECT_NEAR(powers.applied, is_load(block) ? probe.force(state).dot(state.v) : 0.0, 1e-12);
  });
}

TEST(ElementBlocks, LinearOnesHaveConstantTangents) {
  int n_linear = 0, n_nonlinear = 0;
  for_all_blocks([&](const ElementBlock& block, const Probe& probe, const System& system,
                     const State& state) {
    const bool same = close(probe.tangent(state, 1, 0), probe.tangent(system.initial_state(), 1, 0), 1e-12) &&
                      close(probe.tangent(state, 0, 1), probe.tangent(system.initial_state(), 0, 1), 1e-12);
    EXPECT_TRUE(same || !block.is_linear()) << block.name();
    ++(block.is_linear() ? n_linear : n_nonlinear);
  });
  EXPECT_GT(n_linear, 0);
  EXPECT_GT(n_nonlinear, 0);
}

}  // namespace
}  // namespace jounce
