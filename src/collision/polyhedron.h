#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/shape.h"

namespace jounce::collision {

/// Convex polyhedron with its boundary: vertices, planar faces (all coplanar triangles joined) and edges.
struct Polyhedron {
  static constexpr int kMaxVertices = 500;  ///< so that the narrow phase has room on the stack
  static constexpr int kMaxFaces = 2 * kMaxVertices;
  static constexpr int kMaxEdges = 3 * kMaxVertices;

  struct Edge {
    std::array<int, 2> vertices;  ///< in the order in which the first face has them
    std::array<int, 2> faces;
    std::array<Vector3, 2> inward;  ///< unit vectors from the edge into the faces
  };

  std::vector<Vector3> vertices;
  std::vector<Vector3> normals;    ///< of the faces, outward
  std::vector<double> offsets;     ///< of the faces: normal . x <= offset inside
  std::vector<int> face_starts;    ///< first entry of a face in face_vertices, one more at the end
  std::vector<int> face_vertices;  ///< anticlockwise seen from outside
  std::vector<int> face_edges;     ///< from a face's vertex to its next one, as face_vertices
  std::vector<Edge> edges;
  double size = 0;  ///< half the diagonal of the box around the vertices

  int faces() const { return static_cast<int>(normals.size()); }
  std::span<const int> face(int f) const {
    const auto begin = static_cast<std::size_t>(face_starts[f]);
    const auto end = static_cast<std::size_t>(face_starts[f + 1]);
    return {face_vertices.data() + begin, end - begin};
  }
};

/// Volume, centre of mass and inertia about it for density 1.
struct Solid {
  double volume = 0;
  Vector3 centre = Vector3::Zero();
  Matrix3 inertia = Matrix3::Zero();
};

/// Polyhedron from the vertices and the corners of its faces, anticlockwise seen from outside. The boundary
/// must be closed: throws std::invalid_argument for an edge that has not two faces, in opposite directions.
Polyhedron polyhedron_of_faces(std::vector<Vector3> vertices, const std::vector<std::vector<int>>& faces);
/// Faces in the order -x, +x, -y, +y, -z, +z; vertex i has the signs of the bits of i (x: bit 0).
Polyhedron box_polyhedron(const Vector3& half);

/// Prism around the z axis with 32 sides and its corners on the cylinder: flats lie 0.5 % of the radius
/// inside.
Polyhedron prism_polyhedron(double radius, double half_length);

/// Convex hull of points, by gift wrapping: each face with all the points of its plane (to 1e-9 of their
/// extent) at once, so that coplanar points make one face. Points that are no corners are left out. Throws
/// std::invalid_argument when the points lie in a plane (to 1e-9 of their extent), are fewer than four or not
/// finite, or have a hull of more than Polyhedron::kMaxVertices corners.
Polyhedron convex_hull(const std::vector<Vector3>& points);

/// Integrals over the tetrahedra between the middle of the vertices and the triangles of the faces; with
/// their other corners r_k relative to the middle, int x x^T = V/20 (sum r_k r_k^T + s s^T), s = sum r_k.
Solid solid(const Polyhedron& polyhedron);

/// Shape of a hull; vertices are moved so that the origin is where `origin` was.
Shape make_hull(const std::vector<Vector3>& points, const Vector3& origin);

}  // namespace jounce::collision
