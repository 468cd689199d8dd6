#include "elements/beam.h"

#include <algorithm>

namespace jounce {

const QuantityType& section_force_quantity() {
  static const QuantityType type = {"section_force",
                                    "beam",
                                    {{"section_force", params::dim::force, {"N", "Q_y", "Q_z"}},
                                     {"section_moment", params::dim::moment, {"T", "M_y", "M_z"}, true}}};
  return type;
}

Connectivity BeamBlock::connectivity() const {
  Connectivity cells;
  for (std::size_t i = 0; i < n_elements(); ++i) cells.add(node_dofs(i));
  return cells;
}

std::vector<ElementQuantity> BeamBlock::quantities() const {
  return {line_quantity(section_force_quantity(), n_elements(),
                        [this](const State& state, std::size_t element, double xi, std::span<double> values) {
                          const SectionForces forces = section_forces(state, element, xi);
                          std::copy_n(forces.force.data(), 3, values.data());
                          std::copy_n(forces.moment.data(), 3, values.data() + 3);
                        })};
}

}  // namespace jounce
