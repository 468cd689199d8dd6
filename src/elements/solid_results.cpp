// What solid elements offer to histories, fields and the partition.

#include <algorithm>
#include <array>

#include "elements/blocks_of.h"
#include "elements/solid_history.h"

namespace jounce {

const QuantityType& stress_quantity() {
  static const QuantityType type = {
      "stress",
      "solid element",
      {{"stress", params::dim::stress, {"xx", "yy", "zz", "xy", "xz", "yz"}, false, true}},
      true};
  return type;
}

std::vector<SolidElements*> solids_of(const std::vector<std::unique_ptr<ElementBlock>>& blocks) {
  return blocks_of<SolidElements>(blocks);
}

Connectivity SolidElements::connectivity() const {
  Connectivity cells{cells_.shape, cells_.nodes, {}, cells_.mesh, cells_.points};
  const auto dimension = static_cast<std::size_t>(topology(cells_.shape).dimension);
  cells.dofs.reserve(cells_.points.size());
  for (std::size_t node = 0; node < cells_.points.size(); ++node)
    cells.dofs.push_back(cells_.dofs[node * dimension]);
  return cells;
}

std::vector<ElementQuantity> SolidElements::quantities() const {
  const std::size_t elements = cells_.size();
  std::vector<ElementQuantity> list;
  list.push_back({&stress_quantity(), elements, nullptr,
                  [this, nodes = static_cast<std::size_t>(topology(cells_.shape).nodes)](
                      const State& state, std::size_t element, std::span<double> values) {
                    std::array<Voigt, 27> nodal;
                    nodal_stresses(state, element, nodal);
                    for (std::size_t a = 0; a < nodes; ++a)
                      std::copy_n(nodal[a].data(), 6, values.data() + 6 * a);
                  },
                  [this](const State& state, std::span<double> sums) { add_nodal_stresses(state, sums); }});
  if (history() < 0) return list;
  for (const MaterialQuantity& quantity : properties_.material->quantities()) {
    const auto nodal = std::make_shared<NodalHistory>(*this, quantity);
    list.push_back({quantity.type, elements, nullptr,
                    [nodal](const State& state, std::size_t element, std::span<double> values) {
                      nodal->evaluate(state, element, values);
                    },
                    [nodal](const State& state, std::span<double> sums) { nodal->add_all(state, sums); }});
  }
  return list;
}

}  // namespace jounce
