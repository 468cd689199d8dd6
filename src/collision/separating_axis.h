#pragma once

#include <array>

#include "collision/facets.h"
#include "collision/triangle_ring.h"

namespace jounce::collision {

/// Direction n from A to B along which the shapes are `separation` apart (negative: overlap).
struct Axis {
  double separation = -std::numeric_limits<double>::infinity();
  Vector3 normal = Vector3::Zero();
  int a = -1, b = -1;  ///< faces, or edges
};

/// The edges of a shape that come near the other one.
struct NearEdges {
  std::array<short, Polyhedron::kMaxEdges> edges;
  int count = 0;

  void collect(const Facets& shape, const Facets& other, double margin);
};

/// Best axes of two polyhedra: normals of faces of A, of B, and n = +-(e_a x e_b) of edges whose faces'
/// normals make them the outermost of A along n and of B along -n. The largest separation of all is the least
/// translation that separates overlapping shapes; of shapes apart it is their distance when the nearest
/// features are a vertex and a face or two edges, and less than that otherwise.
struct Axes {
  Axis face_a, face_b, edges;
  double any = 0;         ///< largest separation, of axes too that the ring does not admit
  bool is_apart = false;  ///< by the envelope or more; then nothing else is set
  NearEdges near_a, near_b;

  /// @param ring neighbours of A when it is a triangle, else null; limits the normals of A's edges and
  /// vertices
  void find(const Facets& A, const Facets& B, double envelope, const TriangleRing* ring);
};

}  // namespace jounce::collision
