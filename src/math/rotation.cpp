#include "math/rotation.h"

#include <cmath>

namespace jounce {

Matrix3 skew(const Vector3& a) {
  Matrix3 s;
  s << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return s;
}

Quaternion rotation_exponential(const Vector3& psi) {
  const double angle = psi.norm();
  // sin(x/2)/x by its series where the quotient loses digits.
  const double factor = angle < 1e-4 ? 0.5 - angle * angle / 48.0 : std::sin(0.5 * angle) / angle;
  return {std::cos(0.5 * angle), factor * psi.x(), factor * psi.y(), factor * psi.z()};
}

Vector3 rotation_logarithm(const Quaternion& rotation) {
  const double sign = rotation.w() < 0 ? -1.0 : 1.0;
  const Vector3 axis = sign * rotation.vec();
  const double sine = axis.norm();
  if (sine < 1e-12) return 2.0 * axis;
  return 2.0 * std::atan2(sine, sign * rotation.w()) / sine * axis;
}

Matrix3 rotation_tangent(const Vector3& psi) {
  const double x = psi.norm();
  const double x2 = x * x;
  // T = I - (1 - cos x)/x^2 S + (x - sin x)/x^3 S^2, with series for small angles.
  const double a = x < 1e-3 ? 0.5 - x2 / 24.0 : (1.0 - std::cos(x)) / x2;
  const double b = x < 1e-3 ? 1.0 / 6.0 - x2 / 120.0 : (x - std::sin(x)) / (x2 * x);
  const Matrix3 s = skew(psi);
  return Matrix3::Identity() - a * s + b * s * s;
}

}  // namespace jounce
