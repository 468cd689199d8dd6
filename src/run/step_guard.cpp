#include "run/step_guard.h"

#include <fmt/format.h>

namespace jounce {

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
          describe_element(*block, element, state));
  return {};
}

}  // namespace jounce
