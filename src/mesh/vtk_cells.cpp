#include "mesh/vtk_cells.h"

#include <array>

namespace jounce {
namespace {

/// Nodes 1 and 2 of both triangles change places, and with them the middles of the edges.
constexpr std::array<std::size_t, 15> kWedge = {0, 2, 1, 3, 5, 4, 8, 7, 6, 11, 10, 9, 12, 14, 13};

}  // namespace

std::vector<int> in_vtk_order(CellShape shape, std::span<const int> nodes) {
  std::vector<int> ordered(nodes.begin(), nodes.end());
  if (shape == CellShape::wedge6 || shape == CellShape::wedge15)
    for (std::size_t i = 0; i < ordered.size(); ++i) ordered[i] = nodes[kWedge[i]];
  return ordered;
}

}  // namespace jounce
