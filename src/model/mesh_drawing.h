#pragma once

#include <algorithm>

#include "mesh/vtk_cells.h"
#include "model/model.h"

namespace jounce {

/// Adds the cells of a mesh to a drawing of its points: those of the highest dimension, and those of lower
/// dimension that are not just a part of them.
inline void add_cells(const Mesh& mesh, Drawing& drawing) {
  std::vector<std::uint8_t> drawn(mesh.points.size(), 0);
  for (int dimension = 3; dimension > 0; --dimension) {
    std::vector<int> nodes;
    for (const Mesh::Cells& cells : mesh.cells) {
      if (topology(cells.shape).dimension != dimension) continue;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto cell = cells.cell(i);
        if (std::all_of(cell.begin(), cell.end(), [&](int p) { return drawn[p] != 0; })) continue;
        drawing.cells.push_back(in_vtk_order(cells.shape, cell));
        drawing.types.push_back(topology(cells.shape).vtk_type);
        nodes.insert(nodes.end(), cell.begin(), cell.end());
      }
    }
    for (const int node : nodes) drawn[node] = 1;
  }
}

}  // namespace jounce
