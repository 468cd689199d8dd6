#include "collision/face_manifold.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <limits>
#include <span>
#include <utility>

namespace jounce::collision {
namespace {

constexpr double kFacing = -0.1;      ///< n_incident . n below this: the faces look at each other
constexpr double kPrismSlack = 1e-6;  ///< of the size: what lies on a side of the prism counts as inside

using Feature = Candidate::Feature;

/// The space over a face, between planes through its edges.
class Prism {
 public:
  struct Side {
    Vector3 inward;
    double offset = 0;  ///< inward . x - offset: distance from the side, positive inside
    int edge = 0;
  };

  Prism(const Facets& shape, int face, double slack, const std::array<double, 3>& wider)
      : shape_(shape), face_(face), slack_(slack) {
    const auto corners = shape.face(face);
    const auto edges = shape.edges_of(face);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      Side& side = sides_[count_++];
      side.inward = shape.inward(edges[k], face);
      side.offset = side.inward.dot(shape.vertices[corners[k]]);
      if (shape.is_flat()) side.offset -= wider[edges[k]];
      side.edge = edges[k];
    }
  }
  Prism(const Prism&) = delete;
  Prism& operator=(const Prism&) = delete;

  const Facets& shape() const { return shape_; }
  double slack() const { return slack_; }
  const Vector3& normal() const { return shape_.normals[face_]; }
  double height(const Vector3& x) const { return normal().dot(x) - shape_.offsets[face_]; }
  std::span<const Side> sides() const { return {sides_.data(), count_}; }
  bool holds(const Vector3& x) const {
    for (const Side& side : sides())
      if (side.inward.dot(x) - side.offset < -slack_) return false;
    return true;
  }

 private:
  const Facets& shape_;
  int face_;
  double slack_;
  std::size_t count_ = 0;
  std::array<Side, Polyhedron::kMaxVertices> sides_;
};

/// Piece [t0, t1] of the segment p + t d within the prism, and the edges of the face that bound it, or -1.
struct Piece {
  double t0 = 0, t1 = 1;
  int edge0 = -1, edge1 = -1;

  void clip(const Prism& prism, const Vector3& p, const Vector3& d) {
    for (const Prism::Side& side : prism.sides()) {
      const double at_p = side.inward.dot(p) - side.offset, rate = side.inward.dot(d);
      const bool starts_outside = at_p < -prism.slack(), ends_outside = at_p + rate < -prism.slack();
      if (starts_outside && ends_outside) {
        t1 = -1;
        return;
      }
      if (starts_outside && -at_p / rate > t0) t0 = -at_p / rate, edge0 = side.edge;
      if (ends_outside && -at_p / rate < t1) t1 = -at_p / rate, edge1 = side.edge;
    }
  }
};

/// The place of the incident shape over (or under) the corner p: the line p + t n enters it at t, through a
/// face that looks at the reference face.
void add_over(const Prism& prism, int corner, const Facets& incident, int opposite, double envelope,
              Candidates& candidates) {
  const Vector3 &p = prism.shape().vertices[corner], &n = prism.normal();
  double enters = -std::numeric_limits<double>::infinity(), leaves = -enters;
  int face = -1;
  for (int g = 0; g < incident.faces(); ++g) {
    const double rate = incident.normals[g].dot(n), inside = incident.offsets[g] - incident.normals[g].dot(p);
    if (rate < -1e-9) {
      if (inside / rate > enters) enters = inside / rate, face = g;
    } else if (rate > 1e-9) {
      leaves = std::min(leaves, inside / rate);
    } else if (inside < -prism.slack()) {
      return;
    }
  }
  if (face < 0 || enters > leaves + prism.slack() || enters >= envelope) return;
  if (face != opposite && incident.normals[face].dot(n) >= kFacing) return;  // a side of the incident shape
  const Vector3 point = p + enters * n;
  if (incident.is_flat() && !Prism(incident, face, prism.slack(), {}).holds(point)) return;
  candidates.add({point, enters, Feature::reference_vertex, face, corner});
}

}  // namespace

void face_manifold(const Facets& reference, int face, const Facets& incident, double envelope,
                   const std::array<double, 3>& wider, Candidates& candidates) {
  const Prism prism(reference, face, kPrismSlack * std::min(reference.size, incident.size), wider);
  const Vector3& n = prism.normal();
  int opposite = 0;
  for (int g = 1; g < incident.faces(); ++g)
    if (incident.normals[g].dot(n) < incident.normals[opposite].dot(n) - 1e-9) opposite = g;

  std::bitset<Polyhedron::kMaxVertices> seen_vertices;
  std::bitset<Polyhedron::kMaxEdges> facing_edges;
  for (int g = 0; g < incident.faces(); ++g) {
    if (g != opposite && incident.normals[g].dot(n) >= kFacing) continue;
    for (const int e : incident.edges_of(g)) facing_edges.set(e);
    for (const int v : incident.face(g)) {
      if (seen_vertices.test(v)) continue;
      seen_vertices.set(v);
      const Vector3& x = incident.vertices[v];
      const double gap = prism.height(x);
      if (gap < envelope && prism.holds(x)) candidates.add({x, gap, Feature::incident_vertex, v, face});
    }
  }
  for (std::size_t e = 0; e < incident.edges.size(); ++e) {
    if (!facing_edges.test(e)) continue;
    const Vector3 p = incident.start(static_cast<int>(e)), d = incident.direction(static_cast<int>(e));
    if (prism.height(p) >= envelope && prism.height(p + d) >= envelope) continue;
    Piece part;
    part.clip(prism, p, d);
    if (part.t0 > part.t1) continue;
    for (const auto& [t, side] : {std::pair{part.t0, part.edge0}, std::pair{part.t1, part.edge1}}) {
      if (side < 0) continue;
      const Vector3 x = p + t * d;
      if (const double gap = prism.height(x); gap < envelope)
        candidates.add({x, gap, Feature::crossing, static_cast<int>(e), side});
    }
  }
  for (const int corner : reference.face(face))
    add_over(prism, corner, incident, opposite, envelope, candidates);
}

}  // namespace jounce::collision
