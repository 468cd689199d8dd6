#include "la/node_unknowns.h"

#include <algorithm>

namespace jounce {

MovableNodes::MovableNodes(const NodeUnknowns& nodes) {
  Index last = -1;
  for (const auto& numbers : nodes.numbers) last = std::max(last, *std::ranges::max_element(numbers));
  node_of.assign(last + 1, -1);
  axis.assign(node_of.size(), -1);
  for (std::size_t i = 0; i < nodes.numbers.size(); ++i)
    for (std::size_t c = 0; c < nodes.numbers[i].size(); ++c)
      if (const Index number = nodes.numbers[i][c]; number >= 0) {
        node_of[number] = static_cast<Index>(i);
        axis[number] = static_cast<std::int8_t>(c);
      }
  std::vector<std::uint8_t> is_listed(nodes.numbers.size(), 0);
  for (const Index node : node_of) {
    if (node < 0 || is_listed[node] != 0) continue;
    is_listed[node] = 1;
    order.push_back(node);
  }
}

}  // namespace jounce
