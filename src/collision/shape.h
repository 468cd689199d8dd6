#pragma once

#include <limits>
#include <memory>

#include "la/types.h"

namespace jounce::collision {

struct Polyhedron;
struct TriangleSurface;

/// Place of a shape in fixed axes: a point s of the shape lies at x + R s.
struct Pose {
  Vector3 x = Vector3::Zero();
  Matrix3 R = Matrix3::Identity();
};

/// Surface of a rigid piece of a body, in its own axes with the centre at the origin. Bodies of several
/// pieces (compounds) have several shapes.
struct Shape {
  enum class Kind : unsigned char {
    plane,     ///< half space z <= 0
    sphere,    ///< radius
    capsule,   ///< all points within `radius` of the segment (0, 0, -half.z) to (0, 0, half.z)
    box,       ///< |x| <= half.x, |y| <= half.y, |z| <= half.z
    cylinder,  ///< x^2 + y^2 <= radius^2, |z| <= half.z; a prism against all but planes and spheres
    hull,      ///< convex polyhedron
    surface,   ///< triangles of any surface, not convex, touched from either side
  };

  Kind kind = Kind::sphere;
  double radius = 0;
  Vector3 half = Vector3::Zero();
  std::shared_ptr<const Polyhedron> polyhedron;    ///< of a hull; of a box and a cylinder too
  std::shared_ptr<const TriangleSurface> surface;  ///< of a surface
};

/// Name of a kind, as above.
const char* name(Shape::Kind kind);

Shape make_plane();
/// These throw std::invalid_argument for sizes that are not positive (a capsule's half length may be zero).
Shape make_sphere(double radius);
Shape make_capsule(double radius, double half_length);
Shape make_box(const Vector3& half);
Shape make_cylinder(double radius, double half_length);

/// Axis-aligned box around a shape; a plane's is unbounded except where its normal is an axis.
struct Bounds {
  Vector3 low, high;

  /// A box that overlaps no other.
  static Bounds none() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {Vector3::Constant(infinity), Vector3::Constant(-infinity)};
  }
  bool is_none() const { return low.x() > high.x(); }
};
Bounds bounds(const Shape& shape, const Pose& pose);
bool overlap(const Bounds& a, const Bounds& b);
/// The box around both.
Bounds united(const Bounds& a, const Bounds& b);

}  // namespace jounce::collision
