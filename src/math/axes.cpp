#include "math/axes.h"

#include <cmath>

namespace jounce {

Vector3 in_range(const Vector3& direction) {
  constexpr double least = 1e-100, most = 1e100;
  const double largest = direction.lpNorm<Eigen::Infinity>();
  if (!(largest > 0) || !std::isfinite(largest) || (largest > least && largest < most)) return direction;
  int exponent = 0;
  std::frexp(largest, &exponent);
  return direction.unaryExpr([&](double x) { return std::ldexp(x, -exponent); });
}

Index axis_across(const Vector3& n) {
  constexpr double most = 0.6;  // above 1/sqrt(3), so that one of the three is below
  Index axis = 0;
  while (axis < 2 && std::abs(n[axis]) > most) ++axis;
  return axis;
}

std::array<Vector3, 2> directions_across(const Vector3& n, int dimension) {
  if (dimension == 2) return {Vector3(-n.y(), n.x(), 0), Vector3::UnitZ()};
  const Vector3 first = n.cross(Vector3::Unit(axis_across(n))).normalized();
  return {first, n.cross(first)};
}

Matrix3 frame_of(const Vector3& n) {
  const auto across = directions_across(n, 3);
  Matrix3 frame;
  frame << n, across[0], across[1];
  return frame;
}

}  // namespace jounce
