#pragma once

#include <Eigen/Geometry>

#include "la/types.h"

namespace jounce {

using Quaternion = Eigen::Quaterniond;

/// Skew matrix: skew(a) b = a x b.
Matrix3 skew(const Vector3& a);

/// Unit quaternion of the rotation vector `psi` (exponential map of SO(3)); accurate down to psi = 0.
Quaternion rotation_exponential(const Vector3& psi);

/// Rotation vector of a unit quaternion (logarithm), norm at most pi.
Vector3 rotation_logarithm(const Quaternion& rotation);

/// Tangent operator T(psi) of the exponential map in the body frame: with R(psi(t)) = exp(psi),
/// omega_body = T(psi) psi'. T(0) = I. (Bruls, Cardona, Arnold 2012, eq. 11 and appendix A.)
Matrix3 rotation_tangent(const Vector3& psi);

/// T(psi)^-1 = I + S/2 + c S^2 with S = skew(psi), x = |psi|, c = (1 - x/2 cot(x/2))/x^2; for |psi| < 2 pi.
Matrix3 rotation_tangent_inverse(const Vector3& psi);

/// d(T(psi)^-1 a)/dpsi at fixed a.
Matrix3 rotation_tangent_inverse_gradient(const Vector3& psi, const Vector3& a);

}  // namespace jounce
