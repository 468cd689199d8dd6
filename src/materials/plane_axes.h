#pragma once

#include <cmath>

#include "la/types.h"

namespace jounce {

/// Principal axes (columns) and values of a symmetric matrix of which z is one axis, the third here.
struct PlaneAxes {
  Matrix3 axes = Matrix3::Identity();
  Vector3 values;

  explicit PlaneAxes(const Matrix3& A) {
    const double mean = 0.5 * (A(0, 0) + A(1, 1)), half = 0.5 * (A(0, 0) - A(1, 1)), shear = A(0, 1);
    const double radius = std::sqrt(half * half + shear * shear);
    values << mean + radius, mean - radius, A(2, 2);
    if (radius == 0) return;
    const double cosine = half / radius, sine = shear / radius;  // of twice the angle
    double c = std::sqrt(0.5 * (1 + std::abs(cosine))), s = sine / (2 * c);
    if (cosine < 0) {
      const double positive = c;
      c = std::abs(s);
      s = std::copysign(positive, sine);
    }
    axes(0, 0) = axes(1, 1) = c;
    axes(1, 0) = s;
    axes(0, 1) = -s;
  }
};

}  // namespace jounce
