#include <fmt/format.h>

#include <algorithm>

#include "model/builder.h"

// Groups of bodies, and shapes of bodies.

namespace jounce {

void ModelBuilder::begin_group(const std::string& group, int count) {
  groups_[group] = {static_cast<int>(bodies_.size()), count};
}

std::span<const std::pair<std::string, std::shared_ptr<const Marker>>> ModelBuilder::group(
    const std::string& name) const {
  const auto [first, count] = groups_.at(name);
  return {model_.markers.data() + 1 + first, static_cast<std::size_t>(count)};  // the ground is the first
}

const std::vector<BodyShape>& ModelBuilder::shapes(const Params& source, const std::string& key,
                                                   const std::string& name) const {
  const auto place = shapes_.find(name);
  if (place != shapes_.end()) return place->second;
  std::vector<std::string> names;
  for (const auto& [known, shapes] : shapes_) names.push_back(known);
  source.fail(key, fmt::format("there is no shape named '{}'", name), name, names);
}

int ModelBuilder::node_of(const Marker& marker) const {
  return marker.size() == 0 ? -1 : node_of_dof_[static_cast<std::size_t>(marker.dofs().front())];
}

std::vector<std::array<int, 2>> ModelBuilder::jointed_nodes() const {
  std::vector<std::array<int, 2>> pairs;
  for (const auto& constraint : model_.system.constraints()) {
    std::vector<int> nodes;
    for (const Index dof : constraint->dofs()) nodes.push_back(node_of_dof_[static_cast<std::size_t>(dof)]);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t j = i + 1; j < nodes.size(); ++j) pairs.push_back({nodes[i], nodes[j]});
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace jounce
