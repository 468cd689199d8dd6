#include "collision/collide.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "collision/pairs.h"

namespace jounce::collision {
namespace {

constexpr int kKinds = 7;
using Table = std::array<std::array<PairFunction*, kKinds>, kKinds>;

/// Functions by the kinds of A and B in the one order in which they are written.
constexpr Table make_table() {
  using ShapeKind = Shape::Kind;
  Table table{};
  const auto set = [&](ShapeKind a, ShapeKind b, PairFunction* function) {
    table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = function;
  };
  set(ShapeKind::plane, ShapeKind::sphere, plane_sphere);
  set(ShapeKind::plane, ShapeKind::capsule, plane_capsule);
  set(ShapeKind::plane, ShapeKind::cylinder, plane_cylinder);
  set(ShapeKind::surface, ShapeKind::sphere, surface_sphere);
  set(ShapeKind::surface, ShapeKind::capsule, surface_capsule);
  for (const ShapeKind solid : {ShapeKind::box, ShapeKind::hull}) {
    set(ShapeKind::plane, solid, plane_polyhedron);
    set(ShapeKind::surface, solid, surface_polyhedron);
    set(solid, ShapeKind::capsule, polyhedron_capsule);
    set(solid, ShapeKind::box, polyhedron_polyhedron);
    set(solid, ShapeKind::hull, polyhedron_polyhedron);
  }
  table[static_cast<std::size_t>(ShapeKind::hull)][static_cast<std::size_t>(ShapeKind::box)] =
      nullptr;  // as box, hull
  set(ShapeKind::surface, ShapeKind::cylinder, surface_polyhedron);
  set(ShapeKind::cylinder, ShapeKind::capsule, polyhedron_capsule);
  for (const ShapeKind solid : {ShapeKind::box, ShapeKind::hull, ShapeKind::cylinder})
    set(solid, ShapeKind::cylinder, polyhedron_polyhedron);
  set(ShapeKind::box, ShapeKind::sphere, box_sphere);
  set(ShapeKind::hull, ShapeKind::sphere, hull_sphere);
  set(ShapeKind::cylinder, ShapeKind::sphere, cylinder_sphere);
  set(ShapeKind::capsule, ShapeKind::capsule, capsule_capsule);
  set(ShapeKind::capsule, ShapeKind::sphere, capsule_sphere);
  set(ShapeKind::sphere, ShapeKind::sphere, sphere_sphere);
  return table;
}

constexpr Table kTable = make_table();

PairFunction* function_of(Shape::Kind a, Shape::Kind b) {
  return kTable[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

/// The same contact with the names A and B exchanged.
void mirror(ContactPoint& point) {
  std::swap(point.a, point.b);
  std::swap(point.radius_a, point.radius_b);
  point.normal = -point.normal;
  if (point.kind != ContactPoint::Kind::points)
    point.kind =
        point.kind == ContactPoint::Kind::plane_a ? ContactPoint::Kind::plane_b : ContactPoint::Kind::plane_a;
}

}  // namespace

void collide(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
             std::vector<ContactPoint>& points) {
  if (PairFunction* const function = function_of(A.kind, B.kind)) {
    function(A, pose_a, B, pose_b, envelope, points);
    return;
  }
  PairFunction* const function = function_of(B.kind, A.kind);
  if (function == nullptr)
    throw std::invalid_argument(
        fmt::format("a {} and a {} cannot collide with each other", name(A.kind), name(B.kind)));
  const std::size_t first = points.size();
  function(B, pose_b, A, pose_a, envelope, points);
  for (std::size_t i = first; i < points.size(); ++i) mirror(points[i]);
}

bool can_collide(Shape::Kind a, Shape::Kind b) {
  return function_of(a, b) != nullptr || function_of(b, a) != nullptr;
}

}  // namespace jounce::collision
