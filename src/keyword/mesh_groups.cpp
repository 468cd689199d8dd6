#include "keyword/mesh_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "keyword/element_changes.h"
#include "keyword/element_sides.h"
#include "keyword/local_axes.h"

namespace jounce::keyword {
namespace {

bool acts_on_volume(const DistributedLoad& load) { return load.label == "GRAV" || load.label == "CENTRIF"; }

/// For each element the sets with loads of volumes that it is in: they load entries of [[element]] as a
/// whole.
std::vector<std::set<std::string>> loaded_sets(const Input& input) {
  std::vector<std::set<std::string>> sets(input.elements.size());
  for (const Step& step : input.steps)
    for (const DistributedLoad& load : step.distributed)
      if (acts_on_volume(load))
        for (const int element : input.elements_of(*load.card, load.line, load.name))
          sets[element].insert(load.name);
  return sets;
}

/// The layers of a section; of most the section itself, which may be null.
std::vector<const Section*> layers_of(const Input& input, const Section* section) {
  std::vector<const Section*> layers;
  if (section != nullptr)
    if (const auto found = input.layers.find(section->card); found != input.layers.end())
      for (const Section& layer : found->second) layers.push_back(&layer);
  if (layers.empty()) layers.push_back(section);
  return layers;
}

/// Makes the entries of [[element]] one element after another.
class ElementGrouping {
 public:
  ElementGrouping(const Input& input, Translation& translation)
      : input_(input), groups_(translation.element_groups), loaded_(loaded_sets(input)) {
    for (const ElementGroup& group : groups_) names_.insert(group.name);
  }

  /// Puts an element into the first group that has all that it has.
  void add(int element, const Section* section) {
    const InitialState state = input_.initial_state_of(element);
    const Element& given = input_.elements[static_cast<std::size_t>(element)];
    const Key key{given.type, section, loaded_[static_cast<std::size_t>(element)], state.stress,
                  state.strain};
    std::vector<Place>& places = places_[key];
    // Shells of materials that are not isotropic have axes in their own planes.
    const bool is_turned = section != nullptr && given.type->dimension == 3 &&
                           has_local_axes(input_, *section) && input_.flat_elements.count(element) > 0;
    const Matrix3 axes =
        is_turned ? axes_of_element(input_, *section, element) : Matrix3(Matrix3::Identity());
    const auto known =
        std::ranges::find_if(places, [&](const Place& place) { return place.axes.isApprox(axes, 1e-9); });
    if (known != places.end()) {
      groups_[known->group].elements.push_back(element);
      return;
    }
    places.push_back({groups_.size(), axes});
    const std::string set = section != nullptr ? section->elements : "elements";
    std::string name = fmt::format("{}_{}", set, given.type->name);
    while (!names_.insert(name).second) name += fmt::format("_{}", groups_.size() + 1);
    groups_.push_back({name, given.type, section, {element}});
  }

 private:
  using Components = std::array<double, 6>;
  using Key = std::tuple<const ElementType*, const Section*, std::set<std::string>, Components, Components>;
  struct Place {
    std::size_t group;
    Matrix3 axes;  ///< of its first element
  };

