#pragma once

#include <vector>

#include "collision/collide.h"

namespace jounce::collision {

inline constexpr double kTie = 1e-6;           ///< of the size: as far, and at the same place
inline constexpr double kAlmostFace = 0.9998;  ///< cosine: an edges' axis that is almost the normal of a face

/// Narrow phase of two kinds, the first one being shape A. Each appends what `collide` documents.
using PairFunction = void(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b,
                          double envelope, std::vector<ContactPoint>& points);

PairFunction plane_sphere, plane_capsule, plane_polyhedron, plane_cylinder;
PairFunction surface_sphere, surface_capsule, surface_polyhedron;
PairFunction polyhedron_polyhedron, polyhedron_capsule, box_sphere, hull_sphere;
PairFunction cylinder_sphere;
PairFunction capsule_capsule, capsule_sphere;
PairFunction sphere_sphere;

/// Place of B in the axes of A.
inline Pose relative(const Pose& a, const Pose& b) {
  return {a.R.transpose() * (b.x - a.x), a.R.transpose() * b.R};
}
inline Vector3 place(const Pose& pose, const Vector3& s) { return pose.x + pose.R * s; }

}  // namespace jounce::collision
