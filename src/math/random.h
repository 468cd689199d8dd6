#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "math/rotation.h"

namespace jounce {

/// Random numbers that are the same on every machine.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}

  /// Between -1 and 1.
  double symmetric() { return 2 * std::ldexp(static_cast<double>(engine_() >> 11), -53) - 1; }
  Vector3 in_cube() {
    const double x = symmetric(), y = symmetric(), z = symmetric();
    return {x, y, z};
  }
  /// Uniform on the unit sphere.
  Vector3 direction() {
    for (;;) {
      const Vector3 x = in_cube();
      const double square = x.squaredNorm();
      if (square > 1e-4 && square <= 1) return x / std::sqrt(square);
    }
  }
  /// Uniform over all orientations (unit quaternions).
  Quaternion orientation() {
    for (;;) {
      const double w = symmetric();
      const Vector3 x = in_cube();
      const double square = w * w + x.squaredNorm();
      if (square > 1e-4 && square <= 1) return Quaternion(w, x.x(), x.y(), x.z()).normalized();
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace jounce