  const Input& input_;
  std::vector<ElementGroup>& groups_;
  const std::vector<std::set<std::string>> loaded_;
  std::map<Key, std::vector<Place>> places_;
  std::set<std::string> names_;
};

/// Connectors are entries of their own.
/// @param is_in  elements that count; none: all
void group_elements(const Input& input, const std::vector<const Section*>& section_of,
                    const std::vector<std::uint8_t>& is_in, Translation& translation) {
  ElementGrouping grouping(input, translation);
  for (std::size_t i = 0; i < input.elements.size(); ++i) {
    const Element& element = input.elements[i];
    if (element.type->is_connector() || (!is_in.empty() && is_in[i] == 0)) continue;
    if (element.type->is_shell())
      grouping.add(static_cast<int>(i), section_of[i]);
    else
      for (const Section* section : layers_of(input, section_of[i]))
        grouping.add(static_cast<int>(i), section);
  }
}

void group_elements(const Input& input, Translation& translation) {
  const std::vector<const Section*> at_start = input.sections_of_elements();
  // A mesh alone has the groups of the deck that runs through all steps.
  const std::vector<std::size_t> run = translation.steps.empty() ? general_steps(input) : translation.steps;
  if (!elements_change(input, run)) return group_elements(input, at_start, {}, translation);
  using Steps = std::vector<std::size_t>;
  std::vector<std::map<const Section*, Steps>> versions(input.elements.size());
  for (std::size_t k = 0; k < run.size(); ++k) {
    const auto now = sections_in_step(input, at_start, run[k]);
    for (std::size_t i = 0; i < now.size(); ++i)
      if (now[i] != nullptr || at_start[i] == nullptr) versions[i][now[i]].push_back(k);
  }
  std::set<Steps> all;
  for (const auto& sections : versions)
    for (const auto& [section, steps] : sections) all.insert(steps);
  // Elements of all versions with the same steps are groups of their own.
  for (const Steps& steps : all) {
    std::vector<std::uint8_t> is_in(input.elements.size(), 0);
    std::vector<const Section*> sections(input.elements.size(), nullptr);
    for (std::size_t i = 0; i < versions.size(); ++i)
      for (const auto& [section, own] : versions[i])
        if (own == steps) {
          is_in[i] = 1;
          sections[i] = section;
        }
    const std::size_t before = translation.element_groups.size();
    group_elements(input, sections, is_in, translation);
    if (steps.size() == run.size()) continue;
    for (std::size_t g = before; g < translation.element_groups.size(); ++g)
      translation.element_groups[g].steps = steps;
  }
}

CellShape shape_of(const ElementType& type) { return *find_shape(type.dimension, type.nodes); }

void add_cells(const Input& input, Translation& translation, std::vector<int>& cell_of) {
  for (ElementGroup& group : translation.element_groups) {
    Mesh::Cells& cells = translation.mesh.of(shape_of(*group.type));
    for (const int number : group.elements) {
      if (cell_of[number] >= 0) continue;  // of another layer, or in other steps
      const Element& element = input.elements[number];
      cell_of[number] = static_cast<int>(cells.size());
      for (const int node : element.nodes) cells.nodes.push_back(translation.point_of_node[node]);
    }
    std::ranges::sort(group.elements, {}, [&](int number) { return cell_of[number]; });
  }
}

/// Points of a list of nodes, without those that are left out.
std::vector<int> points_of(const std::vector<int>& nodes, const Translation& translation) {
  std::vector<int> points;
  for (const int node : nodes)
    if (const int point = translation.point_of_node[node]; point >= 0) points.push_back(point);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

Mesh::Group cell_group(const Input& input, const std::string& name, const std::vector<int>& elements,
                       const std::vector<int>& cell_of, const Translation& translation) {
  Mesh::Group group{name, {}, std::vector<std::vector<int>>(translation.mesh.cells.size())};
  std::vector<int> nodes;
  for (const int number : elements) {
    const Element& element = input.elements[number];
    nodes.insert(nodes.end(), element.nodes.begin(), element.nodes.end());
    if (element.type->is_connector()) continue;
    const int place = translation.mesh.find(shape_of(*element.type));
    group.cells[place].push_back(cell_of[number]);
  }
  for (auto& cells : group.cells) std::sort(cells.begin(), cells.end());
  group.points = points_of(nodes, translation);
  return group;
}

void add_node_group(const std::vector<int>& nodes, const std::string& name, Translation& translation) {
  if (translation.mesh.find(name) == nullptr)
    translation.mesh.groups.push_back({name, points_of(nodes, translation)});
}

void add_face_group(const Input& input, const std::vector<ElementFace>& faces, const params::Location& where,
                    const std::string& name, Translation& translation) {
  Mesh& mesh = translation.mesh;
  Mesh::Group group{name, {}, {}};
  for (const ElementFace& face : faces) {
    const Element& element = input.elements[face.element];
    if (element.type->is_connector())
      throw params::InputError(
          where, fmt::format("element {} of type {} has no sides", element.number, element.type->name));
    const CellFace* const found = find_side(input, face);
    if (found == nullptr)
      throw params::InputError(where, fmt::format("element {} of type {} has no side {}", element.number,
                                                  element.type->name, face.face));
    const CellFace& side = *found;
    Mesh::Cells& cells = mesh.of(side.shape);
    const auto kind = static_cast<std::size_t>(mesh.find(side.shape));
    if (group.cells.size() <= kind) group.cells.resize(kind + 1);
    group.cells[kind].push_back(static_cast<int>(cells.size()));
    for (const int k : side.nodes) {
      const int node = element.nodes[k];
      cells.nodes.push_back(translation.point_of_node[node]);
      group.points.push_back(cells.nodes.back());
    }
  }
  std::sort(group.points.begin(), group.points.end());
  group.points.erase(std::unique(group.points.begin(), group.points.end()), group.points.end());
  mesh.groups.push_back(std::move(group));
}

}  // namespace

void make_mesh(const Input& input, Translation& translation) {
  group_elements(input, translation);
  std::vector<std::uint8_t> used(input.nodes.size(), 0);
  for (const Element& element : input.elements)
    for (const int node : element.nodes)  // connectors may hold on to the markers of couplings
      if (!element.type->is_connector() || input.coupling_of(node) < 0) used[node] = 1;
  for (const Equation& equation : input.equations)
    for (const EquationTerm& term : equation.terms) used[term.node] = 1;
  for (const ExpansionKnot& knot : input.knots)
    for (const int node : {knot.reference, knot.rotation, knot.stretch}) used[node] = 1;
  for (const MeanRotationTie& rotation : input.mean_rotations) used[rotation.rotation] = 1;
  for (const int node : input.scalar_nodes) used[node] = 1;
  for (const Coupling& coupling : input.couplings)
    if (coupling.holds_reference) used[coupling.reference] = 1;
  translation.point_of_node.assign(input.nodes.size(), -1);
  for (std::size_t i = 0; i < input.nodes.size(); ++i)
    if (used[i] != 0) {
      translation.point_of_node[i] = static_cast<int>(translation.mesh.points.size());
      translation.mesh.points.push_back(input.nodes[i]);
    }

  std::vector<int> cell_of(input.elements.size(), -1);
  add_cells(input, translation, cell_of);
  for (const ElementGroup& group : translation.element_groups)
    translation.mesh.groups.push_back(cell_group(input, group.name, group.elements, cell_of, translation));
  for (const auto& [name, nodes] : input.node_sets) add_node_group(nodes, name, translation);
  for (const auto& [name, elements] : input.element_sets) {
    Mesh::Group group = cell_group(input, name, elements, cell_of, translation);
    if (Mesh::Group* const taken = translation.mesh.groups.find(name))
      taken->cells = std::move(group.cells);
    else
      translation.mesh.groups.push_back(std::move(group));
  }
  for (const auto& [name, surface] : input.surfaces) {
    const std::string own = translation.mesh.find(name) == nullptr ? name : name + "_surface";
    if (surface.is_of_nodes_only()) {
      add_node_group(surface.nodes, own, translation);
      continue;
    }
    add_face_group(input, surface.faces, surface.card->where(), own, translation);
    if (surface.has_nodes) add_node_group(surface.nodes, own + "_nodes", translation);
  }
}

Mesh mesh_of(const Input& input, const std::string& name, const std::vector<NamedGroup>& groups) {
  Translation translation;
  make_mesh(input, translation);
  const auto place = [&](const std::unordered_map<int, int>& places, int number, const NamedGroup& group,
                         std::string_view what) {
    const auto found = places.find(number);
    if (found == places.end())
      throw params::InputError(group.where, fmt::format("there is no {} {}", what, number));
    return found->second;
  };
  for (const NamedGroup& group : groups) {
    std::vector<int> nodes;
    for (const int number : group.nodes) nodes.push_back(place(input.node_of_number, number, group, "node"));
    std::vector<ElementFace> faces;
    for (std::size_t i = 0; i < group.elements.size(); ++i)
      faces.push_back({place(input.element_of_number, group.elements[i], group, "element"), group.sides[i]});
    if (faces.empty())
      add_node_group(nodes, group.name, translation);
    else
      add_face_group(input, faces, group.where, group.name, translation);
  }
  translation.mesh.name = name;
  return std::move(translation.mesh);
}

}  // namespace jounce::keyword
