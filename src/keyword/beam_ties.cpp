#include "keyword/beam_ties.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace jounce::keyword {
namespace {

class BeamTies {
 public:
  BeamTies(Input& input, const BeamStations& stations) : input_(input), stations_(stations) {}

  void tie() {
    for (const auto& [node, stations] : stations_) {
      card_ = stations.front().section->card;
      BeamNode& beam = input_.beam_nodes[node];
      for (const BeamStation& station : stations)
        beam.sections.insert(beam.sections.end(), station.nodes.begin(), station.nodes.end());
      if (stations.size() > 1)
        knot(node);
      else
        mean(node, stations.front());
    }
    move_supports(input_.boundaries);
    for (Step& step : input_.steps) {
      move_supports(step.boundaries);
      move_forces(step.forces);
      for (NodeLoad& load : step.temperatures) add_sections(load.nodes);
    }
    for (Equation& equation : input_.equations)
      for (EquationTerm& term : equation.terms)
        if (term.dof > 3 && input_.beam_nodes.count(term.node) > 0)
          term = {rotation(term.node), term.dof - 3, term.factor};
    input_.equations.insert(input_.equations.end(), ties_.begin(), ties_.end());
  }

 private:
  Vector3 at(int node) const { return input_.nodes[node]; }
  void equation(std::vector<EquationTerm> terms) {
    ties_.push_back({std::move(terms), card_->where(), true});
  }

  void mean(int node, const BeamStation& station) {
    for (int dof = 1; dof <= 3; ++dof) {
      std::vector<EquationTerm> terms = {{node, dof, -4.0}};
      for (std::size_t k = 0; k < 4; ++k) terms.push_back({station.nodes[k], dof, 1.0});
      equation(terms);
    }
  }

  void knot(int node) {
    const std::vector<BeamStation>& stations = stations_.at(node);
    BeamNode& beam = input_.beam_nodes.at(node);
    const Vector3 X = at(node), t = stations.front().tangent, n1 = stations.front().direction;
    const double size = stations.front().section->sizes[0] + stations.front().section->sizes[1];
    const bool is_plane = std::all_of(beam.sections.begin(), beam.sections.end(),
                                      [&](int i) { return std::abs((at(i) - X).dot(t)) < 1e-6 * size; });
    beam.is_knot = true;
    beam.rotation = new_rotation(node);
    const int stretch = input_.add_node(X);
    input_.beam_knots.push_back({node, beam.rotation, stretch, beam.sections, {}, card_});
    if (is_plane) input_.beam_knots.back().directions = {n1, t.cross(n1)};
    for (int dof = is_plane ? 3 : 2; dof <= 3; ++dof)  // those that no stretch uses
      equation({{stretch, dof, 1.0}, {stretch, 1, -1.0}});
  }

  int new_rotation(int node) {
    const int rotation = input_.add_node(at(node));
    if (const auto axes = input_.node_axes.find(node); axes != input_.node_axes.end()) {
      const Matrix3 own = axes->second;
      input_.node_axes[rotation] = own;
    }
    return rotation;
  }

  /// The node for the rotations of a node of beams.
  int rotation(int node) {
    BeamNode& beam = input_.beam_nodes.at(node);
    if (beam.rotation >= 0) return beam.rotation;
    beam.rotation = new_rotation(node);
    const BeamStation& station = stations_.at(node).front();
    input_.beam_rotations.push_back(
        {beam.rotation, {station.nodes.begin(), station.nodes.begin() + 4}, station.section->card});
    return beam.rotation;
  }

  /// Ties the middles of the sides to the corners where a rotation is supported.
  void hold_sides(int node) {
    const std::vector<BeamStation>& stations = stations_.at(node);
    if (stations.size() > 1 || !stations.front().has_sides || !held_.insert(node).second) return;
    card_ = stations.front().section->card;
    const std::vector<int>& nodes = stations.front().nodes;
    for (std::size_t k = 0; k < 4; ++k)
      for (int dof = 1; dof <= 3; ++dof)
        equation({{nodes[k + 4], dof, 2.0}, {nodes[k], dof, -1.0}, {nodes[(k + 1) % 4], dof, -1.0}});
  }

  /// Takes the nodes of beams out of a list, as nodes for their rotations.
  std::vector<int> take_rotations(std::vector<int>& nodes) {
    std::vector<int> rotations;
    std::erase_if(nodes, [&](int node) {
      if (input_.beam_nodes.count(node) == 0) return false;
      rotations.push_back(rotation(node));
      return true;
    });
    return rotations;
  }

  void move_supports(std::vector<NodeLoad>& loads) {
    for (std::size_t i = 0, given = loads.size(); i < given; ++i) {
      if (loads[i].last_dof < 4) continue;
      NodeLoad moved = loads[i];
      for (const int node : moved.nodes)
        if (input_.beam_nodes.count(node) > 0) hold_sides(node);
      moved.nodes = take_rotations(moved.nodes);
      if (moved.nodes.empty()) continue;
      moved.first_dof = std::max(moved.first_dof, 4) - 3;
      moved.last_dof -= 3;
      loads.push_back(std::move(moved));
    }
  }

  void move_forces(std::vector<NodeLoad>& loads) {
    for (std::size_t i = 0, given = loads.size(); i < given; ++i) {
      if (loads[i].first_dof < 4) continue;
      NodeLoad moved = loads[i];
      moved.nodes = take_rotations(loads[i].nodes);
      if (moved.nodes.empty()) continue;
      moved.first_dof = moved.last_dof = moved.first_dof - 3;
      moved.name += " (ROTATION)";
      loads.push_back(std::move(moved));
    }
    std::erase_if(loads, [](const NodeLoad& load) { return load.nodes.empty(); });
  }

  void add_sections(std::vector<int>& nodes) const {
    for (std::size_t i = 0, given = nodes.size(); i < given; ++i)
      if (const auto beam = input_.beam_nodes.find(nodes[i]); beam != input_.beam_nodes.end())
        nodes.insert(nodes.end(), beam->second.sections.begin(), beam->second.sections.end());
  }

  Input& input_;
  const BeamStations& stations_;
  std::vector<Equation> ties_;
  std::set<int> held_;  ///< nodes whose sides are tied to the corners
  const Card* card_ = nullptr;
};

}  // namespace

void tie_beam_nodes(Input& input, const BeamStations& stations) { BeamTies(input, stations).tie(); }

}  // namespace jounce::keyword
