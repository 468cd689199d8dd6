#include "keyword/shell_ties.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "keyword/shell_rotations.h"

namespace jounce::keyword {
namespace {

class ShellTies {
 public:
  ShellTies(Input& input, const ShellStations& shells)
      : input_(input), shells_(shells), rotations_(input, shells) {}

  void tie() {
    for (const auto& [node, stations] : shells_)
      for (const ShellStation& station : stations)
        if (station.is_membrane) hinge(node, station);
    hold_twists();
    tie_to_elements();
    supports(input_.boundaries);
    for (Step& step : input_.steps) supports(step.boundaries);
    tie_to_constraints();
    for (Step& step : input_.steps) forces(step.forces);
    tie_rest();
    rotations_.finish(ties_);
    input_.equations.insert(input_.equations.end(), ties_.begin(), ties_.end());
  }

 private:
  /// The station of a node that has one; nullptr for membranes, knots and nodes beside shells.
  const ShellStation* station_of(int node) const { return rotations_.station_of(node); }

  void equation(const ShellStation& station, std::vector<EquationTerm> terms) {
    ties_.push_back({std::move(terms), station.section.card->where(), true});
  }
  /// Membranes share no nodes but this one, so that it has to hold the middle, too.
  void hinge(int node, const ShellStation& s) {
    for (int dof = 1; dof <= 3; ++dof) {
      equation(s, {{s.nodes[0], dof, 1.0}, {s.nodes[2], dof, 1.0}, {node, dof, -2.0}});
      if (s.has_middle) equation(s, {{s.nodes[1], dof, 1.0}, {node, dof, -1.0}});
    }
  }
  /// The outer sides of M3D3 can turn against each other about the normal without strain at the points of
  /// C3D6: sum_i (n x d_i) . (u_top - u_bottom)_i = 0 with the places d_i of the corners from the centre.
  void hold_twists() {
    const std::vector<const Section*> sections = input_.sections_of_elements();
    for (const auto& flat_element : input_.flat_elements) {
      const auto& flat = flat_element.second;
      if (flat.type->name != "M3D3") continue;
      const auto at = [&](std::size_t k) -> const Vector3& { return input_.nodes[flat.nodes[k]]; };
      const Vector3 centre = (at(0) + at(1) + at(2)) / 3,
                    n = (at(1) - at(0)).cross(at(2) - at(0)).normalized();
      std::vector<EquationTerm> terms;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vector3 arm = n.cross(at(k) - centre) / (at(1) - at(0)).norm();
        for (int dof = 1; dof <= 3; ++dof)
          if (const double factor = arm[dof - 1]; std::abs(factor) > 1e-9) {
            terms.push_back({input_.elements[flat_element.first].nodes[k + 3], dof, factor});
            terms.push_back({input_.elements[flat_element.first].nodes[k], dof, -factor});
          }
      }
      ties_.push_back({std::move(terms), sections[flat_element.first]->card->where(), true});
    }
  }
  void mean(int node, int dof) {
    const ShellStation* s = station_of(node);
    if (s == nullptr || !tied_.insert({node, dof}).second) return;
    equation(*s, {{s->nodes[0], dof, 1.0}, {s->nodes[2], dof, 1.0}, {node, dof, -2.0}});
  }
  void mean(int node) {
    for (int dof = 1; dof <= 3; ++dof) mean(node, dof);
  }
  void middle(int node, int dof) {
    const ShellStation* s = station_of(node);
    if (s == nullptr || !s->has_middle || !held_.insert({node, dof}).second) return;
    equation(*s, {{s->nodes[1], dof, 1.0}, {node, dof, -1.0}});
  }
  void by_force(int node, int dof) {
    const ShellStation* s = station_of(node);
    if (s == nullptr || !s->has_middle) return mean(node, dof);
    if (!tied_.insert({node, dof}).second) return;
    equation(
        *s, {{s->nodes[0], dof, -1.0}, {s->nodes[1], dof, 4.0}, {s->nodes[2], dof, -1.0}, {node, dof, -2.0}});
  }
  /// Degrees of freedom that something along one of the axes of a node acts on.
  template <class Tie>
  void along(int node, int dof, Tie&& tie) const {
    if (input_.node_axes.count(node) == 0) return tie(dof);
    for (int axis = 1; axis <= 3; ++axis) tie(axis);
  }

