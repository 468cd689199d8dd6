// Contacts of a capsule with a capsule and with a box or hull.

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "collision/distances.h"
#include "collision/pairs.h"
#include "collision/polyhedron.h"

namespace jounce::collision {
namespace {

using Kind = ContactPoint::Kind;

constexpr double kAgree = 0.5;       ///< cosine of normals that belong together
constexpr double kParallel2 = 1e-6;  ///< sine squared of capsules that count as parallel

/// Part of a capsule's segment by its parameter in [0, 1].
enum End : int { lower, upper, side };
End end_of(double t) { return t <= 0 ? lower : t >= 1 ? upper : side; }

struct CapsulePoint {
  Vector3 a, b, normal;
  double distance = 0;  ///< of the axes
  Kind kind = Kind::points;
  int feature = 0;
};

void append(const CapsulePoint& found, double radius_a, double radius_b, const Pose& axes,
            std::vector<ContactPoint>& points) {
  ContactPoint& point = points.emplace_back();
  point.kind = found.kind;
  point.feature = static_cast<std::uint32_t>(found.feature);
  point.a = place(axes, found.a);
  point.b = place(axes, found.b);
  point.normal = axes.R * found.normal;
  point.radius_a = radius_a;
  point.radius_b = radius_b;
}

}  // namespace

void capsule_capsule(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b, double envelope,
                     std::vector<ContactPoint>& points) {
  // In the axes of A: segments p + s d and q + t e. The ends over the other's segment, and the crossing.
  const Pose pose = relative(pose_a, pose_b);
  const Vector3 p(0, 0, -A.half.z()), d(0, 0, 2 * A.half.z());
  const Vector3 q = pose.x - B.half.z() * pose.R.col(2), e = 2 * B.half.z() * pose.R.col(2);
  const double reach = A.radius + B.radius + envelope;
  const SegmentPair crossing = nearest_of_segments(p, d, q, e);
  std::array<SegmentPair, 5> pairs{crossing,
                                   {0, nearest_on_segment(q, e, p)},
                                   {1, nearest_on_segment(q, e, p + d)},
                                   {nearest_on_segment(p, d, q), 0},
                                   {nearest_on_segment(p, d, q + e), 1}};
  std::array<CapsulePoint, 5> found;
  const auto sideways = [&] {  // of axes that meet: perpendicular to both
    const Vector3 n = d.cross(e);
    if (n.squaredNorm() > 1e-24 * d.squaredNorm() * e.squaredNorm()) return Vector3(n.normalized());
    return Vector3(Vector3::UnitX());
  };
  const double angle2 = d.cross(e).squaredNorm();
  const bool is_parallel = angle2 <= kParallel2 * d.squaredNorm() * e.squaredNorm();
  Vector3 nearest_normal = Vector3::Zero();
  int count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const SegmentPair& pair = pairs[i];
    // An end over the other's end counts only if they are nearest to each other.
    if ((i == 2 && A.half.z() == 0) || (i == 4 && B.half.z() == 0)) continue;
    if (i > 0 && end_of(i <= 2 ? pair.t : pair.s) != side) continue;
    CapsulePoint point;
    point.a = p + pair.s * d;
    point.b = q + pair.t * e;
    point.distance = (point.b - point.a).norm();
    if (point.distance >= reach) {
      if (i == 0) return;  // the nearest
      continue;
    }
    point.normal = point.distance > 0 ? Vector3((point.b - point.a) / point.distance) : sideways();
    if (i == 0) {
      nearest_normal = point.normal;
      if (is_parallel && pair.is_inside()) continue;  // anywhere: the ends say it better
    }
    const End end_a = end_of(pair.s), end_b = end_of(pair.t);
    point.kind = end_a == side ? Kind::plane_a : end_b == side ? Kind::plane_b : Kind::points;
    point.feature = 3 * end_a + end_b;
    bool is_new = point.normal.dot(nearest_normal) > kAgree;
    for (int k = 0; k < count; ++k) is_new = is_new && found[k].feature != point.feature;
    if (!is_new) continue;
    append(point, A.radius, B.radius, pose_a, points);
    found[count++] = point;
  }
}

