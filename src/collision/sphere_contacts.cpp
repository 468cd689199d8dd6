// Contacts of a sphere with a sphere, a capsule, a box, a hull and a cylinder.

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

#include "collision/distances.h"
#include "collision/pairs.h"
#include "collision/polyhedron.h"

namespace jounce::collision {
namespace {

using Kind = ContactPoint::Kind;

/// Appends the contact of a ball around `b` with the point `a` of a surface; normal and a in the axes of A.
void add(Kind kind, int feature, const Vector3& a, const Vector3& normal, double radius_a, const Pose& pose_a,
         const Pose& pose_b, double radius_b, std::vector<ContactPoint>& points) {
  ContactPoint& point = points.emplace_back();
  point.kind = kind;
  point.feature = static_cast<std::uint32_t>(feature);
  point.a = place(pose_a, a);
  point.b = pose_b.x;
  point.normal = pose_a.R * normal;
  point.radius_a = radius_a;
  point.radius_b = radius_b;
}

}  // namespace

void sphere_sphere(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                   std::vector<ContactPoint>& points) {
  const Vector3 d = pose_b.x - pose_a.x;
  const double reach = A.radius + B.radius + envelope, distance2 = d.squaredNorm();
  if (distance2 >= reach * reach) return;
  const double distance = std::sqrt(distance2);
  ContactPoint& point = points.emplace_back();
  point.a = pose_a.x;
  point.b = pose_b.x;
  point.normal = distance > 0 ? Vector3(d / distance) : Vector3(Vector3::UnitZ());
  point.radius_a = A.radius;
  point.radius_b = B.radius;
}

void capsule_sphere(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                    std::vector<ContactPoint>& points) {
  const Vector3 c = pose_a.R.transpose() * (pose_b.x - pose_a.x);
  const double z = std::clamp(c.z(), -A.half.z(), A.half.z());
  const Vector3 a(0, 0, z), d = c - a;
  const double distance = d.norm();
  if (distance >= A.radius + B.radius + envelope) return;
  const bool is_side = std::abs(c.z()) < A.half.z();
  const Vector3 normal = distance > 0 ? Vector3(d / distance) : Vector3(Vector3::UnitX());
  add(is_side ? Kind::plane_a : Kind::points, is_side ? 2 : c.z() > 0, a, normal, A.radius, pose_a, pose_b,
      B.radius, points);
}

void box_sphere(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                std::vector<ContactPoint>& points) {
  const Vector3 c = pose_a.R.transpose() * (pose_b.x - pose_a.x);
  const Vector3 q = c.cwiseMax(-A.half).cwiseMin(A.half), d = c - q;
  const double distance2 = d.squaredNorm(), reach = B.radius + envelope;
  if (distance2 >= reach * reach && distance2 > 0) return;

  int side[3] = {0, 0, 0}, outside = 0;  // -1, 0, 1: below, within, above
  for (int i = 0; i < 3; ++i)
    if (d[i] != 0) {
      side[i] = d[i] > 0 ? 1 : -1;
      ++outside;
    }
  Vector3 a = q, normal;
  Kind kind = Kind::plane_a;
  if (outside == 0) {  // through the nearest face
    int axis = 0;
    double depth = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i)
      if (A.half[i] - std::abs(c[i]) < depth) depth = A.half[axis = i] - std::abs(c[i]);
    if (-depth - B.radius >= envelope) return;
    side[axis] = c[axis] >= 0 ? 1 : -1;
    normal = side[axis] * Vector3::Unit(axis);
    a[axis] = side[axis] * A.half[axis];
  } else if (outside == 1) {
    normal = Vector3(side[0], side[1], side[2]);
  } else {
    normal = d / std::sqrt(distance2);
    if (outside == 3) kind = Kind::points;
  }
  add(kind, 13 + side[0] + 3 * side[1] + 9 * side[2], a, normal, 0, pose_a, pose_b, B.radius, points);
}

