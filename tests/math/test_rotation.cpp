#include "math/rotation.h"

#include <gtest/gtest.h>

#include "../support/differences.h"

namespace jounce {
namespace {

using namespace test;

/// Rotation vectors from zero to just below half a turn, on all sides of the places where series take over.
std::vector<Vector3> rotation_vectors() {
  std::vector<Vector3> list = {Vector3::Zero()};
  Random random(31);
  for (const double angle :
       {1e-300, 1e-15, 1e-12, 1e-9, 1e-6, 0.9e-4, 1.1e-4, 0.9e-3, 1.1e-3, 0.1, 1.0, 2.0, 3.0, 3.14})
    for (int i = 0; i < 3; ++i) list.push_back(angle * Vector3(random.vector(3)).normalized());
  return list;
}

TEST(Rotation, SkewIsTheCrossProduct) {
  const Vector3 a(1, -2, 3), b(0.5, 4, -1);
  EXPECT_EQ(skew(a) * b, a.cross(b));
  EXPECT_EQ(skew(a), -skew(a).transpose());
}

TEST(Rotation, ExponentialIsAUnitQuaternionAboutTheAxis) {
  for (const Vector3& psi : rotation_vectors()) {
    const Quaternion r = rotation_exponential(psi);
    EXPECT_NEAR(r.norm(), 1, 1e-15) << psi.norm();
    EXPECT_TRUE(close(r * psi, psi, 1e-15));
    const Vector3 axis = psi.norm() > 0 ? psi.normalized() : Vector3::UnitX().eval();
    EXPECT_TRUE(close(r.toRotationMatrix(), Eigen::AngleAxisd(psi.norm(), axis).toRotationMatrix(), 1e-15));
  }
}

TEST(Rotation, LogarithmUndoesTheExponential) {
  for (const Vector3& psi : rotation_vectors()) {
    const Vector3 back = rotation_logarithm(rotation_exponential(psi));
    EXPECT_LE((back - psi).norm(), 1e-14 * psi.norm()) << psi.norm();
    Quaternion other = rotation_exponential(psi);
    other.coeffs() *= -1;  // the same rotation
    EXPECT_LE((rotation_logarithm(other) - psi).norm(), 1e-14 * psi.norm()) << psi.norm();
  }
}

TEST(Rotation, LogarithmIsAtMostHalfATurn) {
  const Vector3 axis = Vector3(1, 2, -2) / 3;
  EXPECT_TRUE(close(rotation_logarithm(rotation_exponential(4 * axis)), (4 - 2 * M_PI) * axis, 1e-14));
  EXPECT_NEAR(rotation_logarithm(rotation_exponential(M_PI * axis)).norm(), M_PI, 1e-14);
  EXPECT_NEAR(rotation_logarithm(rotation_exponential(2 * M_PI * axis)).norm(), 0, 1e-14);
}

/// omega_body = T(psi) psi': the body-frame angular velocity read off R^T R'.
TEST(Rotation, TangentGivesTheBodyAngularVelocity) {
  Random random(37);
  for (const Vector3& psi : rotation_vectors()) {
    const Vector3 rate = random.vector(3);
    const auto along = [&](const Vector& s) {
      const Matrix3 R = rotation_exponential(psi + s[0] * rate).toRotationMatrix();
      return Vector(Eigen::Map<const Vector>(R.data(), 9));
    };
    const DenseMatrix derivative = differences(along, Vector::Zero(1));
    const Matrix3 R = rotation_exponential(psi).toRotationMatrix();
    EXPECT_TRUE(close(Matrix3(skew(rotation_tangent(psi) * rate)),
                      R.transpose() * Eigen::Map<const Matrix3>(derivative.data())))
        << psi.norm();
  }
}

TEST(Rotation, TangentIsSmoothWhereTheSeriesEnds) {
  const Vector3 axis = Vector3(2, -1, 2) / 3;
  EXPECT_EQ(rotation_tangent(Vector3::Zero()), Matrix3::Identity());
  EXPECT_TRUE(
      close(rotation_tangent(1e-3 * (1 - 1e-9) * axis), rotation_tangent(1e-3 * (1 + 1e-9) * axis), 1e-11));
  // T(psi) psi = psi for every angle
  for (const Vector3& psi : rotation_vectors())
    EXPECT_LE((rotation_tangent(psi) * psi - psi).norm(), 1e-15 * psi.norm());
}

TEST(Rotation, InverseTangentAndItsGradient) {
  Random random(5);
  for (const double size : {0.0, 1e-6, 0.05, 0.0999, 0.1001, 1.0, 3.0}) {
    const Vector3 psi = size * Vector3(random.vector(3)).normalized(), a = random.vector(3);
    EXPECT_TRUE(close(rotation_tangent_inverse(psi) * rotation_tangent(psi), Matrix3::Identity(), 1e-13))
        << size;
    const auto product = [&](const Vector& x) { return Vector(rotation_tangent_inverse(Vector3(x)) * a); };
    EXPECT_TRUE(close(rotation_tangent_inverse_gradient(psi, a), differences(product, psi), 1e-9)) << size;
  }
}

}  // namespace
}  // namespace jounce
