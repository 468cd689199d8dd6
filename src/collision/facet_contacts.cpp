#include "collision/facet_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "collision/distances.h"
#include "collision/face_manifold.h"
#include "collision/pairs.h"
#include "collision/separating_axis.h"

namespace jounce::collision {
namespace {

constexpr double kAsDeep = 1e-3;      ///< relative: a manifold is as deep as the edges
constexpr double kBesideFace = 0.98;  ///< cosine: a triangle's own normal is preferred within this
constexpr double kNearTie = 1e-3;     ///< of the size: edges as near as the nearest
constexpr double kWider = 4;          ///< times the depth: how far beyond an inner edge of a surface
constexpr double kSlack = 1e-9;

using Kind = ContactPoint::Kind;

class FacetContacts {
 public:
  FacetContacts(const Facets& A, const Facets& B, const TriangleRing* ring, const Pose& axes, double envelope,
                std::vector<ContactPoint>& points)
      : A_(A),
        B_(B),
        ring_(ring),
        frame_(axes),
        envelope_(envelope),
        size_(std::min(A.size, B.size)),
        points_(points) {}

  void run() {
    axes_.find(A_, B_, envelope_, ring_);
    if (axes_.is_apart) return;
    const Axis& a = axes_.face_a;
    const Axis& b = axes_.face_b;
    const Axis& edges = axes_.edges;
    const bool takes_b = b.separation > a.separation + kTie * size_ &&
                         (ring_ == nullptr || b.normal.dot(a.normal) < kBesideFace);
    const Axis& face = takes_b ? b : a;
    const bool overlap = axes_.any <= kSlack * size_;
    // A triangle that is apart, but not along an axis of its own: a corner, or a neighbour that is nearer.
    if (ring_ != nullptr && !overlap && std::max(face.separation, edges.separation) <= 0) {
      if (!ring_->is_flat()) add_nearest(points_.size(), 0);
      return;
    }

    const std::size_t first = points_.size();
    const bool takes_edges = edges.separation > face.separation + kTie * size_;
    if (takes_edges) {
      if ((edges.normal.dot(face.normal) < kAlmostFace || !add_manifold(face, overlap, edges.separation)) &&
          add_edges(edges, overlap))
        return;
    } else if (!add_manifold(face, overlap, 0) && overlap && takes_b) {
      add_manifold(a, overlap, 0);
    }
    if (!overlap) add_nearest(first, std::max(face.separation, edges.separation) + kTie * size_);
    while (points_.size() > first + Candidates::kKept)
      points_.erase(std::max_element(points_.begin() + static_cast<std::ptrdiff_t>(first), points_.end(),
                                     [](const auto& p, const auto& q) { return p.gap() < q.gap(); }));
  }

 private:
  int number_of_vertex(int v) const { return ring_ != nullptr ? ring_->vertex(v) : v; }
  int number_of_edge(int e) const { return ring_ != nullptr ? ring_->edge(e) : e; }
  int number_of_face(int f) const { return ring_ != nullptr ? ring_->triangle() : f; }
  bool shows_vertex(int v, const Vector3& n, double slack) const {
    return ring_ == nullptr || (ring_->is_on_ridge(v, n) && ring_->admits_vertex(v, n, slack));
  }
  bool shows_edge(int e, const Vector3& n, double slack) const {
    return ring_ == nullptr || (ring_->is_ridge(e, n) && ring_->admits_edge(e, n, slack));
  }

  void add(Kind kind, std::uint32_t feature, const Vector3& a, const Vector3& b, const Vector3& normal) {
    ContactPoint& point = points_.emplace_back();
    point.kind = kind;
    point.feature = feature;
    point.a = place(frame_, a);
    point.b = place(frame_, b);
    point.normal = frame_.R * normal;
  }

  /// Points over a face. @param as_deep when not 0: only if the deepest is at least that deep
  bool add_manifold(const Axis& axis, bool overlap, double as_deep) {
    const bool of_a = axis.a >= 0;
    Candidates candidates(size_);
    std::array<double, 3> wider{};
    if (ring_ != nullptr && of_a &&
        axis.separation < 0)  // the plane goes on: what went in here may be beyond
      for (int k = 0; k < 3; ++k)
        if (!ring_->is_ridge(k, axis.normal)) wider[k] = -kWider * axis.separation;
    if (of_a)
      face_manifold(A_, axis.a, B_, envelope_, wider, candidates);
    else
      face_manifold(B_, axis.b, A_, envelope_, {}, candidates);
    if (!overlap)  // under the plane, but beyond the other side
      candidates.filter([&](const Candidate& c) { return c.gap >= -kSlack * size_; });
    if (as_deep != 0 && candidates.least_gap() > as_deep + kAsDeep * std::abs(as_deep) + kTie * size_)
      return false;
    if (ring_ != nullptr)
      candidates.filter([&](const Candidate& c) { return is_shown(c, of_a, axis.normal); });
    candidates.reduce(axis.normal, envelope_);
    for (const Candidate& c : candidates) {
      const Vector3 projected =
          of_a ? Vector3(c.point - c.gap * axis.normal) : Vector3(c.point + c.gap * axis.normal);
      if (of_a)
        add(Kind::plane_a, feature(c, true), projected, c.point, axis.normal);
      else
        add(Kind::plane_b, feature(c, false), c.point, projected, axis.normal);
    }
    return !candidates.empty();
  }

  bool is_shown(const Candidate& c, bool of_a, const Vector3& n) const {
    constexpr double kOver = 0.1;  // a corner of a surface may lie lower than its neighbours by this sine
    const int mine = of_a ? c.reference : c.incident;
    if (c.feature == Candidate::Feature::crossing) return shows_edge(mine, n, kOver);
    const bool is_vertex = of_a == (c.feature == Candidate::Feature::reference_vertex);
    return !is_vertex || shows_vertex(mine, n, kOver);
  }

