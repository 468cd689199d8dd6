#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "la/types.h"

namespace jounce {

/// Unknowns of elastic solids: displacements of nodes in the plane or in space.
struct NodeUnknowns {
  int dimension = 3;                          ///< displacements of a node that is not held: 2 or 3
  std::vector<std::array<Index, 3>> numbers;  ///< of every node along x, y, z; -1 where it is held
  Matrix3X positions;                         ///< of the nodes
};

/// Which node an unknown belongs to, and the nodes that can move in the order of their unknowns, which is a
/// good one for caches.
struct MovableNodes {
  MovableNodes() = default;
  explicit MovableNodes(const NodeUnknowns& nodes);

  std::vector<Index> order;       ///< nodes with a displacement that is not held
  std::vector<Index> node_of;     ///< of every unknown up to the last displacement; -1: it is none
  std::vector<std::int8_t> axis;  ///< likewise
};

}  // namespace jounce
