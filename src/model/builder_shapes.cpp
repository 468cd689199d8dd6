#include <fmt/format.h>

#include <algorithm>

#include "model/builder.h"

// Groups of bodies, and shapes of bodies.

namespace jounce {

void ModelBuilder::begin_group(const std::string& group, int count, bool comes_and_goes) {
  groups_[group] = {static_cast<int>(bodies_.size()), count};
  if (comes_and_goes) passing_groups_.insert(group);
}

void ModelBuilder::check_stays(const Params& source, const std::string& key, const std::string& name) const {
  for (const std::string& group : passing_groups_)
    if (name.size() > group.size() && name[group.size()] == '[' && name.compare(0, group.size(), group) == 0)
      source.fail(
          key, fmt::format("'{}' belongs to bodies with inflow and outflow, to which nothing can be attached",
                           name));
}

void ModelBuilder::add_moving_point(const std::string& name, const Vector3& position,
                                    const Trajectory& trajectory) {
  const int node = nodes_.add(position, dimension(), 0);
  for (int axis = 0; axis < dimension(); ++axis)
    nodes_.prescribe(
        nodes_[node].first + axis,
        [trajectory, axis](double t, double& x, double& v, double& a) { trajectory(t, axis, x, v, a); });
  bodies_.push_back({name, node});
}

void ModelBuilder::add_pool(BodyPool pool, const std::vector<std::uint8_t>& spare) {
  initial_.dormant.resize(initial_.v.size(), 0);
  for (std::size_t i = 0; i < pool.bodies.size(); ++i)
    for (const Index dof : pool.bodies[i].dofs) initial_.dormant[dof] = spare[i];
  model_.exchange.add(std::move(pool));
}

int ModelBuilder::pool(const Params& source, const std::string& key) const {
  const std::string& name = source.text(key);
  std::vector<std::string> names;
  for (const BodyPool& pool : model_.exchange.pools()) {
    if (pool.name == name) return static_cast<int>(names.size());
    names.push_back(pool.name);
  }
  if (groups_.count(name) > 0)
    source.fail(
        key,
        fmt::format("the bodies '{}' do not support inflow and outflow; give 'spare' in [[body]]", name));
  source.fail(key, fmt::format("there are no bodies of type 'grains' named '{}'", name), name, names);
}

std::span<const std::pair<std::string, std::shared_ptr<const Marker>>> ModelBuilder::group(
    const std::string& name) const {
  const auto [first, count] = groups_.at(name);
  return {&*model_.markers.begin() + 1 + first, static_cast<std::size_t>(count)};  // the ground is the first
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
  return marker.size() == 0 ? -1 : nodes_.node_of(marker.dofs().front());
}

std::vector<std::array<int, 2>> ModelBuilder::jointed_nodes() const {
  std::vector<std::array<int, 2>> pairs;
  for (const auto& constraint : model_.system.joints().all()) {
    std::vector<int> nodes;
    for (const Index dof : constraint->dofs()) nodes.push_back(nodes_.node_of(dof));
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