namespace {

/// A segment near a polyhedron, in the axes of the polyhedron.
struct SegmentContacts {
  const Polyhedron& hull;
  Vector3 p, d;
  double reach;  ///< of the points of the segment
  std::array<CapsulePoint, 3> found;
  int count = 0;

  Vector3 at(double t) const { return p + t * d; }

  void add(Kind kind, int feature, const Vector3& a, const Vector3& b, const Vector3& normal,
           double distance) {
    for (int i = 0; i < count; ++i)
      if (found[i].feature == feature ||
          ((found[i].b - b).norm() <= kTie * hull.size && found[i].normal.dot(normal) > 1 - kTie))
        return;
    found[count++] = {a, b, normal, distance, kind, feature};
  }
  static int number(int parts, int part, int of_segment) { return 16 * part + 4 * parts + of_segment; }

  /// Ends of the part of the segment over a face. @return the least height, infinity for none
  double add_over_face(int f, bool overlap) {
    const Vector3& n = hull.normals[f];
    double t0 = 0, t1 = 1;
    int edge0 = -1, edge1 = -1;
    const auto corners = hull.face(f);
    const int* edges = hull.face_edges.data() + hull.face_starts[f];
    const double slack = 1e-9 * hull.size;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Polyhedron::Edge& edge = hull.edges[edges[k]];
      const Vector3& inward = edge.inward[edge.faces[0] == f ? 0 : 1];
      const double at_p = inward.dot(p - hull.vertices[corners[k]]), rate = inward.dot(d);
      if (at_p < -slack && at_p + rate < -slack) return std::numeric_limits<double>::infinity();
      if (at_p < -slack && -at_p / rate > t0) t0 = -at_p / rate, edge0 = edges[k];
      if (at_p + rate < -slack && -at_p / rate < t1) t1 = -at_p / rate, edge1 = edges[k];
    }
    double least = std::numeric_limits<double>::infinity();
    if (t0 > t1) return least;
    const auto add_at = [&](double t, int edge, End end) {
      const Vector3 b = at(t);
      const double height = n.dot(b) - hull.offsets[f];
      if (height >= reach || (!overlap && height < -slack)) return;
      least = std::min(least, height);
      add(Kind::plane_a, edge < 0 ? number(0, f, end) : number(1, edge, side), b - height * n, b, n, height);
    };
    add_at(t0, edge0, lower);
    if (t1 > t0 && !d.isZero(0)) add_at(t1, edge1, upper);
    return least;
  }
};

/// Nearest of the ends and of the edges to a segment outside of a polyhedron.
CapsulePoint nearest_outside(const SegmentContacts& segment) {
  const Polyhedron& hull = segment.hull;
  CapsulePoint best;
  best.distance = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < hull.edges.size(); ++i) {
    const Polyhedron::Edge& edge = hull.edges[i];
    const Vector3 q = hull.vertices[edge.vertices[0]], e = hull.vertices[edge.vertices[1]] - q;
    const SegmentPair pair = nearest_of_segments(q, e, segment.p, segment.d);
    const Vector3 a = q + pair.s * e, b = segment.at(pair.t);
    const double distance = (b - a).norm();
    if (distance >= best.distance) continue;
    const End end = end_of(pair.t);
    const bool is_edge = pair.s > 0 && pair.s < 1;
    const int part = is_edge ? static_cast<int>(i) : edge.vertices[pair.s >= 1 ? 1 : 0];
    best = {a,
            b,
            Vector3::Zero(),
            distance,
            is_edge       ? Kind::plane_a
            : end == side ? Kind::plane_b
                          : Kind::points,
            SegmentContacts::number(is_edge ? 1 : 2, part, end)};
  }
  for (const int end : {lower, upper})
    for (int f = 0; f < hull.faces(); ++f) {
      const Vector3 b = segment.at(end);
      const double height = hull.normals[f].dot(b) - hull.offsets[f];
      if (height <= 0 || height > best.distance) continue;
      bool is_over = true;
      const auto corners = hull.face(f);
      for (std::size_t k = 0; k < corners.size() && is_over; ++k) {
        const Polyhedron::Edge& edge = hull.edges[hull.face_edges[hull.face_starts[f] + k]];
        is_over = edge.inward[edge.faces[0] == f ? 0 : 1].dot(b - hull.vertices[corners[k]]) >= 0;
      }
      if (is_over)
        best = {b - height * hull.normals[f],      b, Vector3::Zero(), height, Kind::plane_a,
                SegmentContacts::number(0, f, end)};
    }
  best.normal = (best.b - best.a) / best.distance;
  return best;
}

