#include "keyword/shell_rotations.h"

#include <fmt/format.h>

#include <cmath>

namespace jounce::keyword {
namespace {

constexpr double kAlong = 0.999;  ///< cosine to the normal beyond which an axis is that of drilling
constexpr double kSame = 0.9999;  ///< cosine of axes that are one

/// Loads of nodes that differ in the degree of freedom and a factor alone are one.
class Groups {
 public:
  void add(int node, int dof, double factor) { nodes_[{dof, factor}].push_back(node); }
  void append(const NodeLoad& given, const std::string& name, std::vector<NodeLoad>& loads) const {
    for (const auto& [key, nodes] : nodes_) {
      NodeLoad own = given;
      own.nodes = nodes;
      own.name = name;
      own.first_dof = own.last_dof = key.first;
      own.value *= key.second;
      loads.push_back(std::move(own));
    }
  }

 private:
  std::map<std::pair<int, double>, std::vector<int>> nodes_;
};

}  // namespace

bool ShellRotations::is_of_shell(int node) const {
  const auto place = input_.expanded_nodes.find(node);
  return place != input_.expanded_nodes.end() && place->second.is_shell;
}

const ShellStation* ShellRotations::station_of(int node) const {
  if (!is_of_shell(node)) return nullptr;
  const ShellStation& first = shells_.at(node).front();
  return first.is_membrane ? nullptr : &first;
}

Vector3 ShellRotations::axis_of(int node, int dof) const {
  const auto axes = input_.node_axes.find(node);
  return axes == input_.node_axes.end() ? Vector3(Vector3::Unit(dof - 4))
                                        : Vector3(axes->second.col(dof - 4));
}

ShellRotations::Place ShellRotations::about(int node, const Vector3& axis) {
  std::vector<Axis>& known = axes_[node];
  for (const Axis& other : known)
    if (other.direction.dot(axis) > kSame) return other.place;
  const ShellStation& station = *station_of(node);
  const auto component = static_cast<int>(known.size() % 3) + 1;
  const int rotation =
      component == 1 ? input_.add_node(Vector3(input_.nodes[node])) : known.back().place.node;
  known.push_back({axis, {rotation, component}});
  input_.mean_rotations.push_back(
      {{station.nodes[2], station.nodes[0]}, axis, rotation, component, station.section.card});
  return known.back().place;
}

std::optional<ShellRotations::Place> ShellRotations::about_axis(int node, int dof) {
  if (!is_of_shell(node)) return {};
  const ShellStation* station = station_of(node);
  const Vector3 axis = axis_of(node, dof);
  if (station == nullptr || std::abs(axis.dot(station->normal)) > kAlong)
    shells_.at(node).front().section.card->fail(
        0, fmt::format("degree of freedom {} of node {} in an equation: {}", dof, input_.node_numbers[node],
                       station == nullptr ? "membranes have no rotations"
                                          : "shells have no rotation about their normal"));
  return about(node, axis);
}

/// The axis that a support about `axis`, with `share` of it in the plane, acts on, and the factor of its
/// value.
std::pair<ShellRotations::Place, double> ShellRotations::supported(const NodeLoad& load, int node,
                                                                   const Vector3& axis, double share) {
  std::vector<Vector3>& known = supported_[node];
  if (known.empty()) known.push_back(axis);
  if (known[0].dot(axis) > kSame) return {about(node, known[0]), share};
  if (known.size() == 1) known.push_back(station_of(node)->normal.cross(known[0]).normalized());
  if (load.value != 0 && std::abs(known[1].dot(axis)) < kSame)
    load.card->fail(load.line,
                    fmt::format("rotations of node {} that are not zero are supported about axes that "
                                "are at right angles in the plane of the shell",
                                input_.node_numbers[node]));
  return {about(node, known[1]), known[1].dot(axis) < 0 ? -share : share};
}

void ShellRotations::support(const NodeLoad& load, int dof, std::vector<NodeLoad>& supports) {
  Groups groups;
  for (const int node : load.nodes) {
    const ShellStation* station = station_of(node);
    if (station == nullptr) continue;
    const Vector3 axis = axis_of(node, dof);
    const double along = axis.dot(station->normal);
    if (std::abs(along) > kAlong) continue;
    const Vector3 in_plane = axis - along * station->normal;
    const auto [place, factor] = supported(load, node, in_plane.normalized(), in_plane.norm());
    groups.add(place.node, place.component, load.value == 0 ? 1.0 : factor);
  }
  groups.append(load, load.name, supports);
}

void ShellRotations::moment(const NodeLoad& load, std::vector<NodeLoad>& forces) {
  Groups groups;
  for (const int node : load.nodes) {
    if (!is_of_shell(node)) continue;
    const ShellStation* station = station_of(node);
    if (station == nullptr)
      load.card->fail(load.line,
                      fmt::format("node {} belongs to membranes, which have no rotations: no moment acts "
                                  "on it",
                                  input_.node_numbers[node]));
    const Vector3 axis = axis_of(node, load.first_dof);
    if (std::abs(axis.dot(station->normal)) > kAlong) {
      if (noted_.insert(load.card).second)
        input_.notes.push_back(fmt::format("{}: moments about the normals of shells have no effect (node {})",
                                           params::to_string(load.card->where(load.line)),
                                           input_.node_numbers[node]));
      continue;
    }
    const Place place = about(node, axis);
    groups.add(place.node, place.component, 1.0);
  }
  groups.append(load, fmt::format("{} (ROTATION {})", load.name, load.first_dof), forces);
}

void ShellRotations::finish(std::vector<Equation>& equations) const {
  for (const auto& [node, axes] : axes_)
    if (axes.size() % 3 != 0)
      for (int dof = static_cast<int>(axes.size() % 3) + 1; dof <= 3; ++dof)
        equations.push_back({{{axes.back().place.node, dof, 1.0}, {axes.back().place.node, 1, -1.0}},
                             station_of(node)->section.card->where(),
                             true});
}

}  // namespace jounce::keyword
