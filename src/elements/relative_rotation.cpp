#include "elements/relative_rotation.h"

#include <cmath>

namespace jounce {

RelativeRotation::RelativeRotation(const Quaternion& first, const Quaternion& second)
    : psi_(rotation_logarithm(first.conjugate() * second)),
      S_(skew(psi_)),
      middle_((first * rotation_exponential(0.5 * psi_)).toRotationMatrix()) {
  const double x2 = psi_.squaredNorm();
  if (x2 < 0.01) {  // series where the quotients lose digits
    const double y2 = x2 / 16;
    tau_ = (1 + y2 * (1.0 / 3 + y2 * (2.0 / 15 + y2 * (17.0 / 315 + y2 * 62.0 / 2835)))) / 4;
    tau_slope_ = (2.0 / 3 + y2 * (8.0 / 15 + y2 * (102.0 / 315 + y2 * 496.0 / 2835))) / 64;
    c_ = 1.0 / 12 + x2 * (1.0 / 720 + x2 * (1.0 / 30240 + x2 * (1.0 / 1209600 + x2 / 47900160)));
    c_slope_ = 1.0 / 360 + x2 * (1.0 / 7560 + x2 * (1.0 / 201600 + x2 / 5987520));
    return;
  }
  const double x = std::sqrt(x2);
  const double tangent = std::tan(x / 4);
  tau_ = tangent / x;
  tau_slope_ = ((1 + tangent * tangent) / 4 - tau_) / x2;
  const double sine = std::sin(x / 2);
  const double cotangent = std::cos(x / 2) / sine;
  c_ = (1 - x / 2 * cotangent) / x2;
  // d/dx of 1 - x/2 cot(x/2) is -cot(x/2)/2 + x/4 / sin(x/2)^2
  c_slope_ = ((x / (sine * sine) / 4 - cotangent / 2) / x - 2 * c_) / x2;
}

Vector3 RelativeRotation::psi_rate(const Vector3& theta_1, const Vector3& theta_2) const {
  return times_tangent_inverse(theta_2) - times_tangent_inverse_transposed(theta_1);
}

Vector3 RelativeRotation::eta(const Vector3& theta_1, const Vector3& theta_2) const {
  return 0.5 * (theta_1 + theta_2 + tau_ * psi_.cross(theta_2 - theta_1));
}

Matrix3 RelativeRotation::tangent_inverse_gradient(const Vector3& a, double sign) const {
  const Vector3 turned = psi_.cross(a);
  return -0.5 * sign * skew(a) + c_slope_ * psi_.cross(turned) * psi_.transpose() -
         c_ * (skew(turned) + S_ * skew(a));
}

Matrix3 RelativeRotation::tau_cross_gradient(const Vector3& a) const {
  return tau_slope_ * psi_.cross(a) * psi_.transpose() - tau_ * skew(a);
}

}  // namespace jounce
