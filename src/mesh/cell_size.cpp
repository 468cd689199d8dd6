#include "mesh/cell_size.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace jounce {
namespace {

/// Volume, or area in the plane.
double cell_volume(const CellTopology& cell, std::span<const Vector3> x) {
  if (cell.dimension == 2)
    return cell.corners == 3 ? 0.5 * (x[1] - x[0]).cross(x[2] - x[0]).norm()
                             : 0.5 * (x[2] - x[0]).cross(x[3] - x[1]).norm();
  if (cell.corners == 4) return std::abs((x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0])) / 6;
  if (cell.corners == 6) {  // the triangle half way up, and the mean of the edges along
    const Vector3 a = (x[1] + x[4] - x[0] - x[3]) / 2, b = (x[2] + x[5] - x[0] - x[3]) / 2;
    return std::abs(a.cross(b).dot(x[3] + x[4] + x[5] - x[0] - x[1] - x[2])) / 6;
  }
  const Vector3 a = x[1] + x[2] + x[5] + x[6] - x[0] - x[3] - x[4] - x[7];
  const Vector3 b = x[2] + x[3] + x[6] + x[7] - x[0] - x[1] - x[4] - x[5];
  const Vector3 c = x[4] + x[5] + x[6] + x[7] - x[0] - x[1] - x[2] - x[3];
  return std::abs(a.cross(b).dot(c)) / 64;
}

}  // namespace

double face_size(const CellFace& face, std::span<const Vector3> x) {
  const auto at = [&](std::size_t k) -> const Vector3& { return x[face.nodes[k]]; };
  const int corners = topology(face.shape).corners;
  if (corners == 2) return (at(1) - at(0)).norm();
  if (corners == 3) return 0.5 * (at(1) - at(0)).cross(at(2) - at(0)).norm();
  return 0.5 * (at(2) - at(0)).cross(at(3) - at(1)).norm();
}

double least_height(CellShape shape, std::span<const Vector3> corners) {
  const CellTopology& cell = topology(shape);
  assert(cell.dimension >= 2 && corners.size() == static_cast<std::size_t>(cell.corners));
  const double volume = cell_volume(cell, corners);
  double least = std::numeric_limits<double>::infinity();
  for (const CellFace& face : cell.faces) {
    const bool side_of_wedge = cell.corners == 6 && topology(face.shape).corners == 4;
    const double factor = cell.corners == 4 && cell.dimension == 3 ? 3  // pyramid
                          : cell.corners == 3 || side_of_wedge     ? 2  // triangle
                                                                   : 1;
    least = std::min(least, factor * volume / face_size(face, corners));
  }
  return least;
}

}  // namespace jounce
