#include "elements/shell.h"

#include "elements/blocks_of.h"
#include "elements/cell_part.h"
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
  for (const int node : take_cells(cells_, elements, some)) {
    some.places.push_back(cells_.places[node]);
    some.dofs.push_back(cells_.dofs[node]);
    some.quaternions.push_back(cells_.quaternions[node]);
  }
  const auto corners = static_cast<std::size_t>(topology(cells_.shape).nodes);
  for (const int element : elements)
    for (std::size_t k = 0; k < corners; ++k)
      some.directors.push_back(cells_.directors[static_cast<std::size_t>(element) * corners + k]);
  return make_shell(name(), std::move(some), section_, properties_, direction_, history());
}

std::unique_ptr<ShellElements> make_shell(std::string name, ShellCells cells, shell::Section section,
                                          const ShellProperties& properties, const Vector3& direction,
                                          int first_history) {
  const auto make = [&]<int N>() -> std::unique_ptr<ShellElements> {
    return std::make_unique<shell::ShellBlock<N>>(std::move(name), std::move(cells), std::move(section),
                                                  properties, direction, first_history);
  };
  switch (cells.shape) {
    case CellShape::triangle3:
      return make.template operator()<3>();
    case CellShape::triangle6:
      return make.template operator()<6>();
    case CellShape::quadrilateral8:
      return make.template operator()<8>();
    default:
      return make.template operator()<4>();
  }
}

std::vector<const ShellElements*> shells_of(const std::vector<std::unique_ptr<ElementBlock>>& blocks) {
  return blocks_of<const ShellElements>(blocks);
}

}  // namespace jounce
