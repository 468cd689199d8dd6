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
  using Kind = Shape::Kind;
  Table table{};
  const auto set = [&](Kind a, Kind b, PairFunction* function) {
    table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = function;
  };
  set(Kind::plane, Kind::sphere, plane_sphere);
  set(Kind::plane, Kind::capsule, plane_capsule);
  set(Kind::plane, Kind::cylinder, plane_cylinder);
  set(Kind::surface, Kind::sphere, surface_sphere);
  set(Kind::surface, Kind::capsule, surface_capsule);
  for (const Kind solid : {Kind::box, Kind::hull}) {
    set(Kind::plane, solid, plane_polyhedron);
    set(Kind::surface, solid, surface_polyhedron);
    set(solid, Kind::capsule, polyhedron_capsule);
    set(solid, Kind::box, polyhedron_polyhedron);
    set(solid, Kind::hull, polyhedron_polyhedron);
  }
  table[static_cast<std::size_t>(Kind::hull)][static_cast<std::size_t>(Kind::box)] = nullptr;  // as box, hull
  set(Kind::surface, Kind::cylinder, surface_polyhedron);
  set(Kind::cylinder, Kind::capsule, polyhedron_capsule);
  for (const Kind solid : {Kind::box, Kind::hull, Kind::cylinder})
    set(solid, Kind::cylinder, polyhedron_polyhedron);
  set(Kind::box, Kind::sphere, box_sphere);
  set(Kind::hull, Kind::sphere, hull_sphere);
  set(Kind::cylinder, Kind::sphere, cylinder_sphere);
  set(Kind::capsule, Kind::capsule, capsule_capsule);
  set(Kind::capsule, Kind::sphere, capsule_sphere);
  set(Kind::sphere, Kind::sphere, sphere_sphere);
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
