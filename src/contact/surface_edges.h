#pragma once

#include <array>
#include <vector>

#include "contact/active_faces.h"
#include "contact/contact_surface.h"

namespace jounce {

/// Calls visit(a, b) for the straight edges of a face, by places of its nodes: an edge of second order is
/// two.
template <typename Visit>
void for_each_edge(CellShape shape, Visit&& visit) {
  for (const CellFace& side : topology(shape).faces) {
    const int a = side.nodes[0], b = side.nodes[1];
    if (side.nodes.size() == 2) {
      visit(a, b);
      continue;
    }
    visit(a, side.nodes[2]);
    visit(side.nodes[2], b);
  }
}

/// Normal of the polygon of the corners of a face, as long as twice its area.
Vector3 polygon_normal(const FaceNodes& nodes, int corners);

/// The edges of a surface in space between two faces, straight from node to node. Faces of the rest of the
/// body's boundary count as neighbours.
class SurfaceEdges {
 public:
  static constexpr double kFlat = 0.97;  ///< cosine between normals of faces whose common edge is no ridge

  struct Edge {
    std::array<int, 2> nodes;
    std::size_t first, end;  ///< places of its faces
  };
  /// An edge and its two faces at a state. Directions out of the body between the normals of the faces, from
  /// which something may touch the edge, are those with n . u < 0 for both u.
  struct Frame {
    Vector3 x_0, x_1;
    std::array<Vector3, 2> n;  ///< outward normals of the faces, square to the edge
    std::array<Vector3, 2> u;  ///< unit vectors from the edge into the faces, square to the edge

    Vector3 outwards() const { return n[0] + n[1]; }
    /// Whether the faces make a ridge, with at least this angle between the normals, given by its cosine.
    bool is_ridge(double cosine) const { return n[0].dot(u[1]) < 0 && n[0].dot(n[1]) < cosine; }
  };

  SurfaceEdges(const ContactSurface& surface, const ContactSurface& rest);

  const ContactSurface& surface() const { return surface_; }
  const ContactSurface& rest() const { return rest_; }
  /// Whether a face of the surface, or of the rest, is there.
  bool has_face(bool of_rest, int face) const { return (of_rest ? active_rest_ : active_).has_face(face); }
  const std::vector<Edge>& all() const { return edges_; }
  /// @return whether the faces that are there are others than before
  bool update(const State& state);
  /// False where an edge has no two faces.
  bool find_frame(const Vector& q, const Edge& edge, Frame& frame) const;

 private:
  struct Neighbour {
    bool is_of_rest;
    int face;
  };

  const ContactSurface &surface_, &rest_;
  ActiveFaces active_, active_rest_;
  std::vector<Edge> edges_;
  std::vector<Neighbour> faces_;
};

}  // namespace jounce
