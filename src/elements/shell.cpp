#include "elements/shell.h"

#include "elements/shell_block.h"

namespace jounce {

Connectivity ShellElements::connectivity() const {
  Connectivity cells{cells_.shape, cells_.nodes, {}, cells_.mesh, cells_.points};
  for (const auto& dofs : cells_.dofs) cells.dofs.push_back(dofs[0]);
  return cells;
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
  std::vector<const ShellElements*> list;
  for (const auto& block : blocks)
    if (const auto* shells = dynamic_cast<const ShellElements*>(block.get())) list.push_back(shells);
  return list;
}

}  // namespace jounce
