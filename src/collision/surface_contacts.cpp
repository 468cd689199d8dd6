// Contacts of a triangle surface with a sphere, a capsule, and a box or hull. Each triangle by itself finds
// points; those of edges and vertices count only where no neighbour is nearer (triangle_ring.h).

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "collision/distances.h"
#include "collision/facet_contacts.h"
#include "collision/pairs.h"
#include "collision/triangle_ring.h"

namespace jounce::collision {
namespace {

using Kind = ContactPoint::Kind;

constexpr double kConeSlack = 1e-9;  ///< sine: directions that count as within the cone of normals
constexpr double kFlatWider = 4.1;   ///< more than facet_contacts goes beyond an inner edge, per depth

/// Parts of a surface in features.
enum SurfacePart : int { face, edge, vertex };

/// Appends contacts of one pair in the axes of the surface; of those at one place or of the same parts, keeps
/// the one with the smaller gap.
class Collector {
 public:
  Collector(const Pose& axes, double radius, double envelope, double size, std::vector<ContactPoint>& points)
      : axes_(axes),
        radius_(radius),
        envelope_(envelope),
        same_(1e-7 * size),
        points_(points),
        first_(points.size()) {}

  void add(Kind kind, std::uint32_t feature, const Vector3& a, const Vector3& b, const Vector3& normal) {
    if (normal.dot(b - a) >= radius_ + envelope_) return;
    ContactPoint point;
    point.kind = kind;
    point.feature = feature;
    point.a = place(axes_, a);
    point.b = place(axes_, b);
    point.normal = axes_.R * normal;
    point.radius_b = radius_;
    points_.push_back(point);
    join_last(points_.size() - 1);
  }

  /// Joins the points from number `begin` on with the earlier ones.
  void join(std::size_t begin) {
    std::size_t end = points_.size();
    for (std::size_t i = begin; i < end;)
      if (join_at(i)) {
        points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(i));
        --end;
      } else {
        ++i;
      }
  }

 private:
  void join_last(std::size_t i) {
    if (join_at(i)) points_.pop_back();
  }
  /// Is point i a repetition? If it is the better one, it has taken the place of the earlier one.
  bool join_at(std::size_t i) {
    for (std::size_t k = first_; k < i; ++k) {
      ContactPoint &old = points_[k], &now = points_[i];
      const bool is_same =
          old.feature == now.feature || ((old.b - now.b).norm() <= same_ && (old.a - now.a).norm() <= same_ &&
                                         old.normal.dot(now.normal) > 1 - 1e-6);
      if (!is_same) continue;
      if (now.gap() < old.gap() && old.feature == now.feature) old = now;
      return true;
    }
    return false;
  }

  const Pose& axes_;
  double radius_, envelope_, same_;
  std::vector<ContactPoint>& points_;
  std::size_t first_;
};

/// @param part_of_shape number below 4 of the shape's part
std::uint32_t feature_of(SurfacePart part, int number, int part_of_shape) {
  return 16 * static_cast<std::uint32_t>(number) + static_cast<std::uint32_t>(4 * part + part_of_shape);
}

/// Point of a triangle nearest to a point: over its face, at an edge or at a vertex.
struct NearestOfTriangle {
  SurfacePart part = face;
  int number = 0;  ///< edge or vertex of the triangle
  Vector3 point;

  NearestOfTriangle(const TriangleRing& triangle, const Vector3& x) {
    if (triangle.is_over(x)) {
      point = x - triangle.height(x) * triangle.normal();
      return;
    }
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
      const Vector3 &p = triangle.corner(k), &q = triangle.corner((k + 1) % 3);
      const double s = nearest_on_segment(p, q - p, x);
      const Vector3 at = s >= 1 ? q : Vector3(p + s * (q - p));
      const double distance2 = (x - at).squaredNorm();
      if (distance2 >= least) continue;
      least = distance2;
      point = at;
      part = s > 0 && s < 1 ? edge : vertex;
      number = s >= 1 ? (k + 1) % 3 : k;
    }
  }
};

