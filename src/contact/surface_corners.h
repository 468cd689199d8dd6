#pragma once

#include <array>
#include <vector>

#include "contact/surface_edges.h"

namespace jounce {

/// The faces around the nodes of a surface in space, with those of the rest of the body's boundary.
class SurfaceCorners {
 public:
  explicit SurfaceCorners(const SurfaceEdges& edges);

  /// Whether a face with the outward unit normal n touches the body with this node, or along an edge through
  /// it, before the faces around the node do: seen from the node, no edge goes into the plane of the face,
  /// and the faces that look at it rise from it by a mean height with the functions of the node. Where they
  /// lie flat, means are what holds them.
  bool stands_on(const Vector& q, int node, const Vector3& n) const;
  /// The shortest straight edge at the node, before deformation.
  double shortest_edge(int node) const { return shortest_[node]; }
  /// The node, or where it is in the middle of an edge of second order the ends of that.
  const std::array<int, 2>& corners(int node) const { return corners_[node]; }

 private:
  static constexpr double kRises = 0.02;  ///< least mean height, of the shortest edge
  static constexpr double kAlong =
      -0.1;  ///< least sine of the angle of the edges, which may lie in the plane

  /// A face at the node, and the nodes before and after it around the face.
  struct Use {
    bool is_of_rest;
    int face;
    std::array<int, 2> next;
  };
  /// Mean height of a face over the plane through x, with the function of first order of the node; the area.
  struct Height {
    double mean, area;
  };
  Height height(const Vector& q, int node, const Use& use, const Vector3& x, const Vector3& n) const;
  void find_uses();

  const SurfaceEdges& edges_;
  std::vector<std::size_t> first_;  ///< of the uses of each node; one more for the end
  std::vector<Use> uses_;
  std::vector<double> shortest_;
  std::vector<std::array<int, 2>> corners_;
};

}  // namespace jounce
