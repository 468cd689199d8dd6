#pragma once

#include <span>
#include <vector>

namespace jounce {

/// Takes some cells of a block, for SolidCells and ShellCells alike: their shape, mesh, numbers and nodes,
/// which are numbered anew. @return the places of these nodes in the whole, for what else stands with them
template <class Cells>
std::vector<int> take_cells(const Cells& whole, std::span<const int> elements, Cells& part) {
  part.shape = whole.shape;
  part.mesh = whole.mesh;
  std::vector<int> place(whole.points.size(), -1), used;
  for (const int number : elements) {
    const auto element = static_cast<std::size_t>(number);
    part.numbers.push_back(whole.numbers[element]);
    part.in_whole.push_back(static_cast<int>(whole.place_in_whole(element)));
    for (const int node : whole.cell(element)) {
      if (place[node] < 0) {
        place[node] = static_cast<int>(used.size());
        used.push_back(node);
        part.points.push_back(whole.points[node]);
      }
      part.nodes.push_back(place[node]);
    }
  }
  return used;
}

}  // namespace jounce
