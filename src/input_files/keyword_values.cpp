#include "input_files/keyword_values.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "elements/bar.h"
#include "elements/shell.h"
#include "elements/solid_history.h"
#include "keyword/local_axes.h"

namespace jounce {
namespace {

/// Elements whose forces count as those of nodes. Input files give solids, springs, dashpots and bars: all
/// that have results, and no load has.
bool has_inner_forces(const ElementBlock& block) { return !block.quantities().empty(); }

}  // namespace

KeywordValues::KeywordValues(const keyword::Input& input, const keyword::Translation& translation,
                             const Model& model)
    : input_(input),
      translation_(translation),
      model_(model),
      references_(input, translation, model),
      contacts_(input, translation, model),
      places_(input.elements.size()) {
  const std::vector<SolidElements*> solids = solids_of(model.system.blocks());
  for (const keyword::ElementGroup& group : translation.element_groups) {
    if (group.type->dimension == 1) take_bars(group);
    if (group.type->is_shell()) take_shells(group);
    const auto found = std::find_if(solids.begin(), solids.end(),
                                    [&](const SolidElements* block) { return block->name() == group.name; });
    if (found == solids.end()) continue;
    const SolidElements* const block = *found;
    const bool is_turned = group.section->card->has("ORIENTATION") || !group.section->orientation.empty();
    if (is_turned || group.section->layer)
      for (const int element : group.elements) {
        std::vector<Matrix3>& axes = material_axes_[element];
        if (!group.section->layer) axes.clear();  // of other steps
        axes.push_back(is_turned ? keyword::axes_of_element(input, *group.section, element)
                                 : Matrix3(Matrix3::Identity()));
      }
    for (std::size_t i = 0; i < group.elements.size(); ++i) {
      Place& place = places_[group.elements[i]];
      if (group.section->layer) layers_[group.elements[i]].push_back({block, i});
      if (!group.section->layer || place.block == nullptr) place = {block, i};
    }
  }
}

void KeywordValues::take_bars(const keyword::ElementGroup& group) {
  const double area = group.section->size();
  for (const auto& block : model_.system.blocks()) {
    if (block->name() != group.name) continue;
    for (const ElementQuantity& quantity : block->quantities())
      if (quantity.type == &axial_force_quantity())
        for (std::size_t i = 0; i < group.elements.size(); ++i)
          bars_.emplace(group.elements[i], Bar{quantity, i, area});
  }
}

void KeywordValues::take_shells(const keyword::ElementGroup& group) {
  for (const ShellElements* block : shells_of(model_.system.blocks())) {
    if (block->name() != group.name) continue;
    Shell shell;
    for (const ElementQuantity& quantity : block->quantities()) {
      if (quantity.type == &shell_bottom_stress_quantity()) shell.lower = quantity;
      if (quantity.type == &shell_top_stress_quantity()) shell.upper = quantity;
    }
    for (shell.number = 0; shell.number < group.elements.size(); ++shell.number)
      shells_.insert_or_assign(group.elements[shell.number], shell);
  }
}

std::vector<Voigt> KeywordValues::shell_stresses(const State& state, int element) const {
  const auto shell = shells_.find(element);
  if (shell == shells_.end()) return {};
  const std::size_t n = input_.elements[element].nodes.size();
  std::vector<double> values(12 * n);
  const std::span<double> all(values);
  shell->second.lower.at_nodes(state, shell->second.number, all.first(6 * n));
  shell->second.upper.at_nodes(state, shell->second.number, all.last(6 * n));
  std::vector<Voigt> stresses;
  for (std::size_t i = 0; i < 2 * n; ++i) stresses.emplace_back(Eigen::Map<const Voigt>(&values[6 * i]));
  return stresses;
}

std::optional<Voigt> KeywordValues::bar_stress(const State& state, int element) const {
  const auto bar = bars_.find(element);
  if (bar == bars_.end()) return {};
  double force = 0;
  bar->second.force.at(state, bar->second.number, 0, {&force, 1});
  const std::vector<int>& nodes = input_.elements[element].nodes;
  const Vector u = displacements(state);
  const Vector3 initial = input_.nodes[nodes[1]] - input_.nodes[nodes[0]];
  const Vector3 span = translation_.finite_strain
                           ? Vector3(initial + own_value(nodes[1], u) - own_value(nodes[0], u))
                           : initial;
  // Of large displacements the force is of the second Piola-Kirchhoff kind.
  const double stress = force / bar->second.area * span.norm() / initial.norm();
  const Vector3 axis = span.normalized();
  return to_voigt(stress * axis * axis.transpose(), 1);
}

Vector KeywordValues::node_forces(const State& state, const Forces& forces) const {
  const Vector &acceleration = forces.acceleration, &contact = forces.contact;
  Vector f = Vector::Zero(state.v.size());
  for (const auto& block : model_.system.blocks()) {
    if (!has_inner_forces(*block)) continue;
    block->add_force(state, f);
    if (acceleration.size() == f.size()) block->add_mass_product(state, acceleration, -1.0, f);
  }
  if (contact.size() == f.size()) f += contact;
  references_.add_scalar_forces(state, forces.reaction, f);
  return -f;
}

Vector KeywordValues::displacements(const State& state) const {
  const Index n = state.v.size();
  return state.q.head(n) - model_.system.initial_state().q.head(n);
}

std::vector<double> KeywordValues::temperatures(const State& state) const {
  std::vector<double> now;
  for (const SolidElements* solids : solids_of(model_.system.blocks())) {
    const SolidProperties& p = solids->properties();
    if (!p.is_heated()) continue;
    now.resize(translation_.mesh.points.size(), 0.0);
    for (const int point : solids->cells().points)
      now[point] = p.temperatures->at(point, state.t, p.expansion.reference()).now;
  }
  return now;
}

Vector3 KeywordValues::own_value(int node, const Vector& values) const {
  const NodePlace& place = model_.system.dofs().places[translation_.point_of_node[node]];
  Vector3 value = Vector3::Zero();
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (const Index dof = place.position[axis]; dof >= 0) value[static_cast<Index>(axis)] = values[dof];
  return value;
}

Vector3 KeywordValues::node_value(int node, const Vector& values, bool are_forces) const {
  const auto place = input_.expanded_nodes.find(node);
  if (place == input_.expanded_nodes.end()) return own_value(node, values);
  const keyword::ExpandedNode& expanded = place->second;
  if (are_forces) {
    Vector3 sum = is_in_mesh(node) ? own_value(node, values) : Vector3(Vector3::Zero());
    for (const int n : expanded.sections) sum += own_value(n, values);
    return sum;
  }
  if (expanded.weights.empty() && !expanded.is_knot) return own_value(node, values);
  Vector3 mean = Vector3::Zero();
  for (std::size_t i = 0; i < expanded.sections.size(); ++i)
    mean += expanded.weight(i) * own_value(expanded.sections[i], values);
  return mean;
}

Vector3 KeywordValues::in_axes_of(int node, const Vector3& value) const {
  const auto axes = input_.node_axes.find(node);
  return axes == input_.node_axes.end() ? value : Vector3(axes->second.transpose() * value);
}

Voigt KeywordValues::in_material_axes(int element, std::size_t layer, const Voigt& s) const {
  const auto place = material_axes_.find(element);
  if (place == material_axes_.end() || layer >= place->second.size()) return s;
  const Matrix3& axes = place->second[layer];
  Matrix3 tensor;
  tensor << s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2];
  tensor = (axes.transpose() * tensor * axes).eval();
  Voigt turned;
  turned << tensor(0, 0), tensor(1, 1), tensor(2, 2), tensor(0, 1), tensor(0, 2), tensor(1, 2);
  return turned;
}

