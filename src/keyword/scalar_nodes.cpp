#include "keyword/scalar_nodes.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce::keyword {

void add_scalar_node(const Card& card, int line, int node, Input& input) {
  const int number = input.node_numbers[node];
  const auto is_in = [&](const std::vector<int>& nodes) {
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  };
  if (input.coupling_of(node) >= 0 || std::any_of(input.elements.begin(), input.elements.end(),
                                                  [&](const Element& e) { return is_in(e.nodes); }))
    card.fail(line,
              fmt::format("the reference node {} belongs to an element or a coupling; a node of its own is "
                          "expected",
                          number));
  for (const Step& step : input.steps)
    for (const NodeLoad& load : step.forces)
      if (load.first_dof != 1 && is_in(load.nodes))
        load.card->fail(load.line,
                        fmt::format("node {} of *{} has the degree of freedom 1 alone", number, card.name));
  NodeLoad held{&card, line > 0 ? line : card.line, {node}, std::to_string(number), 2, 3, 0.0, {}};
  input.boundaries.insert(input.boundaries.begin(), std::move(held));
  input.scalar_nodes.push_back(node);
}

}  // namespace jounce::keyword