/// Contact of a ball around x, if the distance of the surface is least here.
void add_ball(const TriangleRing& triangle, const Vector3& x, int part_of_shape, Collector& collector) {
  const NearestOfTriangle nearest(triangle, x);
  if (nearest.part == face) {
    const double height = triangle.height(x);
    const Vector3 normal = (height >= 0 ? 1 : -1) * triangle.normal();
    collector.add(Kind::plane_a, feature_of(face, triangle.triangle(), part_of_shape), nearest.point, x,
                  normal);
    return;
  }
  const Vector3 d = x - nearest.point;
  const double distance = d.norm();
  const Vector3 normal = distance > 0 ? Vector3(d / distance) : triangle.normal();
  if (nearest.part == edge) {
    if (triangle.admits_edge(nearest.number, normal, kConeSlack))
      collector.add(Kind::plane_a, feature_of(edge, triangle.edge(nearest.number), part_of_shape),
                    nearest.point, x, normal);
  } else if (triangle.admits_vertex(nearest.number, normal, kConeSlack)) {
    collector.add(triangle.is_on_ridge(nearest.number, normal) ? Kind::points : Kind::plane_a,
                  feature_of(vertex, triangle.vertex(nearest.number), part_of_shape), nearest.point, x,
                  normal);
  }
}

/// Is x farther than `reach` from the plane or beyond an edge, or beyond an edge at all (by `slack`) where
/// the surface is flat, so that edges count for nothing?
bool is_beyond(const TriangleSurface& surface, int t, const Vector3& x, double reach, double slack) {
  const auto& corners = surface.triangles[t];
  const Vector3 d = x - surface.vertices[corners[0]];
  if (std::abs(surface.normals[t].dot(d)) >= reach) return true;
  const double limit = surface.is_flat[t] != 0 ? -slack : -reach;
  for (int k = 0; k < 3; ++k)
    if (surface.inward[t][k].dot(x - surface.vertices[corners[k]]) < limit) return true;
  return false;
}

/// Is a vertex over (or under) a triangle of a flat part, as far as face_manifold would take it?
bool has_vertex_over(const TriangleSurface& surface, int t, const Facets& facets, double envelope) {
  const auto& corners = surface.triangles[t];
  const Vector3& normal = surface.normals[t];
  const double plane = normal.dot(surface.vertices[corners[0]]), slack = 1e-6 * facets.size;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vector3& vertex : facets.vertices) {
    const double height = normal.dot(vertex) - plane;
    low = std::min(low, height);
    high = std::max(high, height);
  }
  const bool is_above = low >= -high;
  const double separation = is_above ? low : -high;
  if (separation >= envelope) return false;
  const double wider = slack + kFlatWider * std::max(0.0, -separation);
  for (const Vector3& vertex : facets.vertices) {
    const double height = normal.dot(vertex) - plane;
    if ((is_above ? height : -height) >= envelope + slack && std::abs(low + high) > slack) continue;
    bool is_over = true;
    for (int k = 0; k < 3; ++k)
      is_over = is_over && surface.inward[t][k].dot(vertex - surface.vertices[corners[k]]) >= -wider;
    if (is_over) return true;
  }
  return false;
}

constexpr int kSide = 2;  ///< part of a capsule besides its ends 0 and 1

/// Contacts of the part of a segment p + t d over the triangle. `normal` is the triangle's, to the side of
/// the segment.
void add_over_triangle(const TriangleRing& triangle, const Vector3& p, const Vector3& d,
                       const Vector3& normal, bool with_ends, Collector& collector) {
  double t0 = 0, t1 = 1;
  int edge0 = -1, edge1 = -1;
  for (int k = 0; k < 3; ++k) {
    const double at_p = triangle.inward(k).dot(p - triangle.corner(k)), rate = triangle.inward(k).dot(d);
    if (at_p < 0 && at_p + rate < 0) return;
    if (at_p < 0 && -at_p / rate > t0) t0 = -at_p / rate, edge0 = k;
    if (at_p + rate < 0 && -at_p / rate < t1) t1 = -at_p / rate, edge1 = k;
  }
  if (t0 > t1) return;
  const double sign = normal.dot(triangle.normal());
  const auto add_at = [&](double t, int k, int end) {
    const Vector3 b = p + t * d, a = b - triangle.height(b) * triangle.normal();
    if (k < 0) {
      if (with_ends) collector.add(Kind::plane_a, feature_of(face, triangle.triangle(), end), a, b, normal);
    } else if (triangle.is_ridge(k, normal) && (sign * triangle.height(b) >= 0 || with_ends)) {
      collector.add(Kind::plane_a, feature_of(edge, triangle.edge(k), kSide), a, b, normal);
    }
  };
  add_at(t0, edge0, 0);
  add_at(t1, edge1, 1);
}

