#include "collision/separating_axis.h"

#include <algorithm>
#include <cmath>

namespace jounce::collision {
namespace {

constexpr double kParallelEdges2 = 1e-12;  ///< sine squared of edges that count as parallel
constexpr double kFaceTie = 1e-9;          ///< relative to the size: faces as good as an earlier one
constexpr double kConeOverhang = 0.01;     ///< sine by which a neighbour may go beyond a corner of a surface

/// Vertex of the shape that is the farthest against n.
int lowest(const Facets& shape, const Vector3& n, double& value) {
  int result = 0;
  value = std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < shape.vertices.size(); ++v)
    if (const double h = n.dot(shape.vertices[v]); h < value) value = h, result = static_cast<int>(v);
  return result;
}

}  // namespace

void NearEdges::collect(const Facets& shape, const Facets& other, double margin) {
  count = 0;
  const Vector3 low = other.low.array() - margin, high = other.high.array() + margin;
  for (std::size_t e = 0; e < shape.edges.size(); ++e) {
    const Vector3 &p = shape.vertices[shape.edges[e].vertices[0]],
                  &q = shape.vertices[shape.edges[e].vertices[1]];
    bool is_near = true;
    for (int i = 0; i < 3; ++i)
      is_near = is_near && std::min(p[i], q[i]) <= high[i] && std::max(p[i], q[i]) >= low[i];
    if (is_near) edges[count++] = static_cast<short>(e);
  }
}

void Axes::find(const Facets& A, const Facets& B, double envelope, const TriangleRing* ring) {
  const double tie = kFaceTie * std::min(A.size, B.size);
  any = -std::numeric_limits<double>::infinity();
  const auto count = [&](double separation) {
    any = std::max(any, separation);
    is_apart = is_apart || separation >= envelope;
    return is_apart;
  };
  double reach;
  for (int f = 0; f < A.faces(); ++f) {
    lowest(B, A.normals[f], reach);
    const double separation = reach - A.offsets[f];
    if (count(separation)) return;
    if (separation > face_a.separation + tie || face_a.a < 0) face_a = {separation, A.normals[f], f, -1};
  }
  for (int f = 0; f < B.faces(); ++f) {
    const int v = lowest(A, B.normals[f], reach);
    const double separation = reach - B.offsets[f];
    if (count(separation)) return;
    if (separation > face_b.separation + tie &&
        (ring == nullptr || ring->admits_vertex(v, -B.normals[f], kConeOverhang)))
      face_b = {separation, -B.normals[f], -1, f};
  }

  // Shapes that overlap by s along a face's normal and less along an edges' axis touch with those edges after
  // the move by less than s: only edges that near can matter.
  const double margin = std::max(envelope, -std::max(face_a.separation, face_b.separation)) + tie;
  near_a.collect(A, B, margin);
  near_b.collect(B, A, margin);
  for (int i = 0; i < near_a.count; ++i) {
    const int ea = near_a.edges[i];
    const Vector3 da = A.direction(ea), pa = A.start(ea);
    const Vector3 into0 = A.R * A.edges[ea].inward[0], into1 = A.R * A.edges[ea].inward[1];
    const double da2 = da.squaredNorm();
    for (int j = 0; j < near_b.count; ++j) {
      const int eb = near_b.edges[j];
      const Vector3 db = B.direction(eb);
      Vector3 n = da.cross(db);
      double x0 = n.dot(into0), x1 = n.dot(into1);
      if (x0 > 0 || x1 > 0) {  // n or -n outside both faces, or neither is
        if (x0 < 0 || x1 < 0) continue;
        n = -n, x0 = -x0, x1 = -x1;
      }
      const double n2 = n.squaredNorm();
      if (n2 <= kParallelEdges2 * da2 * db.squaredNorm()) continue;
      const Vector3 in_b = B.R.transpose() * n;
      if (in_b.dot(B.edges[eb].inward[0]) < 0 || in_b.dot(B.edges[eb].inward[1]) < 0) continue;
      const double length = std::sqrt(n2);
      if (std::max(x0, x1) > -1e-9 * length && A.is_flat()) continue;  // the triangle's own normal
      const double separation = n.dot(B.start(eb) - pa) / length;
      if (count(separation)) return;
      if (separation <= edges.separation + tie) continue;
      const Vector3 normal = n / length;
      if (ring != nullptr && !ring->admits_edge(ea, normal, kConeOverhang)) continue;
      edges = {separation, normal, ea, eb};
    }
  }
}

}  // namespace jounce::collision
