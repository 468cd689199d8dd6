#include "keyword/expansion_ties.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace jounce::keyword {
namespace {

class ExpansionTies {
 public:
  ExpansionTies(Input& input, const BeamStations& beams, const ShellStations& shells)
      : input_(input), beams_(beams), shells_(shells) {}

  void tie() {
    std::set<int> nodes;
    for (const auto& [node, stations] : beams_) nodes.insert(node);
    for (const auto& [node, stations] : shells_) nodes.insert(node);
    for (const int node : nodes) join(node);
    move_supports(input_.boundaries);
    for (Step& step : input_.steps) {
      move_supports(step.boundaries);
      move_forces(step.forces);
      add_sections(step.temperatures);
    }
    for (Equation& equation : input_.equations)
      for (EquationTerm& term : equation.terms)
        if (term.dof > 3 && has_rotation(term.node)) term = {rotation(term.node), term.dof - 3, term.factor};
    input_.equations.insert(input_.equations.end(), ties_.begin(), ties_.end());
  }

 private:
  const std::vector<BeamStation>& beams_at(int node) const { return at(beams_, node); }
  const std::vector<ShellStation>& shells_at(int node) const { return at(shells_, node); }
  template <class Stations>
  static const typename Stations::mapped_type& at(const Stations& all, int node) {
    static const typename Stations::mapped_type none;
    const auto place = all.find(node);
    return place == all.end() ? none : place->second;
  }

  void join(int node) {
    const auto& beams = beams_at(node);
    const auto& shells = shells_at(node);
    ExpandedNode& expanded = input_.expanded_nodes[node];
    std::vector<int> joined;  // membranes are hinged
    for (const BeamStation& beam : beams) joined.insert(joined.end(), beam.nodes.begin(), beam.nodes.end());
    for (const ShellStation& shell : shells)
      if (const auto own = shell.all(); !shell.is_membrane)
        joined.insert(joined.end(), own.begin(), own.end());
    expanded.sections = joined;
    for (const ShellStation& shell : shells)
      if (const auto own = shell.all(); shell.is_membrane)
        expanded.sections.insert(expanded.sections.end(), own.begin(), own.end());
    if (!shells.empty()) set_weights(node, expanded);
    card_ = beams.empty() ? shells.front().section.card : beams.front().section.card;
    if (!joined.empty() && beams.size() + shells.size() > 1)
      knot(node, joined);
    else if (!beams.empty())
      mean(node, beams.front());
    else
      expanded.is_shell = true;
  }

  /// Each shell counts 1: at corners of second order 1/6, 2/3, 1/6, elsewhere 1/2, 1/2; each corner of each
  /// beam counts 1.
  void set_weights(int node, ExpandedNode& expanded) const {
    std::map<int, double> weight;
    double sum = 0;
    for (const BeamStation& beam : beams_at(node))
      for (std::size_t k = 0; k < 4; ++k) {
        weight[beam.nodes[k]] = beam.elements;
        sum += beam.elements;
      }
    for (const ShellStation& shell : shells_at(node)) {
      const double outer = shell.has_middle ? 1.0 / 6 : 0.5;
      for (const int k : {0, 2}) weight[shell.nodes[k]] = outer * shell.elements;
      if (shell.has_middle) weight[shell.nodes[1]] = 2.0 / 3 * shell.elements;
      sum += shell.elements;
    }
    for (const int section : expanded.sections) expanded.weights.push_back(weight[section] / sum);
  }

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

  void knot(int node, const std::vector<int>& joined) {
    ExpandedNode& expanded = input_.expanded_nodes.at(node);
    const Vector3 X = at(node);
    expanded.is_knot = true;
    expanded.rotation = new_rotation(node);
    const int stretch = input_.add_node(X);
    input_.knots.push_back({node, expanded.rotation, stretch, joined, {}, card_});
    std::vector<Vector3>& directions = input_.knots.back().directions;
    if (const auto& beams = beams_at(node); !beams.empty()) {
      const BeamStation& first = beams.front();
      const double size = first.section.sizes[0] + first.section.sizes[1];
      if (std::all_of(joined.begin(), joined.end(),
                      [&](int i) { return std::abs((at(i) - X).dot(first.tangent)) < 1e-6 * size; }))
        directions = {first.direction, first.tangent.cross(first.direction)};
    } else {
      hold_about_line(node, joined, expanded.rotation);
    }
    for (int dof = directions.empty() ? 2 : 3; dof <= 3; ++dof)  // those that no stretch uses
      equation({{stretch, dof, 1.0}, {stretch, 1, -1.0}});
  }