  void tie_to_elements() {
    for (const Element& element : input_.elements)
      for (const int node : element.nodes)
        if (shells_.count(node) > 0) mean(node);
  }

  void tie_to_constraints() {
    for (Equation& equation : input_.equations)
      for (EquationTerm& term : equation.terms) {
        if (shells_.count(term.node) == 0) continue;
        if (term.dof <= 3)
          along(term.node, term.dof, [&](int dof) { mean(term.node, dof); });
        else if (const auto place = rotations_.about_axis(term.node, term.dof))
          term = {place->node, place->component, term.factor};
      }
    for (Coupling& coupling : input_.couplings) {
      couple(coupling);
      for (const int node : {coupling.reference, coupling.rotation}) mean(node);
    }
    for (const Mpc& mpc : input_.mpcs)
      for (const int node : mpc.nodes) mean(node);
    for (const auto& [name, surface] : input_.surfaces)
      for (const int node : surface.nodes) mean(node);
  }

  /// A rigid body takes the nodes of shells, as CalculiX does. Where these lie on a line it takes the nodes
  /// of the solids, as the line would not hold it.
  void couple(Coupling& coupling) {
    if (coupling.nodes.empty() || !lie_on_line(coupling.nodes)) {
      for (const int node : coupling.nodes) mean(node);
      return;
    }
    std::vector<int> nodes;
    for (const int node : coupling.nodes)
      if (const ShellStation* s = station_of(node))
        for (const int own : s->all()) nodes.push_back(own);
      else
        nodes.push_back(node);
    if (nodes.size() > coupling.nodes.size())
      input_.notes.push_back(
          fmt::format("{}: the nodes lie on a line, so that *{} holds rotations of the shell, too",
                      params::to_string(coupling.card->where()), coupling.card->name));
    coupling.nodes = std::move(nodes);
  }
  bool lie_on_line(const std::vector<int>& nodes) const {
    const Vector3& first = input_.nodes[nodes.front()];
    Vector3 farthest = Vector3::Zero();
    for (const int node : nodes)
      if (const Vector3 d = input_.nodes[node] - first; d.norm() > farthest.norm()) farthest = d;
    return std::all_of(nodes.begin(), nodes.end(), [&](int node) {
      return (input_.nodes[node] - first).cross(farthest).norm() <= 1e-6 * farthest.squaredNorm();
    });
  }

  /// Nodes that are tied along some directions go with the shell along the others.
  void tie_rest() {
    std::set<int> nodes;
    for (const auto& [node, dof] : tied_) nodes.insert(node);
    for (const int node : nodes) mean(node);
  }

  void supports(std::vector<NodeLoad>& loads) {
    for (std::size_t i = 0, given = loads.size(); i < given; ++i) {
      const NodeLoad load = loads[i];
      for (const int node : load.nodes)
        for (int dof = load.first_dof; dof <= std::min(load.last_dof, 3); ++dof)
          along(node, dof, [&](int axis) {
            mean(node, axis);
            middle(node, axis);
          });
      for (int dof = std::max(4, load.first_dof); dof <= load.last_dof; ++dof)
        rotations_.support(load, dof, loads);
    }
  }

  void forces(std::vector<NodeLoad>& loads) {
    for (std::size_t i = 0, given = loads.size(); i < given; ++i) {
      const NodeLoad load = loads[i];
      if (load.first_dof > 3) {
        std::erase_if(loads[i].nodes, [&](int node) { return rotations_.is_of_shell(node); });
        rotations_.moment(load, loads);
        continue;
      }
      for (const int node : load.nodes) along(node, load.first_dof, [&](int dof) { by_force(node, dof); });
    }
    std::erase_if(loads, [](const NodeLoad& load) { return load.nodes.empty(); });
  }

  Input& input_;
  const ShellStations& shells_;
  ShellRotations rotations_;
  std::vector<Equation> ties_;
  std::set<std::pair<int, int>> tied_, held_;  ///< node and degree of freedom: of outer nodes, of the middle
};

}  // namespace

void tie_shell_nodes(Input& input, const ShellStations& shells) {
  if (!shells.empty()) ShellTies(input, shells).tie();
}

}  // namespace jounce::keyword
