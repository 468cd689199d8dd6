#include "model/joint_friction.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "../support/specimens.h"

namespace jounce::test {
namespace {

/// Joints with friction of every specimen.
template <class Check>
void for_all_frictions(const Check& check) {
  int n = 0;
  for (const Specimen& specimen : specimens()) {
    if (specimen.kind != "joint") continue;
    SCOPED_TRACE(specimen.label());
    const auto model = build(specimen);
    Random random(5);
    for (const auto& friction : model->system.contacts().joint_frictions())
      for (int i = 0; i < 3; ++i, ++n)
        check(*friction, model->system, random_state(model->system, random, 0.2), random);
  }
  EXPECT_GE(n, 30);
}

DenseMatrix rows(const JointFriction& friction, const System& system, const State& state) {
  RowJacobian D;
  for (int i = 0; i < friction.size(); ++i) {
    D.add_row(friction.dofs());
    friction.jacobian(state, i, D.values(i).data());
  }
  DenseMatrix dense = DenseMatrix::Zero(friction.size(), system.nv());
  DenseSink sink(dense);
  for (int i = 0; i < friction.size(); ++i) D.add_row_to(i, i, 1, sink);
  return dense;
}

TEST(JointFriction, RowsAreTheRatesOfTheFreeCoordinates) {
  for_all_frictions([](const JointFriction& friction, const System& system, const State& state, Random&) {
    const Vector rate = rows(friction, system, state) * state.v;
    for (int i = 0; i < friction.size(); ++i)
      EXPECT_NEAR(rate[i], friction.slide(i).arm * friction.slide(i).coordinate->rate(state), 1e-12);
  });
}

TEST(JointFriction, GradientsAreDerivatives) {
  for_all_frictions(
      [](const JointFriction& friction, const System& system, const State& state, Random& random) {
        const Vector F = random.vector(friction.size());
        const double w = 0.7;
        DenseMatrix K = DenseMatrix::Zero(system.nv(), system.nv());
        DenseMatrix C = DenseMatrix::Zero(friction.size(), system.nv());
        DenseSink K_sink(K), C_sink(C);
        for (int i = 0; i < friction.size(); ++i) {
          friction.add_reaction_gradient(state, i, F[i], w, K_sink);
          friction.add_velocity_gradient(state, i, w, i, C_sink);
        }
        const auto force = [&](const Vector& d) {
          return Vector(w * rows(friction, system, moved(system, state, d)).transpose() * F);
        };
        const auto velocity = [&](const Vector& d) {
          return Vector(w * rows(friction, system, moved(system, state, d)) * state.v);
        };
        EXPECT_TRUE(close(K, differences(force, Vector::Zero(system.nv()))));
        EXPECT_TRUE(close(C, differences(velocity, Vector::Zero(system.nv()))));
      });
}

TEST(JointFriction, NormalForceAndItsGradient) {
  for_all_frictions([](const JointFriction& friction, const System& system, const State&, Random& random) {
    const int n = system.joints().all()[friction.joint()]->rows();
    const Vector lambda = random.vector(n);
    Vector gradient = Vector::Zero(n);
    const double N = friction.normal(lambda.data(), gradient.data());
    EXPECT_EQ(friction.normal(lambda.data()), N);
    const auto normal = [&](const Vector& at) {
      return Vector(Vector::Constant(1, friction.normal(at.data())));
    };
    EXPECT_TRUE(close(gradient.transpose(), differences(normal, lambda, 1e-5), 1e-7));
    EXPECT_NEAR(gradient.dot(lambda), N, 1e-14);  // homogeneous of degree one
    const Vector none = Vector::Zero(n);
    EXPECT_EQ(friction.normal(none.data(), gradient.data()), 0);
    EXPECT_EQ(gradient.norm(), 0);
  });
}

}  // namespace
}  // namespace jounce::test