/// Axis of an edge and the segment with the largest separation.
struct EdgeAxis {
  double separation = -std::numeric_limits<double>::infinity();
  Vector3 normal;
  int edge = -1;
};
EdgeAxis best_edge(const SegmentContacts& segment) {
  EdgeAxis best;
  for (std::size_t i = 0; i < segment.hull.edges.size(); ++i) {
    const Polyhedron::Edge& edge = segment.hull.edges[i];
    const Vector3 q = segment.hull.vertices[edge.vertices[0]],
                  e = segment.hull.vertices[edge.vertices[1]] - q;
    Vector3 n = e.cross(segment.d);
    const double length = n.norm();
    if (length <= 1e-6 * e.norm() * segment.d.norm()) continue;
    n /= length;
    const double x0 = n.dot(edge.inward[0]), x1 = n.dot(edge.inward[1]);
    if (std::max(x0, x1) > 0) {
      if (std::min(x0, x1) < 0) continue;
      n = -n;
    }
    if (const double separation = n.dot(segment.p - q); separation > best.separation)
      best = {separation, n, static_cast<int>(i)};
  }
  return best;
}

}  // namespace

void polyhedron_capsule(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b,
                        double envelope, std::vector<ContactPoint>& points) {
  const Polyhedron& hull = *A.polyhedron;
  const Pose pose = relative(pose_a, pose_b);
  SegmentContacts segment{
      hull, pose.x - B.half.z() * pose.R.col(2), 2 * B.half.z() * pose.R.col(2), B.radius + envelope, {}};
  const double tie = kTie * hull.size;
  int face = 0;
  double height = -std::numeric_limits<double>::infinity();
  for (int f = 0; f < hull.faces(); ++f) {
    const double at_p = hull.normals[f].dot(segment.p) - hull.offsets[f];
    const double least = std::min(at_p, at_p + hull.normals[f].dot(segment.d));
    if (least >= segment.reach) return;
    if (least > height + 1e-9 * hull.size) height = least, face = f;
  }
  const EdgeAxis edge = height <= 0 ? best_edge(segment) : EdgeAxis{};
  if (height > 0 || edge.separation > 0) {  // the segment is outside
    const CapsulePoint nearest = nearest_outside(segment);
    if (nearest.distance >= segment.reach) return;
    int facing = 0;
    for (int f = 1; f < hull.faces(); ++f)
      if (hull.normals[f].dot(nearest.normal) > hull.normals[facing].dot(nearest.normal) + 1e-9) facing = f;
    segment.add(nearest.kind, nearest.feature, nearest.a, nearest.b, nearest.normal, nearest.distance);
    segment.add_over_face(facing, false);
  } else {
    const bool takes_edge = edge.separation > height + tie;
    const bool tries_face = !takes_edge || edge.normal.dot(hull.normals[face]) > kAlmostFace;
    const double least = tries_face ? segment.add_over_face(face, true) : 0;
    if (takes_edge && (!tries_face || least > edge.separation + tie)) {
      segment.count = 0;
      const Polyhedron::Edge& mine = hull.edges[edge.edge];
      const Vector3 q = hull.vertices[mine.vertices[0]], e = hull.vertices[mine.vertices[1]] - q;
      const SegmentPair pair = nearest_of_segments(q, e, segment.p, segment.d);
      segment.add(Kind::plane_a, SegmentContacts::number(1, edge.edge, side), q + pair.s * e,
                  segment.at(pair.t), edge.normal, edge.separation);
    }
  }
  for (int i = 0; i < segment.count; ++i) append(segment.found[i], 0, B.radius, pose_a, points);
}

}  // namespace jounce::collision
