#pragma once

#include <Eigen/Geometry>
#include <array>
#include <span>

#include "collision/polyhedron.h"

namespace jounce::collision {

/// Boundary of a polyhedron, or of a triangle (two faces, three edges), in the axes of the narrow phase.
/// Edges keep the axes of the shape.
struct Facets {
  std::span<const Vector3> vertices, normals;
  std::span<const double> offsets;
  const int* face_starts = nullptr;
  const int* face_vertices = nullptr;
  const int* face_edges = nullptr;
  std::span<const Polyhedron::Edge> edges;
  double size = 0;
  Matrix3 R = Matrix3::Identity();  ///< turns the directions of edges into these axes
  Vector3 low, high;                ///< box around the vertices

  int faces() const { return static_cast<int>(normals.size()); }
  bool is_flat() const { return normals.size() == 2; }
  std::span<const int> face(int f) const { return span(face_vertices, f); }
  std::span<const int> edges_of(int f) const { return span(face_edges, f); }
  Vector3 inward(int edge, int f) const {
    const Polyhedron::Edge& e = edges[edge];
    return R * e.inward[e.faces[0] == f ? 0 : 1];
  }
  Vector3 start(int edge) const { return vertices[edges[edge].vertices[0]]; }
  Vector3 direction(int edge) const {
    return vertices[edges[edge].vertices[1]] - vertices[edges[edge].vertices[0]];
  }

  void find_bounds() {
    low = high = vertices[0];
    for (const Vector3& vertex : vertices) {
      low = low.cwiseMin(vertex);
      high = high.cwiseMax(vertex);
    }
  }

 private:
  std::span<const int> span(const int* entries, int f) const {
    return {entries + face_starts[f], static_cast<std::size_t>(face_starts[f + 1] - face_starts[f])};
  }
};

/// A polyhedron in its own axes.
inline Facets facets_of(const Polyhedron& polyhedron) {
  Facets facets;
  facets.vertices = polyhedron.vertices;
  facets.normals = polyhedron.normals;
  facets.offsets = polyhedron.offsets;
  facets.face_starts = polyhedron.face_starts.data();
  facets.face_vertices = polyhedron.face_vertices.data();
  facets.face_edges = polyhedron.face_edges.data();
  facets.edges = polyhedron.edges;
  facets.size = polyhedron.size;
  facets.find_bounds();
  return facets;
}

/// A polyhedron in other axes, stored on the stack.
class MovedPolyhedron {
 public:
  MovedPolyhedron(const Polyhedron& polyhedron, const Pose& pose) : facets_(facets_of(polyhedron)) {
    const std::size_t vertices = polyhedron.vertices.size(), faces = polyhedron.normals.size();
    for (std::size_t i = 0; i < vertices; ++i) vertices_[i] = pose.x + pose.R * polyhedron.vertices[i];
    for (std::size_t f = 0; f < faces; ++f) {
      normals_[f] = pose.R * polyhedron.normals[f];
      offsets_[f] = polyhedron.offsets[f] + normals_[f].dot(pose.x);
    }
    facets_.vertices = {vertices_.data(), vertices};
    facets_.normals = {normals_.data(), faces};
    facets_.offsets = {offsets_.data(), faces};
    facets_.R = pose.R;
    facets_.find_bounds();
  }
  MovedPolyhedron(const MovedPolyhedron&) = delete;
  MovedPolyhedron& operator=(const MovedPolyhedron&) = delete;

  const Facets& facets() const { return facets_; }

 private:
  std::array<Vector3, Polyhedron::kMaxVertices> vertices_;
  std::array<Vector3, Polyhedron::kMaxFaces> normals_;
  std::array<double, Polyhedron::kMaxFaces> offsets_;
  Facets facets_;
};

}  // namespace jounce::collision