void hull_sphere(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                 std::vector<ContactPoint>& points) {
  const Polyhedron& hull = *A.polyhedron;
  const Vector3 c = pose_a.R.transpose() * (pose_b.x - pose_a.x);
  const double reach = B.radius + envelope;
  int face = 0;
  double height = -std::numeric_limits<double>::infinity();
  for (int f = 0; f < hull.faces(); ++f)
    if (const double h = hull.normals[f].dot(c) - hull.offsets[f]; h > height) {
      height = h;
      face = f;
    }
  if (height >= reach) return;
  const auto at_face = [&](int f, double h) {
    add(Kind::plane_a, 4 * f, c - h * hull.normals[f], hull.normals[f], 0, pose_a, pose_b, B.radius, points);
  };
  if (height <= 0) return at_face(face, height);

  // Outside: over a face whose prism holds the centre, else nearest to an edge or a vertex.
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity(), s = 0;
  for (std::size_t e = 0; e < hull.edges.size(); ++e) {
    const Polyhedron::Edge& edge = hull.edges[e];
    const Vector3 &p = hull.vertices[edge.vertices[0]], &q = hull.vertices[edge.vertices[1]];
    const double at = nearest_on_segment(p, q - p, c), distance2 = (p + at * (q - p) - c).squaredNorm();
    if (distance2 < least) least = distance2, nearest = static_cast<int>(e), s = at;
  }
  for (int f = 0; f < hull.faces(); ++f) {
    const double h = hull.normals[f].dot(c) - hull.offsets[f];
    if (h <= 0) continue;
    const auto corners = hull.face(f);
    const int* edges = hull.face_edges.data() + hull.face_starts[f];
    bool is_over = true;
    for (std::size_t k = 0; k < corners.size() && is_over; ++k) {
      const Polyhedron::Edge& edge = hull.edges[edges[k]];
      is_over = edge.inward[edge.faces[0] == f ? 0 : 1].dot(c - hull.vertices[corners[k]]) >= 0;
    }
    if (is_over) {
      if (h < reach) at_face(f, h);
      return;
    }
  }
  if (least >= reach * reach) return;
  const Polyhedron::Edge& edge = hull.edges[nearest];
  const Vector3 &p = hull.vertices[edge.vertices[0]], &q = hull.vertices[edge.vertices[1]];
  const Vector3 a = s == 1 ? q : Vector3(p + s * (q - p));
  const double distance = std::sqrt(least);
  const Vector3 normal = distance > 0 ? Vector3((c - a) / distance) : hull.normals[face];
  if (s > 0 && s < 1)
    add(Kind::plane_a, 4 * nearest + 1, a, normal, 0, pose_a, pose_b, B.radius, points);
  else
    add(Kind::points, 4 * edge.vertices[s == 0 ? 0 : 1] + 2, a, normal, 0, pose_a, pose_b, B.radius, points);
}

void cylinder_sphere(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                     std::vector<ContactPoint>& points) {
  const Vector3 c = pose_a.R.transpose() * (pose_b.x - pose_a.x);
  const double rho = std::hypot(c.x(), c.y());
  const Vector3 radial = rho > 0 ? Vector3(c.x() / rho, c.y() / rho, 0) : Vector3(Vector3::UnitX());
  const double up = c.z() >= 0 ? 1 : -1, cap = std::abs(c.z()) - A.half.z(), side = rho - A.radius;
  const auto add_here = [&](int feature, const Vector3& a, const Vector3& normal) {
    if (normal.dot(c - a) < B.radius + envelope)
      add(Kind::plane_a, feature, a, normal, 0, pose_a, pose_b, B.radius, points);
  };
  if (cap > 0 && side > 0) {  // nearest to a rim
    const Vector3 a = A.radius * radial + Vector3(0, 0, up * A.half.z());
    add_here(up > 0 ? 4 : 3, a, (side * radial + cap * Vector3(0, 0, up)) / std::hypot(side, cap));
  } else if (cap > side || (cap > 0)) {
    add_here(up > 0 ? 1 : 0, {c.x(), c.y(), up * A.half.z()}, {0, 0, up});
  } else {
    add_here(2, A.radius * radial + Vector3(0, 0, c.z()), radial);
  }
}

}  // namespace jounce::collision
