#pragma once

#include <array>
#include <vector>

#include "collision/shape.h"

namespace jounce::collision {

/// Triangles with a tree of boxes over them and their neighbourhoods.
struct TriangleSurface {
  struct Node {
    Vector3 low, high;
    int first = 0;  ///< leaf: first triangle in `order`; else the left child (the right one follows it)
    int count = 0;  ///< triangles of a leaf, 0 otherwise
  };
  struct Edge {
    std::array<int, 2> vertices;
    std::array<int, 2> triangles;  ///< the second is -1 on a boundary and where more than two meet
  };

  std::vector<Vector3> vertices;
  std::vector<std::array<int, 3>> triangles;
  std::vector<Node> tree;
  std::vector<int> order;

  std::vector<Vector3> normals;                ///< of the triangles
  std::vector<std::array<Vector3, 3>> inward;  ///< unit vectors from the edges into the triangles
  std::vector<Edge> edges;
  std::vector<std::array<int, 3>> triangle_edges;  ///< edge k from vertex k to the next one
  std::vector<int> ring_starts;                    ///< first entry of a vertex in ring, one more at the end
  std::vector<int> ring;                           ///< edges that meet in a vertex
  std::vector<char> is_flat;  ///< of the triangles: 1 when no boundary, ridge or hollow reaches a corner

  /// Calls visit(triangle) for all triangles whose boxes meet [low, high].
  template <typename Visit>
  void for_each_in(const Vector3& low, const Vector3& high, Visit&& visit) const {
    int stack[kMaxDepth], depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const Node& node = tree[stack[--depth]];
      if ((node.low.array() > high.array()).any() || (node.high.array() < low.array()).any()) continue;
      if (node.count == 0) {
        stack[depth++] = node.first + 1;
        stack[depth++] = node.first;
        continue;
      }
      for (int i = node.first; i < node.first + node.count; ++i) {
        const int t = order[i];
        if (box_meets(t, low, high)) visit(t);
      }
    }
  }

 private:
  static constexpr int kMaxDepth = 64;  ///< the tree is balanced: log2 of the triangles, and one more
  bool box_meets(int triangle, const Vector3& low, const Vector3& high) const;
};

/// Vertices at exactly the same place are joined and renumbered in the order of the triangles. Throws
/// std::invalid_argument for indices out of range and triangles without area.
Shape make_surface(std::vector<Vector3> vertices, std::vector<std::array<int, 3>> triangles);

}  // namespace jounce::collision
