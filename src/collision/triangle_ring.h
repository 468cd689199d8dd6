#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "collision/facets.h"
#include "collision/triangle_surface.h"

namespace jounce::collision {

/// A triangle of a surface with its neighbours, which decide what its edges and vertices may do: a direction
/// at an edge or vertex is that of a contact only when no neighbour comes nearer along it. So the edges
/// within a flat or hollow part of a surface are never felt.
class TriangleRing {
 public:
  TriangleRing(const TriangleSurface& surface, int triangle) : surface_(surface), triangle_(triangle) {
    const auto& corners = surface.triangles[triangle];
    const Vector3& normal = surface.normals[triangle];
    for (int k = 0; k < 3; ++k) vertices_[k] = surface.vertices[corners[k]];
    normals_ = {normal, -normal};
    offsets_[0] = normal.dot(vertices_[0] + vertices_[1] + vertices_[2]) / 3;
    offsets_[1] = -offsets_[0];
    for (int k = 0; k < 3; ++k) {
      const Vector3& inward = surface.inward[triangle][k];
      edges_[k] = {{k, (k + 1) % 3}, {0, 1}, {inward, inward}};
    }
  }
  TriangleRing(const TriangleRing&) = delete;
  TriangleRing& operator=(const TriangleRing&) = delete;

  int triangle() const { return triangle_; }
  int edge(int k) const { return surface_.triangle_edges[triangle_][k]; }
  int vertex(int k) const { return surface_.triangles[triangle_][k]; }
  const Vector3& corner(int k) const { return vertices_[k]; }
  const Vector3& normal() const { return normals_[0]; }
  const Vector3& inward(int k) const { return edges_[k].inward[0]; }
  double height(const Vector3& x) const { return normals_[0].dot(x) - offsets_[0]; }
  bool is_over(const Vector3& x) const {
    for (int k = 0; k < 3; ++k)
      if (inward(k).dot(x - vertices_[k]) < 0) return false;
    return true;
  }

  Facets facets() const {
    static constexpr int kStarts[3] = {0, 3, 6}, kVertices[6] = {0, 1, 2, 0, 2, 1},
                         kEdges[6] = {0, 1, 2, 2, 1, 0};
    Facets facets;
    facets.vertices = vertices_;
    facets.normals = normals_;
    facets.offsets = offsets_;
    facets.face_starts = kStarts;
    facets.face_vertices = kVertices;
    facets.face_edges = kEdges;
    facets.edges = edges_;
    facets.find_bounds();
    facets.size = 0.5 * (facets.high - facets.low).norm();
    return facets;
  }

  /// Does no triangle at edge k go farther than the edge along n, by more than the sine `slack`?
  bool admits_edge(int k, const Vector3& n, double slack) const {
    const TriangleSurface::Edge& mine = surface_.edges[edge(k)];
    if (n.dot(inward(k)) > slack) return false;
    const int other = mine.triangles[0] == triangle_ ? mine.triangles[1] : mine.triangles[0];
    if (mine.triangles[1] < 0) return true;
    const Vector3 along = (vertices_[(k + 1) % 3] - vertices_[k]).normalized();
    Vector3 into = opposite(other, edge(k)) - vertices_[k];
    into -= along.dot(into) * along;
    return n.dot(into) <= slack * into.norm();
  }

  /// Does no edge at vertex k go farther than the vertex along n?
  bool admits_vertex(int k, const Vector3& n, double slack) const {
    const int v = vertex(k);
    for (int i = surface_.ring_starts[v]; i < surface_.ring_starts[v + 1]; ++i) {
      const auto& ends = surface_.edges[surface_.ring[i]].vertices;
      const Vector3 d = surface_.vertices[ends[0] == v ? ends[1] : ends[0]] - vertices_[k];
      if (n.dot(d) > slack * d.norm()) return false;
    }
    return true;
  }

  /// Is edge k a boundary, or a ridge seen from the side of n?
  bool is_ridge(int k, const Vector3& n) const { return is_ridge(surface_.edges[edge(k)], edge(k), n); }

  bool is_flat() const { return surface_.is_flat[triangle_] != 0; }
  /// The same, found out: no boundary, ridge or hollow at any corner.
  bool is_flat_here() const {
    for (int k = 0; k < 3; ++k)
      if (is_on_ridge(k, normal()) || is_on_ridge(k, -normal())) return false;
    return true;
  }

  /// Does a boundary or a ridge reach vertex k?
  bool is_on_ridge(int k, const Vector3& n) const {
    const int v = vertex(k);
    for (int i = surface_.ring_starts[v]; i < surface_.ring_starts[v + 1]; ++i) {
      const int e = surface_.ring[i];
      if (is_ridge(surface_.edges[e], e, n)) return true;
    }
    return false;
  }

 private:
  static constexpr double kFlat = 1e-6;  ///< sine of the angle between triangles that count as one plane

  Vector3 opposite(int triangle, int edge) const {
    const auto& edges = surface_.triangle_edges[triangle];
    const int k = edges[0] == edge ? 2 : edges[1] == edge ? 0 : 1;
    return surface_.vertices[surface_.triangles[triangle][k]];
  }
  bool is_ridge(const TriangleSurface::Edge& edge, int number, const Vector3& n) const {
    if (edge.triangles[1] < 0) return true;
    const double along0 = surface_.normals[edge.triangles[0]].dot(n),
                 along1 = surface_.normals[edge.triangles[1]].dot(n);
    const int i = std::abs(along0) >= std::abs(along1) ? 0 : 1;  // tells the side, for sharp ridges too
    const Vector3 into = opposite(edge.triangles[1 - i], number) - surface_.vertices[edge.vertices[0]];
    return ((i == 0 ? along0 : along1) >= 0 ? 1 : -1) * surface_.normals[edge.triangles[i]].dot(into) <
           -kFlat * into.norm();
  }

  const TriangleSurface& surface_;
  int triangle_;
  std::array<Vector3, 3> vertices_;
  std::array<Vector3, 2> normals_;
  std::array<double, 2> offsets_;
  std::array<Polyhedron::Edge, 3> edges_;
};

}  // namespace jounce::collision
