#pragma once

#include <array>

#include "la/types.h"

namespace jounce {

/// f(theta) = R(theta) P with the exponential map R, and its derivatives by the rotation vector. With
/// m = theta . theta, a(m) = sin(sqrt m)/sqrt m and b(m) = (1 - cos(sqrt m))/m (Rodrigues):
///
///   f = P + a theta x P + b theta x (theta x P)
struct RotatedVector {
  Vector3 value;
  Matrix3 first;                  ///< column j: df/dtheta_j
  std::array<Matrix3, 3> second;  ///< second[j] column k: d^2f/dtheta_j dtheta_k
};
RotatedVector rotated_vector(const Vector3& theta, const Vector3& P);

}  // namespace jounce