  std::uint32_t feature(const Candidate& c, bool of_a) const {
    const int a = of_a ? c.reference : c.incident, b = of_a ? c.incident : c.reference;
    if (c.feature == Candidate::Feature::crossing) return feature_of(Parts::edges, number_of_edge(a), b, B_);
    const bool is_vertex_of_a = of_a == (c.feature == Candidate::Feature::reference_vertex);
    return is_vertex_of_a ? feature_of(Parts::vertex_face, number_of_vertex(a), b, B_)
                          : feature_of(Parts::face_vertex, number_of_face(a), b, B_);
  }

  /// The point of two crossing edges.
  bool add_edges(const Axis& axis, bool overlap) {
    const Vector3 p = A_.start(axis.a), d = A_.direction(axis.a), q = B_.start(axis.b),
                  e = B_.direction(axis.b);
    const SegmentPair nearest = nearest_of_segments(p, d, q, e);
    if (!overlap && !nearest.is_inside()) return false;
    if (ring_ != nullptr && !shows_edge(axis.a, axis.normal, kBesideFace)) return false;
    add(Kind::plane_a, feature_of(Parts::edges, number_of_edge(axis.a), axis.b, B_), p + nearest.s * d,
        q + nearest.t * e, axis.normal);
    return true;
  }

  /// Nearest points of two edges.
  struct NearPair {
    int edge_a, edge_b;
    SegmentPair at;
    Vector3 a, difference;
    double distance;

    bool is_inside_a() const { return at.s > 0 && at.s < 1; }
    bool is_inside_b() const { return at.t > 0 && at.t < 1; }
  };

  /// The nearest points of the edges and those as near, when they are nearer than the points found so far
  /// (from number `first` on) and these are not as near as can be.
  void add_nearest(std::size_t first, double bound) {
    double limit = envelope_;
    for (std::size_t i = first; i < points_.size(); ++i) limit = std::min(limit, points_[i].gap());
    if (limit <= bound) return;
    NearPair nearest;
    nearest.distance = limit;
    for_each_near([&](const NearPair& pair) {
      if (pair.distance < nearest.distance) nearest = pair;
    });
    if (nearest.distance >= limit || nearest.distance <= 0 || !add_pair(nearest, first)) return;
    const double farthest = std::min(limit, nearest.distance + kNearTie * size_);
    bool is_done = false;  // one more at most: the other end of parallel edges
    for_each_near([&](const NearPair& pair) {
      if (is_done || pair.distance > farthest || (pair.is_inside_a() && pair.is_inside_b())) return;
      if (pair.difference.dot(nearest.difference) < 0.999 * pair.distance * nearest.distance ||
          (pair.a + pair.difference - nearest.a - nearest.difference).norm() <= kNearTie * size_)
        return;
      is_done = add_pair(pair, first);
    });
  }

  bool add_pair(const NearPair& pair, std::size_t first) {
    const bool in_a = pair.is_inside_a(), in_b = pair.is_inside_b();
    const int va = A_.edges[pair.edge_a].vertices[pair.at.s >= 1 ? 1 : 0];
    const int vb = B_.edges[pair.edge_b].vertices[pair.at.t >= 1 ? 1 : 0];
    const Vector3 normal = pair.difference / pair.distance;
    if (!(in_a ? shows_edge(pair.edge_a, normal, kSlack) : shows_vertex(va, normal, kSlack))) return false;
    const Kind kind = in_a ? Kind::plane_a : in_b ? Kind::plane_b : Kind::points;
    const Parts parts =
        in_a ? (in_b ? Parts::edges : Parts::edge_vertex) : (in_b ? Parts::vertex_edge : Parts::vertices);
    add(kind,
        feature_of(parts, in_a ? number_of_edge(pair.edge_a) : number_of_vertex(va), in_b ? pair.edge_b : vb,
                   B_),
        pair.a, pair.a + pair.difference, normal);
    for (std::size_t i = first; i + 1 < points_.size(); ++i)  // the same edges, but measured along a face
      if (points_[i].feature == points_.back().feature) {
        points_[i] = points_.back();
        points_.pop_back();
        break;
      }
    return true;
  }

  template <typename Visit>
  void for_each_near(Visit&& visit) const {
    for (int i = 0; i < axes_.near_a.count; ++i)
      for (int j = 0; j < axes_.near_b.count; ++j) {
        const int ea = axes_.near_a.edges[i], eb = axes_.near_b.edges[j];
        const Vector3 p = A_.start(ea), d = A_.direction(ea), q = B_.start(eb), e = B_.direction(eb);
        const SegmentPair at = nearest_of_segments(p, d, q, e);
        const Vector3 a = p + at.s * d, difference = q + at.t * e - a;
        visit(NearPair{ea, eb, at, a, difference, difference.norm()});
      }
  }

  const Facets& A_;
  const Facets& B_;
  const TriangleRing* ring_;
  const Pose& frame_;
  double envelope_, size_;
  std::vector<ContactPoint>& points_;
  Axes axes_;
};

}  // namespace

void facet_contacts(const Facets& A, const Facets& B, const TriangleRing* ring, const Pose& axes,
                    double envelope, std::vector<ContactPoint>& points) {
  FacetContacts(A, B, ring, axes, envelope, points).run();
}

void polyhedron_polyhedron(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b,
                           double envelope, std::vector<ContactPoint>& points) {
  const MovedPolyhedron moved(*B.polyhedron, relative(pose_a, pose_b));
  facet_contacts(facets_of(*A.polyhedron), moved.facets(), nullptr, pose_a, envelope, points);
}

}  // namespace jounce::collision
