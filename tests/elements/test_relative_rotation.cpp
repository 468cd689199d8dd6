#include "elements/relative_rotation.h"

#include <gtest/gtest.h>

#include "../support/differences.h"

namespace jounce {
namespace {

using namespace test;

/// Angles on both sides of the switch to series, and large ones.
const double kAngles[] = {0, 1e-9, 1e-3, 0.0999999, 0.1000001, 1, 2.5, 3.1};

struct Pair {
  Quaternion first, second;
  RelativeRotation turned(const Vector& theta) const {
    return {first * rotation_exponential(theta.head<3>()), second * rotation_exponential(theta.tail<3>())};
  }
};

Pair pair(double angle, Random& random) {
  const Quaternion first = rotation_exponential(3 * random.vector(3));
  return {first, first * rotation_exponential(angle * Vector3(random.vector(3)).normalized())};
}

TEST(RelativeRotation, GivesTheEndsAndTheMiddle) {
  Random random;
  for (const double angle : kAngles) {
    const Pair ends = pair(angle, random);
    const RelativeRotation r(ends.first, ends.second);
    EXPECT_NEAR(r.psi().norm(), angle, 1e-14);
    const Matrix3 half = rotation_exponential(0.5 * r.psi()).toRotationMatrix();
    EXPECT_TRUE(close(r.middle() * half, ends.second.toRotationMatrix(), 1e-14));
    EXPECT_TRUE(close(r.middle() * half.transpose(), ends.first.toRotationMatrix(), 1e-14));
    EXPECT_TRUE(close(r.tangent_inverse() * rotation_tangent(r.psi()), Matrix3::Identity(), 1e-13)) << angle;
  }
}

TEST(RelativeRotation, RatesAreDerivatives) {
  Random random;
  for (const double angle : kAngles) {
    SCOPED_TRACE(angle);
    const Pair ends = pair(angle, random);
    const RelativeRotation r(ends.first, ends.second);
    const double h = angle > 3 ? 1e-4 : 1e-3;
    const auto psi = [&](const Vector& theta) -> Vector { return ends.turned(theta).psi(); };
    const auto eta = [&](const Vector& theta) -> Vector {
      return rotation_logarithm(Quaternion(r.middle().transpose() * ends.turned(theta).middle()));
    };
    const Vector theta = random.vector(6);
    const Vector3 a = theta.head<3>(), b = theta.tail<3>();
    EXPECT_TRUE(close(differences(psi, Vector::Zero(6), h) * theta, r.psi_rate(a, b), 1e-9));
    EXPECT_TRUE(close(differences(eta, Vector::Zero(6), h) * theta, r.eta(a, b), 1e-9));
  }
}

TEST(RelativeRotation, GradientsAreDerivativesByPsi) {
  Random random;
  for (const double angle : {1e-3, 0.05, 0.0999, 0.1001, 1.0, 2.5}) {
    SCOPED_TRACE(angle);
    const Vector3 psi = angle * Vector3(random.vector(3)).normalized();
    const Vector3 a = random.vector(3);
    const auto at = [](const Vector& p) {
      return RelativeRotation(Quaternion::Identity(), rotation_exponential(p));
    };
    const auto inverse = [&](const Vector& p) -> Vector { return at(p).times_tangent_inverse(a); };
    const auto transposed = [&](const Vector& p) -> Vector {
      return at(p).times_tangent_inverse_transposed(a);
    };
    const auto cross = [&](const Vector& p) -> Vector { return at(p).tau() * p.head<3>().cross(a); };
    const RelativeRotation r = at(psi);
    EXPECT_TRUE(close(r.tangent_inverse_gradient(a, 1), differences(inverse, psi), 1e-9));
    EXPECT_TRUE(close(r.tangent_inverse_gradient(a, -1), differences(transposed, psi), 1e-9));
    EXPECT_TRUE(close(r.tau_cross_gradient(a), differences(cross, psi), 1e-9));
  }
}

}  // namespace
}  // namespace jounce