void KeywordValues::point_stresses(const State& state, int element, std::vector<Voigt>& stress) const {
  const Place& place = places_[element];
  stress.resize(place.block->n_points());
  place.block->point_stresses(state, place.number, stress);
}

void KeywordValues::point_strains(const State& state, int element, std::vector<Voigt>& strain) const {
  const Place& place = places_[element];
  strain.resize(place.block->n_points());
  place.block->point_strains(state, place.number, strain);
}

bool KeywordValues::has_plastic_strains() const {
  const std::vector<SolidElements*> solids = solids_of(model_.system.blocks());
  return std::any_of(solids.begin(), solids.end(), [](const SolidElements* block) {
    return place_in_history(*block, "plastic_strain").has_value();
  });
}

void KeywordValues::plastic_strains(const State& state, int element, std::vector<double>& strain) const {
  const Place& place = places_[element];
  strain.assign(place.block->n_points(), 0.0);
  if (const auto at = place_in_history(*place.block, "plastic_strain"))
    point_history(*place.block, state, place.number, *at, strain);
}

void KeywordValues::elastic_energies(const State& state, int element, std::vector<double>& energy) const {
  std::vector<Voigt> stress, strain;
  point_stresses(state, element, stress);
  point_strains(state, element, strain);
  energy.resize(stress.size());
  for (std::size_t k = 0; k < stress.size(); ++k)  // shears of both are components of tensors
    energy[k] = stress[k].head(3).dot(strain[k].head(3)) / 2 + stress[k].tail(3).dot(strain[k].tail(3));
}

bool has_elastic_energies(const keyword::Input& input) {
  constexpr std::array<std::string_view, 4> kElastic = {"ELASTIC", "DENSITY", "EXPANSION", "DAMPING"};
  const auto is_elastic = [&](const keyword::Card* card) {
    return std::ranges::find(kElastic, card->name) != kElastic.end();
  };
  const auto changes = [](const keyword::Step& step) {
    const auto returns = [](const keyword::ElementChange& change) { return !change.returned.empty(); };
    return step.finite_strain || !step.temperatures.empty() ||
           std::ranges::any_of(step.changes.elements, returns);
  };
  return input.initial_states.empty() && std::ranges::none_of(input.steps, changes) &&
         std::ranges::all_of(input.materials, [&](const auto& entry) {
           return std::ranges::all_of(entry.second.options, is_elastic);
         });
}

bool is_due(const keyword::Print& print, int increment, const KeywordMoment& moment) {
  if (print.frequency < 1) return false;
  if (moment.is_last) return true;
  if (print.points != nullptr) return print.points->in(moment.start, moment.before, moment.time).has_value();
  return increment % print.frequency == 0;
}

}  // namespace jounce
