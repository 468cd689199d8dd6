#pragma once

#include <algorithm>

#include "mesh/vtk_cells.h"
#include "model/model.h"

namespace jounce {

/// Adds the cells of a mesh to a drawing of its points: those of the highest dimension, and those of lower
/// dimension that are not just a part of them.
inline void add_cells(const Mesh& mesh, Drawing& drawing) {
  std::vector<std::uint8_t> drawn(mesh.points.size(), 0);
  drawing.share = mesh.share;
  std::int64_t first =
      0;  // number of a shape's first cell in the whole drawing, where cells that are not drawn count
  for (int dimension = 3; dimension > 0; --dimension) {
    std::vector<int> nodes;
    for (std::size_t place = 0; place < mesh.cells.size(); ++place) {
      const Mesh::Cells& cells = mesh.cells[place];
      if (topology(cells.shape).dimension != dimension) continue;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto cell = cells.cell(i);
        if (std::all_of(cell.begin(), cell.end(), [&](int p) { return drawn[p] != 0; })) continue;
        drawing.cells.push_back(in_vtk_order(cells.shape, cell));
        drawing.types.push_back(topology(cells.shape).vtk_type);
        if (mesh.share != nullptr) drawing.cell_numbers.push_back(first + mesh.share->cell_numbers[place][i]);
        nodes.insert(nodes.end(), cell.begin(), cell.end());
      }
      if (mesh.share != nullptr) first += static_cast<std::int64_t>(mesh.share->shape_cells[place]);
    }
    for (const int node : nodes) drawn[node] = 1;
  }
}

}  // namespace jounce