  /// Nodes on a line do not see rotations about it: n . theta = 0.
  void hold_about_line(int node, const std::vector<int>& joined, int rotation) {
    const ShellStation& first = shells_at(node).front();
    const Vector3& n = first.normal;
    const auto is_beside = [&](int i) { return (at(i) - at(node)).cross(n).norm() > 1e-3 * first.thickness; };
    if (std::any_of(joined.begin(), joined.end(), is_beside)) return;
    std::vector<EquationTerm> terms;
    for (int dof = 1; dof <= 3; ++dof)
      if (std::abs(n[dof - 1]) > 1e-6) terms.push_back({rotation, dof, n[dof - 1]});
    equation(terms);
  }

  bool has_rotation(int node) const {
    const auto place = input_.expanded_nodes.find(node);
    return place != input_.expanded_nodes.end() && !place->second.is_shell;
  }

  int new_rotation(int node) {
    const int rotation = input_.add_node(at(node));
    if (const auto axes = input_.node_axes.find(node); axes != input_.node_axes.end()) {
      const Matrix3 own = axes->second;
      input_.node_axes[rotation] = own;
    }
    return rotation;
  }

  /// The node for the rotations of a knot or of a node of one beam.
  int rotation(int node) {
    ExpandedNode& beam = input_.expanded_nodes.at(node);
    if (beam.rotation >= 0) return beam.rotation;
    beam.rotation = new_rotation(node);
    const BeamStation& station = beams_at(node).front();
    const std::vector<int> corners(station.nodes.begin(), station.nodes.begin() + 4);
    for (int dof = 1; dof <= 3; ++dof)
      input_.mean_rotations.push_back(
          {corners, Vector3::Unit(dof - 1), beam.rotation, dof, station.section.card});
    return beam.rotation;
  }

  /// Ties the middles of the sides to the corners where a rotation is supported.
  void hold_sides(int node) {
    const std::vector<BeamStation>& stations = beams_at(node);
    if (input_.expanded_nodes.at(node).is_knot || !stations.front().has_sides || !held_.insert(node).second)
      return;
    card_ = stations.front().section.card;
    const std::vector<int>& nodes = stations.front().nodes;
    for (std::size_t k = 0; k < 4; ++k)
      for (int dof = 1; dof <= 3; ++dof)
        equation({{nodes[k + 4], dof, 2.0}, {nodes[k], dof, -1.0}, {nodes[(k + 1) % 4], dof, -1.0}});
  }

  /// Takes knots and nodes of beams out of a list, as nodes for their rotations.
  std::vector<int> take_rotations(std::vector<int>& nodes) {
    std::vector<int> rotations;
    std::erase_if(nodes, [&](int node) {
      if (!has_rotation(node)) return false;
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
        if (has_rotation(node)) hold_sides(node);
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

  /// Temperatures of nodes are those of their sections, with the gradient along the normals of shells.
  void add_sections(std::vector<NodeLoad>& loads) const {
    for (std::size_t i = 0, given = loads.size(); i < given; ++i) {
      const std::vector<int> nodes = loads[i].nodes;
      for (const int node : nodes) {
        const auto place = input_.expanded_nodes.find(node);
        if (place == input_.expanded_nodes.end() && loads[i].gradient != 0)
          loads[i].card->fail(
              loads[i].line,
              fmt::format("one temperature for each node is expected: node {} belongs to no shell, "
                          "so that it has no gradient",
                          input_.node_numbers[node]));
        if (place == input_.expanded_nodes.end()) continue;
        if (loads[i].gradient == 0)
          loads[i].nodes.insert(loads[i].nodes.end(), place->second.sections.begin(),
                                place->second.sections.end());
        else
          add_gradient(node, loads[i], loads);
      }
    }
  }
  void add_gradient(int node, const NodeLoad& given, std::vector<NodeLoad>& loads) const {
    const NodeLoad load = given;
    if (!beams_at(node).empty())
      load.card->fail(load.line,
                      fmt::format("node {} belongs to a beam; gradients are supported of shells alone",
                                  input_.node_numbers[node]));
    for (const ShellStation& shell : shells_at(node))
      for (const int section : shell.all()) {
        NodeLoad own = load;
        own.nodes = {section};
        own.value += load.gradient * (at(section) - at(node)).dot(shell.normal);
        own.gradient = 0;
        loads.push_back(std::move(own));
      }
  }

  Input& input_;
  const BeamStations& beams_;
  const ShellStations& shells_;
  std::vector<Equation> ties_;
  std::set<int> held_;  ///< nodes whose sides are tied to the corners
  const Card* card_ = nullptr;
};

}  // namespace

void tie_expanded_nodes(Input& input, const BeamStations& beams, const ShellStations& shells) {
  ExpansionTies(input, beams, shells).tie();
}

}  // namespace jounce::keyword
