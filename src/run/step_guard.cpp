#include "run/step_guard.h"

#include <fmt/format.h>

namespace jounce {
namespace {

/// "hexahedron8 12 of mesh 'arm' near (0.1, 0, 2)", the place that of its centre.
std::string describe(const SolidElements& block, std::size_t element, const State& state) {
  const SolidCells& cells = block.cells();
  const int dimension = topology(cells.shape).dimension;
  const auto nodes = cells.cell(element);
  std::string place;
  for (int k = 0; k < dimension; ++k) {
    double centre = 0;
    for (const int node : nodes) centre += state.q[cells.dofs[node * dimension + k]];
    place += fmt::format("{}{:.4g}", k > 0 ? ", " : "", centre / static_cast<double>(nodes.size()));
  }
  return fmt::format("{} {} of mesh '{}' near ({})", topology(cells.shape).name, cells.numbers[element] + 1,
                     cells.mesh, place);
}

}  // namespace

StepGuard::StepGuard(const Model& model) {
  for (const SolidElements* solid : solids_of(model.system.blocks()))
    if (solid->properties().finite_strain) blocks_.push_back(solid);
}

std::string StepGuard::find_inverted(const State& state) const {
  for (const SolidElements* block : blocks_)
    if (const std::size_t element = block->find_inverted(state); element < block->cells().size())
      return fmt::format(
          "element {} is crushed or inverted. Use smaller steps if an iterate went too far, a finer mesh or "
          "a neo-hookean material if the load is too large for the material law",
          describe(*block, element, state));
  return {};
}

}  // namespace jounce