/// Crossings of a segment with the edges of the triangle, and vertices beside it.
void add_crossings(const TriangleRing& triangle, const Vector3& p, const Vector3& d, Collector& collector) {
  for (int k = 0; k < 3; ++k) {
    const Vector3& q = triangle.corner(k);
    const Vector3 e = triangle.corner((k + 1) % 3) - q;
    const SegmentPair at = nearest_of_segments(q, e, p, d);
    if (at.is_inside()) {
      const Vector3 a = q + at.s * e, b = p + at.t * d;
      const double distance = (b - a).norm();
      if (distance == 0) continue;
      const Vector3 normal = (b - a) / distance;
      if (triangle.is_ridge(k, normal) && triangle.admits_edge(k, normal, kConeSlack))
        collector.add(Kind::plane_a, feature_of(edge, triangle.edge(k), kSide), a, b, normal);
    }
    const double t = nearest_on_segment(p, d, q);
    if (t <= 0 || t >= 1) continue;
    const Vector3 b = p + t * d;
    const double distance = (b - q).norm();
    if (distance == 0) continue;
    const Vector3 normal = (b - q) / distance;
    if (triangle.is_on_ridge(k, normal) && triangle.admits_vertex(k, normal, kConeSlack))
      collector.add(Kind::plane_b, feature_of(vertex, triangle.vertex(k), kSide), q, b, normal);
  }
}

}  // namespace

void surface_sphere(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                    std::vector<ContactPoint>& points) {
  const Vector3 c = relative(pose_a, pose_b).x;
  const Vector3 reach = Vector3::Constant(B.radius + envelope);
  Collector collector(pose_a, B.radius, envelope, B.radius, points);
  A.surface->for_each_in(c - reach, c + reach, [&](int t) {
    if (!is_beyond(*A.surface, t, c, reach.x(), 1e-6 * B.radius))
      add_ball(TriangleRing(*A.surface, t), c, 0, collector);
  });
}

void surface_capsule(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                     std::vector<ContactPoint>& points) {
  const Pose pose = relative(pose_a, pose_b);
  const Vector3 half = B.half.z() * pose.R.col(2), p = pose.x - half, d = 2 * half;
  const Vector3 reach = half.cwiseAbs().array() + (B.radius + envelope);
  Collector collector(pose_a, B.radius, envelope, B.radius, points);
  A.surface->for_each_in(pose.x - reach, pose.x + reach, [&](int t) {
    const TriangleRing triangle(*A.surface, t);
    const double lower = triangle.height(p), upper = triangle.height(p + d);
    const bool is_pierced = lower * upper < 0 && triangle.is_over(p + lower / (lower - upper) * d);
    const Vector3 normal = (lower + upper >= 0 ? 1 : -1) * triangle.normal();
    add_over_triangle(triangle, p, d, normal, is_pierced, collector);
    if (is_pierced) return;
    add_ball(triangle, p, 0, collector);
    if (B.half.z() == 0) return;
    add_ball(triangle, p + d, 1, collector);
    add_crossings(triangle, p, d, collector);
  });
}

void surface_polyhedron(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b,
                        double envelope, std::vector<ContactPoint>& points) {
  const MovedPolyhedron moved(*B.polyhedron, relative(pose_a, pose_b));
  const Facets& facets = moved.facets();
  const Vector3 reach = Vector3::Constant(envelope);
  Collector collector(pose_a, 0, envelope, B.polyhedron->size, points);
  A.surface->for_each_in(facets.low - reach, facets.high + reach, [&](int t) {
    if (A.surface->is_flat[t] != 0 && !has_vertex_over(*A.surface, t, facets, envelope)) return;
    const TriangleRing triangle(*A.surface, t);
    const std::size_t begin = points.size();
    facet_contacts(triangle.facets(), facets, &triangle, pose_a, envelope, points);
    collector.join(begin);
  });
}

}  // namespace jounce::collision
