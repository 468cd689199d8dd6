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

namespace {

/// c = (1 - x/2 cot(x/2))/x^2 and c'/x.
std::pair<double, double> inverse_coefficients(double x) {
  const double x2 = x * x;
  if (x < 0.1) return {1.0 / 12 + x2 * (1.0 / 720 + x2 / 30240), 1.0 / 360 + x2 * (1.0 / 7560 + x2 / 201600)};
  const double cot = 1 / std::tan(0.5 * x), sine = std::sin(0.5 * x);
  const double c = (1 - 0.5 * x * cot) / x2;
  const double slope = -2 / (x2 * x) + cot / (2 * x2) + 1 / (4 * x * sine * sine);
  return {c, slope / x};
}

}  // namespace

Matrix3 rotation_tangent_inverse(const Vector3& psi) {
  const Matrix3 s = skew(psi);
  return Matrix3::Identity() + 0.5 * s + inverse_coefficients(psi.norm()).first * s * s;
}

Matrix3 rotation_tangent_inverse_gradient(const Vector3& psi, const Vector3& a) {
  const auto [c, slope] = inverse_coefficients(psi.norm());
  Matrix3 gradient = -0.5 * skew(a);
  gradient += slope * psi.cross(psi.cross(a)) * psi.transpose();
  gradient += c * (psi * a.transpose() + psi.dot(a) * Matrix3::Identity() - 2 * a * psi.transpose());
  return gradient;
}

}  // namespace jounce
