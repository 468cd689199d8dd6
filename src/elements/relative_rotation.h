#pragma once

#include "math/rotation.h"

namespace jounce {

/// The relative rotation of the two ends of a beam element and the rotation half way.
///
/// With R_2 = R_1 exp(Psi) and body-frame variations delta R_i = R_i skew(theta_i), S = skew(Psi), x = |Psi|:
///
///   delta Psi = T^-1 theta_2 - T^-T theta_1,       T^-1 = I + S/2 + c S^2,   c = (1 - x/2 cot(x/2)) / x^2
///   R_m = R_1 exp(Psi/2), delta R_m = R_m skew(eta),
///   eta = (theta_1 + theta_2)/2 + tau/2 Psi x (theta_2 - theta_1),           tau = tan(x/4) / x
///
/// T is the tangent operator of the exponential map; the second formula follows from
/// T(Psi/2) T(Psi)^-1 = I + tau S. Both are smooth at x = 0 and hold for x < 2 pi; the logarithm that Psi
/// comes from ends at pi.
class RelativeRotation {
 public:
  RelativeRotation(const Quaternion& first, const Quaternion& second);

  const Vector3& psi() const { return psi_; }
  const Matrix3& middle() const { return middle_; }
  double tau() const { return tau_; }

  Vector3 times_tangent_inverse(const Vector3& a) const { return a + half_turn(a) + square(a); }
  Vector3 times_tangent_inverse_transposed(const Vector3& a) const { return a - half_turn(a) + square(a); }
  Matrix3 tangent_inverse() const { return Matrix3::Identity() + 0.5 * S_ + c_ * S_ * S_; }

  Vector3 psi_rate(const Vector3& theta_1, const Vector3& theta_2) const;
  Vector3 eta(const Vector3& theta_1, const Vector3& theta_2) const;
  /// Derivatives by Psi at fixed arguments of T^-1 a (sign = 1) or T^-T a (sign = -1), and of tau Psi x a.
  Matrix3 tangent_inverse_gradient(const Vector3& a, double sign) const;
  Matrix3 tau_cross_gradient(const Vector3& a) const;

 private:
  Vector3 half_turn(const Vector3& a) const { return 0.5 * psi_.cross(a); }
  Vector3 square(const Vector3& a) const { return c_ * psi_.cross(psi_.cross(a)); }

  Vector3 psi_;
  Matrix3 S_, middle_;
  double tau_, tau_slope_;  ///< tau, (d tau/dx) / x
  double c_, c_slope_;      ///< c, (dc/dx) / x
};

}  // namespace jounce
