#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/shape.h"

namespace jounce::collision {

/// Convex polyhedron with its boundary: vertices, planar faces (all coplanar triangles joined) and edges.
struct Polyhedron {
  struct Edge {
    std::array<int, 2> vertices;
    std::array<int, 2> faces;
  };

  std::vector<Vector3> vertices;
  std::vector<Vector3> normals;    ///< of the faces, outward
  std::vector<double> offsets;     ///< of the faces: normal . x <= offset inside
  std::vector<int> face_starts;    ///< first entry of a face in face_vertices, one more at the end
  std::vector<int> face_vertices;  ///< anticlockwise seen from outside
  std::vector<Edge> edges;

  int faces() const { return static_cast<int>(normals.size()); }
  std::span<const int> face(int f) const {
    const auto begin = static_cast<std::size_t>(face_starts[static_cast<std::size_t>(f)]);
    const auto end = static_cast<std::size_t>(face_starts[static_cast<std::size_t>(f) + 1]);
    return {face_vertices.data() + begin, end - begin};
  }
};

/// Volume, centre of mass and inertia about it for density 1.
struct Solid {
  double volume = 0;
  Vector3 centre = Vector3::Zero();
  Matrix3 inertia = Matrix3::Zero();
};

/// Convex hull of points. Throws std::invalid_argument when they lie in a plane (to 1e-9 of their extent) or
/// are fewer than four.
Polyhedron convex_hull(const std::vector<Vector3>& points);
Solid solid(const Polyhedron& polyhedron);
/// Shape of a hull; vertices are moved so that the origin is where `origin` was.
Shape make_hull(const std::vector<Vector3>& points, const Vector3& origin);

}  // namespace jounce::collision
