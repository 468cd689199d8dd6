#include "keyword/pre_tension.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "keyword/element_sides.h"
#include "keyword/scalar_nodes.h"
#include "math/axes.h"

namespace jounce::keyword {
namespace {

class PreTensionCut {
 public:
  PreTensionCut(Input& input, const PreTensionSection& section)
      : input_(input), card_(*section.card), reference_(section.reference) {}

  void cut() {
    take_surface();
    add_scalar_node(card_, 0, reference_, input_);
    const Vector3 normal = find_normal();
    const std::set<int> side = find_side_elements();
    for (const int node : nodes_) add_copy(node);
    for (const int element : side)
      for (int& node : input_.elements[element].nodes)
        if (const auto copy = copy_of_.find(node); copy != copy_of_.end()) node = copy->second;
    join(normal);
  }

 private:
  void take_surface() {
    const Surface& surface = find_surface(card_, input_, card_.at("SURFACE"));
    faces_ = surface.faces;
    if (faces_.empty()) card_.fail(0, "expected a surface of sides of elements, not one of nodes");
    for (const ElementFace& face : faces_) {
      const std::vector<int> nodes = side_nodes(input_, face);
      if (nodes.empty())
        surface.card->fail(
            0, fmt::format("element {} has no side {}", input_.elements[face.element].number, face.face));
      nodes_.insert(nodes.begin(), nodes.end());
    }
    for (const Coupling& coupling : input_.couplings)
      for (const int node : coupling.nodes)
        if (nodes_.count(node) > 0)
          card_.fail(0, fmt::format("node {} of the section belongs to a rigid body; that is not supported",
                                    number_of(node)));
  }

  Vector3 find_normal() {
    is_plane_ = input_.elements[faces_[0].element].type->dimension == 2;
    Vector3 normal = Vector3::Zero();
    if (card_.data.empty())
      for (const ElementFace& face : faces_) normal += area_vector(input_, face);
    else
      for (std::size_t axis = 0; axis < 3; ++axis)
        normal[static_cast<Index>(axis)] = card_.number(card_.data[0], axis, 0.0);
    normal = in_range(normal);
    if (!(normal.norm() > 0))
      card_.fail(card_.data.empty() ? 0 : card_.data[0].line, "a normal of three components is expected");
    if (is_plane_ && normal.z() != 0)
      card_.fail(card_.data[0].line, "the model is plane; the third component of the normal must be 0");
    return normal.normalized();
  }

  /// Elements on the side of those of the surface: from these over nodes that are not on it, among elements
  /// that touch it.
  std::set<int> find_side_elements() const {
    std::map<int, std::vector<int>> elements_at;  // nodes beside the surface: elements that touch it
    std::set<int> touching;
    for (std::size_t i = 0; i < input_.elements.size(); ++i) {
      const Element& element = input_.elements[i];
      if (element.type->is_connector() || std::none_of(element.nodes.begin(), element.nodes.end(),
                                                       [&](int n) { return nodes_.count(n) > 0; }))
        continue;
      touching.insert(static_cast<int>(i));
      for (const int node : element.nodes)
        if (nodes_.count(node) == 0) elements_at[node].push_back(static_cast<int>(i));
    }
    std::set<int> side;
    std::vector<int> open;
    for (const ElementFace& face : faces_) open.push_back(face.element);
    while (!open.empty()) {
      const int element = open.back();
      open.pop_back();
      if (!side.insert(element).second) continue;
      for (const int node : input_.elements[element].nodes)
        if (const auto others = elements_at.find(node); others != elements_at.end())
          open.insert(open.end(), others->second.begin(), others->second.end());
    }
    check_sides(side, touching);
    return side;
  }

  /// The surface must leave elements on both of its sides, and no way around it.
  void check_sides(const std::set<int>& side, const std::set<int>& touching) const {
    const auto spans = [&](int element, const std::set<int>& face) {
      const auto& nodes = input_.elements[element].nodes;
      return std::all_of(face.begin(), face.end(), [&](int node) {
        return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
      });
    };
    for (const ElementFace& face : faces_) {
      const std::vector<int> nodes = side_nodes(input_, face);
      const std::set<int> set(nodes.begin(), nodes.end());
      const auto across = std::find_if(touching.begin(), touching.end(), [&](int element) {
        return element != face.element && spans(element, set);
      });
      const int number = input_.elements[face.element].number;
      if (across == touching.end())
        card_.fail(0, fmt::format("there is no element across side {} of element {}: the section must lie "
                                  "within a part",
                                  face.face, number));
      if (side.count(*across) > 0)
        card_.fail(0, fmt::format("the section does not separate the mesh: element {} is connected to "
                                  "element {} on the other side",
                                  number, input_.elements[*across].number));
    }
  }

  void add_copy(int node) {
    const int number = *std::max_element(input_.node_numbers.begin(), input_.node_numbers.end()) + 1;
    const int copy = static_cast<int>(input_.nodes.size());
    input_.node_of_number.emplace(number, copy);
    input_.node_numbers.push_back(number);
    input_.nodes.push_back(Vector3(input_.nodes[node]));
    copy_of_[node] = copy;
    input_.copies.emplace_back(copy, node);
  }

  void join(const Vector3& normal) {
    for (const auto& [node, copy] : copy_of_) {
      input_.equations.push_back(difference(node, copy, normal));
      input_.equations.back().terms.push_back({reference_, 1, -1.0});
      if (is_plane_) {
        input_.equations.push_back(difference(node, copy, {-normal.y(), normal.x(), 0}));
        continue;
      }
      const Vector3 t = normal.unitOrthogonal();
      input_.equations.push_back(difference(node, copy, t));
      input_.equations.push_back(difference(node, copy, normal.cross(t)));
    }
  }

  /// Terms of direction . (u_copy - u_node); those of a node with axes of its own are along these.
  Equation difference(int node, int copy, const Vector3& direction) const {
    Equation equation{{}, card_.where()};
    const auto add = [&](int at, const Vector3& factors) {
      for (int axis = 0; axis < 3; ++axis)
        if (std::abs(factors[axis]) > 1e-12) equation.terms.push_back({at, axis + 1, factors[axis]});
    };
    const auto axes = input_.node_axes.find(node);
    add(copy, direction);
    add(node, axes == input_.node_axes.end() ? Vector3(-direction)
                                             : Vector3(-axes->second.transpose() * direction));
    return equation;
  }

  int number_of(int node) const { return input_.node_numbers[node]; }

  Input& input_;
  const Card& card_;
  int reference_;
  bool is_plane_ = false;
  std::vector<ElementFace> faces_;
  std::set<int> nodes_;
  std::map<int, int> copy_of_;
};

}  // namespace

void cut_pre_tension_sections(Input& input) {
  for (const PreTensionSection& section : input.pre_tensions) PreTensionCut(input, section).cut();
}

}  // namespace jounce::keyword
