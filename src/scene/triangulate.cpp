#include "scene/triangulate.h"

#include <numeric>

namespace jounce::scene {
namespace {

/// Twice the area of a triangle seen against the normal n.
double signed_area(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& n) {
  return (b - a).cross(c - a).dot(n);
}

bool is_inside(const Vector3& p, const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& n) {
  return signed_area(a, b, p, n) >= 0 && signed_area(b, c, p, n) >= 0 && signed_area(c, a, p, n) >= 0;
}

/// Whether the corner k of those that are left may be cut off.
bool is_ear(std::span<const Vector3> polygon, const std::vector<int>& left, std::size_t k, const Vector3& n) {
  const std::size_t size = left.size(), before = (k + size - 1) % size, after = (k + 1) % size;
  const auto at = [&](std::size_t i) { return polygon[static_cast<std::size_t>(left[i])]; };
  if (signed_area(at(before), at(k), at(after), n) <= 0) return false;
  for (std::size_t i = 0; i < size; ++i)
    if (i != before && i != k && i != after && is_inside(at(i), at(before), at(k), at(after), n))
      return false;
  return true;
}

}  // namespace

std::vector<std::array<int, 3>> triangulate(std::span<const Vector3> polygon) {
  std::vector<int> left(polygon.size());
  std::iota(left.begin(), left.end(), 0);
  Vector3 normal = Vector3::Zero();
  for (std::size_t k = 0; k < polygon.size(); ++k)
    normal += (polygon[k] - polygon[0]).cross(polygon[(k + 1) % polygon.size()] - polygon[0]);
  std::vector<std::array<int, 3>> triangles;
  while (left.size() >= 3) {
    std::size_t k = 0;
    while (k < left.size() && !is_ear(polygon, left, k, normal)) ++k;
    if (k == left.size()) k = 1;
    const std::size_t size = left.size();
    triangles.push_back({left[(k + size - 1) % size], left[k], left[(k + 1) % size]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return triangles;
}

}  // namespace jounce::scene
