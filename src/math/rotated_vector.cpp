#include "math/rotated_vector.h"

#include <Eigen/Geometry>
#include <cmath>

namespace jounce {
namespace {

constexpr double kSmall = 0.02;  ///< m below which series are taken; their error is about 1e-13 there

/// A function of m with two derivatives.
struct Coefficient {
  double value, first, second;
};
struct Coefficients {
  Coefficient a, b;
};

/// sum_i c_i m^i with two derivatives.
Coefficient series(const std::array<double, 6>& c, double m) {
  Coefficient sum = {0, 0, 0};
  for (std::size_t i = c.size(); i-- > 0;) {
    sum.second = sum.second * m + 2 * sum.first;
    sum.first = sum.first * m + sum.value;
    sum.value = sum.value * m + c[i];
  }
  return sum;
}

Coefficients coefficients(double m) {
  if (m < kSmall)
    return {series({1, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800}, m),
            series({1.0 / 2, -1.0 / 24, 1.0 / 720, -1.0 / 40320, 1.0 / 3628800, -1.0 / 479001600}, m)};
  const double angle = std::sqrt(m);
  Coefficients c;
  c.a.value = std::sin(angle) / angle;
  c.b.value = (1 - std::cos(angle)) / m;
  c.a.first = (std::cos(angle) - c.a.value) / (2 * m);
  c.b.first = (c.a.value / 2 - c.b.value) / m;
  c.a.second = (-c.a.value / 2 - 3 * c.a.first) / (2 * m);
  c.b.second = (c.a.first / 2 - 2 * c.b.first) / m;
  return c;
}

}  // namespace

RotatedVector rotated_vector(const Vector3& theta, const Vector3& P) {
  const auto [a, b] = coefficients(theta.squaredNorm());
  const Vector3 once = theta.cross(P), twice = theta.cross(once);
  RotatedVector f;
  f.value = P + a.value * once + b.value * twice;
  std::array<Vector3, 3> by, by_twice;  // derivatives of `once` and `twice`
  for (Index j = 0; j < 3; ++j) {
    const auto k = static_cast<std::size_t>(j);
    by[k] = Vector3::Unit(j).cross(P);
    by_twice[k] = Vector3::Unit(j) * theta.dot(P) + theta * P[j] - 2 * theta[j] * P;
    f.first.col(j) =
        2 * theta[j] * (a.first * once + b.first * twice) + a.value * by[k] + b.value * by_twice[k];
  }
  for (Index j = 0; j < 3; ++j)
    for (Index k = 0; k < 3; ++k) {
      const double same = j == k ? 1 : 0, product = 4 * theta[j] * theta[k];
      const auto J = static_cast<std::size_t>(j), K = static_cast<std::size_t>(k);
      f.second[J].col(k) = (a.second * product + 2 * a.first * same) * once +
                           (b.second * product + 2 * b.first * same) * twice +
                           2 * a.first * (theta[j] * by[K] + theta[k] * by[J]) +
                           2 * b.first * (theta[j] * by_twice[K] + theta[k] * by_twice[J]) +
                           b.value * (Vector3::Unit(j) * P[k] + Vector3::Unit(k) * P[j] - 2 * same * P);
    }
  return f;
}

}  // namespace jounce
