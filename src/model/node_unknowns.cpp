#include "model/node_unknowns.h"

namespace jounce {

NodeUnknowns node_unknowns(const System& system) {
  NodeUnknowns nodes;
  const auto& places = system.dofs().places;
  const State& state = system.initial_state();
  nodes.dimension = 2;
  nodes.numbers.assign(places.size(), {-1, -1, -1});
  nodes.positions.setZero(3, static_cast<Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const Index dof = places[i].position[c];
      if (dof < 0) continue;
      if (c == 2) nodes.dimension = 3;
      nodes.positions(static_cast<Index>(c), static_cast<Index>(i)) = state.q[dof];
      if (dof < system.n_free()) nodes.numbers[i][c] = dof;
    }
  return nodes;
}

}  // namespace jounce
