#include "mesh/open_shell.h"

#include <fmt/format.h>
#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace jounce {
namespace {

using NodeTag = std::size_t;
using Edges = std::map<std::pair<NodeTag, NodeTag>, int>;

void add_edges(int surface, Edges& edges) {
  std::vector<int> types;
  std::vector<std::vector<NodeTag>> elements, nodes;
  gmsh::model::mesh::getElements(types, elements, nodes, 2, surface);
  for (std::size_t i = 0; i < types.size(); ++i) {
    std::string name;
    int dimension = 0, order = 0, n_nodes = 0, corners = 0;
    std::vector<double> coordinates;
    gmsh::model::mesh::getElementProperties(types[i], name, dimension, order, n_nodes, coordinates, corners);
    const auto n = static_cast<std::size_t>(n_nodes), m = static_cast<std::size_t>(corners);
    for (std::size_t first = 0; first + n <= nodes[i].size(); first += n)
      for (std::size_t k = 0; k < m; ++k) {
        const NodeTag a = nodes[i][first + k], b = nodes[i][first + (k + 1) % m];
        ++edges[{std::min(a, b), std::max(a, b)}];
      }
  }
}

std::array<double, 3> place_of_node(NodeTag node) {
  std::vector<NodeTag> tags;
  std::vector<double> coordinates, parameters;
  gmsh::model::mesh::getNodes(tags, coordinates, parameters);
  const auto i = static_cast<std::size_t>(std::find(tags.begin(), tags.end(), node) - tags.begin());
  if (3 * i + 2 >= coordinates.size()) return {};
  return {coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]};
}

}  // namespace

std::string open_shell() {
  gmsh::vectorpair volumes;
  gmsh::model::getEntities(volumes, 3);
  for (const auto& volume : volumes) {
    gmsh::vectorpair surfaces;
    gmsh::model::getBoundary({volume}, surfaces, false, false, false);
    Edges edges;
    for (const auto& surface : surfaces) add_edges(surface.second, edges);
    int open = 0;
    NodeTag node = 0;
    for (const auto& [ends, count] : edges)
      if (count % 2 != 0) {
        ++open;
        node = ends.first;
      }
    if (open == 0) continue;
    const std::array<double, 3> at = place_of_node(node);
    return fmt::format(
        "the shell of volume {} does not close: {} edges of elements on its surfaces belong to one surface "
        "only, one of them at ({:.6g}, {:.6g}, {:.6g})",
        volume.second, open, at[0], at[1], at[2]);
  }
  return {};
}

}  // namespace jounce
