#pragma once

#include <array>
#include <vector>

#include "collision/shape.h"

namespace jounce::collision {

/// Triangles with a tree of boxes over them.
struct TriangleSurface {
  struct Node {
    Vector3 low, high;
    int first = 0;  ///< leaf: first triangle in `order`; else the left child (the right one follows it)
    int count = 0;  ///< triangles of a leaf, 0 otherwise
  };

  std::vector<Vector3> vertices;
  std::vector<std::array<int, 3>> triangles;
  std::vector<Node> tree;
  std::vector<int> order;

  /// Calls visit(triangle) for all triangles whose boxes meet [low, high].
  template <typename Visit>
  void for_each_in(const Vector3& low, const Vector3& high, Visit&& visit) const;
};

/// Throws std::invalid_argument for indices out of range and triangles without area.
Shape make_surface(std::vector<Vector3> vertices, std::vector<std::array<int, 3>> triangles);

}  // namespace jounce::collision
