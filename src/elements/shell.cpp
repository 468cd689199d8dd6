#include "elements/shell.h"

#include "elements/blocks_of.h"
#include "elements/shell_block.h"

namespace jounce {

Connectivity ShellElements::connectivity() const {
  Connectivity cells{cells_.shape, cells_.nodes, {}, cells_.mesh, cells_.points};
  for (const auto& dofs : cells_.dofs) cells.dofs.push_back(dofs[0]);
  return cells;
}

std::unique_ptr<ElementBlock> ShellElements::part(std::span<const int> elements) const {
  if (elements.empty()) return nullptr;
  ShellCells some;
  some.shape = cells_.shape;
  some.mesh = cells_.mesh;
  const auto corners = static_cast<std::size_t>(topology(cells_.shape).nodes);
  std::vector<int> place(cells_.points.size(), -1);
  for (const int number : elements) {
    const auto element = static_cast<std::size_t>(number);
    some.numbers.push_back(cells_.numbers[element]);
    some.in_whole.push_back(static_cast<int>(cells_.place_in_whole(element)));
    for (const int node : cells_.cell(element)) {
      if (place[node] < 0) {
        place[node] = static_cast<int>(some.points.size());
        some.points.push_back(cells_.points[node]);
        some.places.push_back(cells_.places[node]);
        some.dofs.push_back(cells_.dofs[node]);
        some.quaternions.push_back(cells_.quaternions[node]);
      }
      some.nodes.push_back(place[node]);
    }
    for (std::size_t k = element * corners; k < (element + 1) * corners; ++k)
      some.directors.push_back(cells_.directors[k]);
  }
  return make_shell(name(), std::move(some), section_, properties_, direction_, history());
}

std::unique_ptr<ShellElements> make_shell(std::string name, ShellCells cells, shell::Section section,
                                          const ShellProperties& properties, const Vector3& direction,
                                          int first_history) {
  if (cells.shape == CellShape::triangle3)
    return std::make_unique<shell::ShellBlock<3>>(std::move(name), std::move(cells), std::move(section),
                                                  properties, direction, first_history);
  return std::make_unique<shell::ShellBlock<4>>(std::move(name), std::move(cells), std::move(section),
                                                properties, direction, first_history);
}

std::vector<const ShellElements*> shells_of(const std::vector<std::unique_ptr<ElementBlock>>& blocks) {
  return blocks_of<const ShellElements>(blocks);
}

}  // namespace jounce
