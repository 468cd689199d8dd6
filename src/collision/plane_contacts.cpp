// Contacts of a plane with a sphere, a capsule, a box or hull, and a cylinder: points of the shape over the
// plane, each with the plane's normal fixed in A.

#include <Eigen/Geometry>
#include <cmath>

#include "collision/candidates.h"
#include "collision/pairs.h"
#include "collision/polyhedron.h"

namespace jounce::collision {
namespace {

/// Appends the ball of radius r around b (in fixed axes) when it is near enough to the plane.
void add(const Pose& plane, const Vector3& b, double radius, int feature, double envelope,
         std::vector<ContactPoint>& points) {
  const Vector3 normal = plane.R.col(2);
  const double height = normal.dot(b - plane.x);
  if (height >= radius + envelope) return;
  ContactPoint& point = points.emplace_back();
  point.kind = ContactPoint::Kind::plane_a;
  point.feature = static_cast<std::uint32_t>(feature);
  point.a = b - height * normal;
  point.b = b;
  point.normal = normal;
  point.radius_b = radius;
}

}  // namespace

void plane_sphere(const Shape&, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                  std::vector<ContactPoint>& points) {
  add(pose_a, pose_b.x, B.radius, 0, envelope, points);
}

void plane_capsule(const Shape&, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                   std::vector<ContactPoint>& points) {
  const Vector3 axis = B.half.z() * pose_b.R.col(2);
  add(pose_a, pose_b.x - axis, B.radius, 0, envelope, points);
  if (B.half.z() > 0) add(pose_a, pose_b.x + axis, B.radius, 1, envelope, points);
}

void plane_polyhedron(const Shape&, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                      std::vector<ContactPoint>& points) {
  const Pose pose = relative(pose_a, pose_b);
  Candidates candidates(B.polyhedron->size);
  const auto& vertices = B.polyhedron->vertices;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const Vector3 b = place(pose, vertices[v]);
    if (b.z() < envelope)
      candidates.add({b, b.z(), Candidate::Feature::incident_vertex, static_cast<int>(v), 0});
  }
  candidates.reduce(Vector3::UnitZ(), envelope);
  for (const Candidate& candidate : candidates)
    add(pose_a, place(pose_b, vertices[candidate.incident]), 0, candidate.incident, envelope, points);
}

void plane_cylinder(const Shape&, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                    std::vector<ContactPoint>& points) {
  // On each rim the lowest point and the three a quarter turn on; where the rim is level, those of the
  // cylinder's own axes.
  const Vector3 down = -(pose_b.R.transpose() * pose_a.R.col(2));
  const double tilt = std::hypot(down.x(), down.y());
  const Vector3 u = tilt > 1e-6 ? Vector3(down.x() / tilt, down.y() / tilt, 0) : Vector3(Vector3::UnitX());
  const Vector3 w(-u.y(), u.x(), 0);
  const Vector3 around[4] = {u, w, -u, -w};
  for (int end = 0; end < 2; ++end)
    for (int k = 0; k < 4; ++k) {
      const Vector3 b = B.radius * around[k] + Vector3(0, 0, end == 0 ? -B.half.z() : B.half.z());
      add(pose_a, place(pose_b, b), 0, 4 * end + k, envelope, points);
    }
}

}  // namespace jounce::collision
