#pragma once

#include "collision/shape.h"

namespace jounce::collision {

/// Signed distance phi of a place to the surface of a shape, positive outside, with its derivatives in axes
/// of the shape: the gradient is the unit normal n of the surface at the closest point, the second derivative
/// is the curvature H there, symmetric with H n = 0.
struct SignedDistance {
  double value = 0;
  Vector3 normal = Vector3::UnitZ();
  Matrix3 curvature = Matrix3::Zero();
};

/// Is there a signed distance for this kind? For plane, sphere, capsule, box and cylinder (a true one).
bool has_signed_distance(Shape::Kind kind);

/// Distance of the place y (in axes of the shape). Edges of boxes and cylinders are rounded by `rounding`,
/// which is at most their least half length or radius; half lengths may be infinite. Inside, phi belongs to
/// the closest face; where that is not unique (centre of a sphere, diagonals of a box) any of them is taken.
/// An edge that is not rounded has no normal of its own, and the curvature grows beyond all bounds towards
/// it. std::invalid_argument for other kinds.
SignedDistance signed_distance(const Shape& shape, const Vector3& y, double rounding = 0);

}  // namespace jounce::collision
