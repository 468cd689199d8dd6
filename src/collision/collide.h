#pragma once

#include <cstdint>
#include <vector>

#include "collision/shape.h"

namespace jounce::collision {

/// A place where the shapes A and B may touch, as points and directions that keep their meaning when the
/// shapes move a little: the gap is a function of both poses, not a number.
///
///   points   a is fixed in A, b in B:                        gap = |b - a| - radius
///   plane_a  a and the normal n are fixed in A, b in B:      gap = n . (b - a) - radius
///   plane_b  a is fixed in A, b and the normal n in B:       gap = n . (b - a) - radius
struct ContactPoint {
  enum class Kind : std::uint8_t { points, plane_a, plane_b };

  Kind kind = Kind::points;
  std::uint32_t feature = 0;  ///< which parts of the shapes: the same from step to step while they touch
  Vector3 a, b;               ///< in fixed axes
  Vector3 normal;             ///< unit vector from A to B, in fixed axes
  double radius_a = 0;        ///< of a ball around a
  double radius_b = 0;        ///< of a ball around b; radius = radius_a + radius_b

  double gap() const { return normal.dot(b - a) - radius_a - radius_b; }
};

/// Appends the places where A and B are closer than `envelope` (or overlap), at most eight of a pair of
/// convex shapes. The order of A and B does not change the result but for its mirror image, and for the
/// choice between faces that are equally good. Shapes may overlap deeply: the normal is then that of the
/// least translation that separates them (convex shapes). No memory: the result depends on the arguments
/// only. No heap allocation but for the growth of `points`. Throws std::invalid_argument for kinds that
/// cannot collide.
void collide(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
             std::vector<ContactPoint>& points);

/// Between a plane and a cylinder: whether a feature is the point of a rim that lies farthest towards the
/// plane, and which end of the cylinder the rim is (0: lower, 1: upper).
inline bool is_lowest_of_rim(std::uint32_t feature) { return feature % 4 == 0; }
inline std::size_t end_of_rim(std::uint32_t feature) { return feature / 4; }

/// Is there a narrow phase for these kinds, in either order?
bool can_collide(Shape::Kind a, Shape::Kind b);

}  // namespace jounce::collision
