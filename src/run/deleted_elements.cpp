#include "run/deleted_elements.h"

#include <algorithm>
#include <map>

namespace jounce {
namespace {

/// A cell by the first degrees of freedom of its nodes, in ascending order.
using CellKey = std::vector<Index>;

/// First degree of freedom of every drawn point; -1 for those that are no nodes.
std::vector<Index> dofs_of_points(const Model& model) {
  std::vector<Index> dofs;
  for (const Drawing& drawing : model.drawings) {
    const std::size_t first = dofs.size();
    dofs.resize(first + drawing.points(), -1);
    const auto d = static_cast<std::size_t>(std::max(drawing.coordinates, 1));
    for (std::size_t k = 0; k < drawing.node_dofs.size(); k += d) dofs[first + k / d] = drawing.node_dofs[k];
  }
  return dofs;
}

}  // namespace

bool elements_can_fail(const Model& model) {
  return std::ranges::any_of(solids_of(model.system.blocks()),
                             [](const SolidElements* block) { return block->can_fail(); });
}

DeletedElements deleted_elements(const Model& model, const State& state) {
  DeletedElements all;
  for (const SolidElements* block : solids_of(model.system.blocks())) {
    const DeletedElements own = block->deleted(state);
    all.count += own.count;
    all.first = std::min(all.first, own.first);
  }
  return all;
}

CellStatus::CellStatus(const Model& model, const io::FieldMesh& mesh) : n_cells_(mesh.cell_count()) {
  if (!elements_can_fail(model)) return;
  const std::vector<Index> dofs = dofs_of_points(model);
  std::map<CellKey, int> drawn;
  CellKey key;
  for (std::size_t cell = 0; cell < mesh.cell_count(); ++cell) {
    key.clear();
    for (auto k = mesh.offsets[cell]; k < mesh.offsets[cell + 1]; ++k)
      key.push_back(dofs[mesh.connectivity[k]]);
    std::ranges::sort(key);
    drawn.emplace(key, static_cast<int>(cell));
  }
  for (const SolidElements* block : solids_of(model.system.blocks())) {
    if (!block->can_fail()) continue;
    Source source{block, {}};
    const SolidCells& cells = block->cells();
    const auto dimension = static_cast<std::size_t>(topology(cells.shape).dimension);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      key.clear();
      for (const int node : cells.cell(i))
        key.push_back(cells.dofs[static_cast<std::size_t>(node) * dimension]);
      std::ranges::sort(key);
      const auto found = drawn.find(key);
      source.cells.push_back(found == drawn.end() ? -1 : found->second);
    }
    sources_.push_back(std::move(source));
  }
}

void CellStatus::evaluate(const State& state, std::vector<double>& status) const {
  status.assign(n_cells_, 1.0);
  for (const Source& source : sources_)
    for (std::size_t i = 0; i < source.cells.size(); ++i)
      if (source.cells[i] >= 0 && source.block->is_deleted(state, i)) status[source.cells[i]] = 0;
}

}  // namespace jounce
