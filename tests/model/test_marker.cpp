#include "model/marker.h"

#include <gtest/gtest.h>

#include "../support/markers.h"

namespace jounce {
namespace {

using namespace test;

State some_state(Random& random) { return {0.3, random.vector(6), random.vector(6), {}}; }

MarkerKinematics evaluate(const Marker& marker, const State& state,
                          Derivatives derivatives = Derivatives::second) {
  MarkerKinematics k;
  marker.evaluate(state, derivatives, k);
  return k;
}

/// Columns of the full system with the marker's own degrees of freedom.
DenseMatrix columns(const DenseMatrix& all, const Marker& marker) {
  DenseMatrix own(all.rows(), marker.size());
  for (int i = 0; i < marker.size(); ++i) own.col(i) = all.col(marker.dofs()[i]);
  return own;
}

template <class Check>
void for_all_markers(const Check& check) {
  Random random(5);
  auto markers = all_markers(0);
  markers.push_back(averaging_marker());
  for (const auto& marker : markers) {
    SCOPED_TRACE(marker->name());
    for (int i = 0; i < 3; ++i) check(*marker, some_state(random));
  }
}

TEST(Marker, JacobianIsTheDerivativeOfThePosition) {
  for_all_markers([](const Marker& marker, const State& state) {
    const auto position = [&](const Vector& q) { return Vector(evaluate(marker, with_q(state, q)).x); };
    const MarkerKinematics k = evaluate(marker, state);
    EXPECT_TRUE(close(k.J, columns(differences(position, state.q), marker)));
    EXPECT_TRUE(close(k.velocity, differences(position, state.q) * state.v));
  });
}

TEST(Marker, RotationJacobianIsTheDerivativeOfTheFrame) {
  for_all_markers([](const Marker& marker, const State& state) {
    const MarkerKinematics k = evaluate(marker, state);
    EXPECT_TRUE(close(k.R * k.R.transpose(), Matrix3::Identity(), 1e-14));
    const auto along_v = [&](const Vector& s) {
      const MarkerKinematics moved = evaluate(marker, with_q(state, state.q + s[0] * state.v));
      return Vector(Eigen::Map<const Vector>(moved.R.data(), 9));
    };
    const DenseMatrix rate = differences(along_v, Vector::Zero(1));
    EXPECT_TRUE(close(Matrix3(skew(k.omega) * k.R), Eigen::Map<const Matrix3>(rate.data())));
    EXPECT_EQ(marker.has_rotation(), k.J_r.norm() > 0);
  });
}

TEST(Marker, SecondDerivativesAreThoseOfTheVelocities) {
  for_all_markers([](const Marker& marker, const State& state) {
    const MarkerKinematics k = evaluate(marker, state);
    const auto velocity = [&](const Vector& q) {
      return Vector(evaluate(marker, with_q(state, q)).velocity);
    };
    const auto omega = [&](const Vector& q) { return Vector(evaluate(marker, with_q(state, q)).omega); };
    EXPECT_TRUE(close(k.D, columns(differences(velocity, state.q), marker)));
    EXPECT_TRUE(close(k.D_r, columns(differences(omega, state.q), marker)));
  });
}

TEST(Marker, ForceGradientIsTheDerivativeOfTheGeneralisedForce) {
  const Vector3 f(0.7, -0.4, 0.9), m(0.2, 1.1, -0.6);
  for_all_markers([&](const Marker& marker, const State& state) {
    const int n = marker.size();
    const auto generalised = [&](const Vector& q) {
      const MarkerKinematics k = evaluate(marker, with_q(state, q));
      return Vector(k.J.transpose() * f + k.J_r.transpose() * m);
    };
    DenseMatrix K = DenseMatrix::Ones(n + 2, n + 2), expected = K;
    marker.add_force_gradient(state, f, m, 1.7, 1, K);
    if (n > 0) expected.block(1, 1, n, n) += 1.7 * columns(differences(generalised, state.q), marker);
    EXPECT_TRUE(close(K, expected));
  });
}

TEST(Marker, LinearOnesHaveAConstantJacobian) {
  Random random(6);
  const State reference = some_state(random);
  for_all_markers([&](const Marker& marker, const State& state) {
    const bool same = close(evaluate(marker, state).J, evaluate(marker, reference).J, 1e-13);
    EXPECT_EQ(marker.is_linear(), same);
  });
}

TEST(Marker, FewerDerivativesGiveTheSameNumbers) {
  for_all_markers([](const Marker& marker, const State& state) {
    const MarkerKinematics all = evaluate(marker, state);
    const MarkerKinematics first = evaluate(marker, state, Derivatives::first);
    const MarkerKinematics none = evaluate(marker, state, Derivatives::none);
    EXPECT_EQ(all.x, none.x);
    EXPECT_EQ(all.R, none.R);
    EXPECT_EQ(all.J, first.J);
    EXPECT_EQ(all.J_r, first.J_r);
    EXPECT_EQ(all.velocity, first.velocity);
  });
}

}  // namespace
}  // namespace jounce
