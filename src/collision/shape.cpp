#include "collision/shape.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "collision/polyhedron.h"
#include "collision/triangle_surface.h"

namespace jounce::collision {
namespace {

void require_positive(double value, const char* what) {
  if (!(value > 0) || !std::isfinite(value))
    throw std::invalid_argument(fmt::format("{} is {}; it must be positive", what, value));
}

/// Half sizes of the axis-aligned box around R times the box of half sizes `half`.
Vector3 turned(const Matrix3& R, const Vector3& half) { return R.cwiseAbs() * half; }

Bounds around(const std::vector<Vector3>& vertices, const Pose& pose) {
  Bounds box{Vector3::Constant(std::numeric_limits<double>::infinity()),
             Vector3::Constant(-std::numeric_limits<double>::infinity())};
  for (const Vector3& vertex : vertices) {
    const Vector3 s = pose.R * vertex;
    box.low = box.low.cwiseMin(s);
    box.high = box.high.cwiseMax(s);
  }
  return {pose.x + box.low, pose.x + box.high};
}

Bounds below_plane(const Pose& pose) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Bounds box{Vector3::Constant(-infinity), Vector3::Constant(infinity)};
  const Vector3 normal = pose.R.col(2);
  for (int i = 0; i < 3; ++i) {
    if (normal[(i + 1) % 3] != 0 || normal[(i + 2) % 3] != 0) continue;
    (normal[i] > 0 ? box.high : box.low)[i] = pose.x[i];
  }
  return box;
}

}  // namespace

const char* name(Shape::Kind kind) {
  switch (kind) {
    case Shape::Kind::plane:
      return "plane";
    case Shape::Kind::sphere:
      return "sphere";
    case Shape::Kind::capsule:
      return "capsule";
    case Shape::Kind::box:
      return "box";
    case Shape::Kind::cylinder:
      return "cylinder";
    case Shape::Kind::hull:
      return "hull";
    case Shape::Kind::surface:
      return "surface";
  }
  return "unknown";
}

Shape make_plane() {
  Shape shape;
  shape.kind = Shape::Kind::plane;
  return shape;
}

Shape make_sphere(double radius) {
  require_positive(radius, "the radius of a sphere");
  Shape shape;
  shape.radius = radius;
  return shape;
}

Shape make_capsule(double radius, double half_length) {
  require_positive(radius, "the radius of a capsule");
  if (half_length != 0) require_positive(half_length, "the half length of a capsule");
  Shape shape;
  shape.kind = Shape::Kind::capsule;
  shape.radius = radius;
  shape.half.z() = half_length;
  return shape;
}

Shape make_box(const Vector3& half) {
  for (int i = 0; i < 3; ++i) require_positive(half[i], "a half edge of a box");
  Shape shape;
  shape.kind = Shape::Kind::box;
  shape.half = half;
  shape.polyhedron = std::make_shared<const Polyhedron>(box_polyhedron(half));
  return shape;
}

Shape make_cylinder(double radius, double half_length) {
  require_positive(radius, "the radius of a cylinder");
  require_positive(half_length, "the half length of a cylinder");
  Shape shape;
  shape.kind = Shape::Kind::cylinder;
  shape.radius = radius;
  shape.half.z() = half_length;
  return shape;
}

Bounds bounds(const Shape& shape, const Pose& pose) {
  Vector3 half = Vector3::Constant(shape.radius);
  switch (shape.kind) {
    case Shape::Kind::plane:
      return below_plane(pose);
    case Shape::Kind::hull:
      return around(shape.polyhedron->vertices, pose);
    case Shape::Kind::surface:
      return around(shape.surface->vertices, pose);
    case Shape::Kind::sphere:
      break;
    case Shape::Kind::capsule:
      half += pose.R.col(2).cwiseAbs() * shape.half.z();
      break;
    case Shape::Kind::box:
      half = turned(pose.R, shape.half);
      break;
    case Shape::Kind::cylinder:  // a disc of unit normal u reaches sqrt(1 - u_i^2) radii along axis i
      for (int i = 0; i < 3; ++i) {
        const double u = pose.R(i, 2);
        half[i] = shape.radius * std::hypot(pose.R(i, 0), pose.R(i, 1)) + std::abs(u) * shape.half.z();
      }
      break;
  }
  return {pose.x - half, pose.x + half};
}

bool overlap(const Bounds& a, const Bounds& b) {
  return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

Bounds united(const Bounds& a, const Bounds& b) { return {a.low.cwiseMin(b.low), a.high.cwiseMax(b.high)}; }

}  // namespace jounce::collision
