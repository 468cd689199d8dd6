#pragma once

#include <span>
#include <vector>

#include "la/types.h"

namespace jounce {

/// Undirected graph in compressed rows: the neighbours of vertex i are neighbours[starts[i] .. starts[i +
/// 1]), each edge is there from both ends with the same weight. No vertex is its own neighbour.
struct Graph {
  std::vector<Index> starts = {0};
  std::vector<Index> neighbours;
  std::vector<double> edge_weights;  ///< of `neighbours`, positive
  std::vector<std::vector<double>>
      vertex_loads;  ///< one list of vertex weights for every load to be balanced

  Index size() const { return static_cast<Index>(starts.size()) - 1; }
  std::span<const Index> of(Index vertex) const {
    const auto i = static_cast<std::size_t>(vertex);
    return {neighbours.data() + starts[i], static_cast<std::size_t>(starts[i + 1] - starts[i])};
  }
};

/// Largest load of a part over the mean of the parts, and the largest of these for all loads; 1 is ideal.
double imbalance(const Graph& graph, std::span<const int> part_of, int parts);

/// Sum of the weights of the edges between parts.
double cut_weight(const Graph& graph, std::span<const int> part_of);

/// Cuts the vertices into parts with about the same share of every load and little weight of edges between
/// them: of the multilevel methods of METIS (G. Karypis, V. Kumar, SIAM J. Sci. Comput. 20 (1998) 359;
/// several loads: Supercomputing 1998) and whole pieces of the graph, put together where they are not
/// connected, the result with the least cut that is balanced to kBalance, or else the best balanced one. The
/// same graph always gives the same parts. Parts are empty when there are more of them than vertices.
/// @return the part of every vertex, 0 to parts - 1. Throws std::invalid_argument when parts < 1.
std::vector<int> partition(const Graph& graph, int parts);

inline constexpr double kBalance =
    1.05;  ///< largest imbalance that a part may have for the sake of a smaller cut

}  // namespace jounce
