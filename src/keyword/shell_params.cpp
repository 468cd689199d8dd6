// Shells of an input file as shells of the deck (--shells).

#include "keyword/shell_params.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

#include "keyword/local_axes.h"
#include "keyword/material_params.h"
#include "keyword/shell_section.h"

namespace jounce::keyword {
namespace {

constexpr int kAllThree = 7;

void refuse_what_shells_have_not(const Input& input, const ElementGroup& group, const ShellSection& section) {
  const Card& card = *section.card;
  if (!(section.thickness > 0))
    card.fail(
        0, fmt::format("*{}: *NODAL THICKNESS is not supported with --shells: give a thickness", card.name));
  for (const int element : group.elements)
    for (const int node : input.elements[element].nodes)
      if (input.normals.count({element, node}) > 0)
        card.fail(0, fmt::format("*{}: *NORMAL (element {}, node {}) is not supported with --shells",
                                 card.name, input.elements[element].number, input.node_numbers[node]));
  const bool has_temperatures =
      !input.initial_temperatures.empty() ||
      std::ranges::any_of(input.steps, [](const Step& step) { return !step.temperatures.empty(); });
  for (const std::string& material : input.materials_of(*group.section))
    if (has_temperatures && feels_temperature(input.materials.at(material)))
      card.fail(0, fmt::format("*{}: the material '{}' depends on temperature, which shells do not support; "
                               "without --shells they are solids, which do",
                               card.name, material));
}

/// Layers from the bottom on, of which none has an orientation of its own.
void add_layers(const Input& input, const Card& card, params::Node& keys) {
  for (std::size_t i = 0; i < card.data.size(); ++i) {
    const Section& layer = input.layers.at(&card)[i];
    params::Node& entry = keys.add_table("layers", card.where(card.data[i].line));
    entry.set("material", layer.material).set("thickness", card.number(card.data[i], 0));
    if (layer.orientation.empty()) continue;
    if (input.orientations.count(layer.orientation) > 0)
      card.fail(layer.line, fmt::format("*{}, COMPOSITE: orientations of layers are not supported with "
                                        "--shells: give the angle of the layer in degrees",
                                        card.name));
    entry.set("angle", card.number({layer.line, {layer.orientation}}, 0));
  }
}

}  // namespace

params::Node shell_keys(const Input& input, const ElementGroup& group, const char* strain) {
  const ShellSection section = read_shell_section(*group.section->card);
  const Card& card = *section.card;
  refuse_what_shells_have_not(input, group, section);
  params::Node keys = params::Node::table(card.where());
  keys.set("type", "shell").set("strain", strain);
  if (card.has("COMPOSITE"))
    add_layers(input, card, keys);
  else
    keys.set("material", group.section->material).set("thickness", section.thickness);
  if (section.offset != 0) keys.set("offset", -section.offset * section.thickness);
  if (card.has("ORIENTATION")) {
    const Matrix3 axes = axes_of_orientation(input, card);
    keys.set("axis", std::vector<double>(axes.data(), axes.data() + 3));
  }
  return keys;
}

std::set<int> nodes_of_shells(const Input& input) {
  std::set<int> nodes;
  for (const Element& element : input.elements)
    if (element.type->is_shell()) nodes.insert(element.nodes.begin(), element.nodes.end());
  return nodes;
}

std::string shell_note(const Input& input) {
  const auto shell = std::ranges::find_if(
      input.elements, [](const Element& e) { return e.type->is_shell() && !e.type->is_membrane(); });
  if (shell == input.elements.end()) return {};
  return fmt::format(
      "{}: elements such as {} of type {} are shells on nodes with rotations (--shells), which "
      "follow displacements of any size also in steps without NLGEOM",
      params::to_string(shell->where()), shell->number, shell->type->name);
}

void add_rotations(const Input& input, const std::vector<HeldRotations>& held, DeckTree& deck) {
  using Key = std::pair<int, std::vector<std::string>>;  // what is held, in which steps
  std::map<Key, std::vector<const HeldRotations*>> groups;
  for (const HeldRotations& own : held) {
    if (own.begins_later && !(own.dofs == kAllThree && own.is_fixed))
      throw params::InputError(
          own.where, fmt::format("rotations of node {} are held from a later step on: with --shells that is "
                                 "supported for all three with FIXED. Hold them from the first step on",
                                 input.node_numbers[own.node]));
    if (own.dofs != kAllThree && input.node_axes.contains(own.node))
      throw params::InputError(
          own.where, fmt::format("node {}: some of the rotations about axes of *TRANSFORM are not "
                                 "supported with --shells; all three are, and those about the global axes",
                                 input.node_numbers[own.node]));
    groups[{own.dofs, own.steps}].push_back(&own);
  }
  int number = 0;
  for (const auto& [key, nodes] : groups) {
    const auto& [dofs, steps] = key;
    std::vector<int> places;
    for (const HeldRotations* own : nodes) places.push_back(own->node);
    const std::string name = fmt::format("rotation_{}", ++number);
    const std::string group = deck.node_group(places, name);
    const params::Location where = nodes.front()->where;
    params::Node& entry = deck.add(dofs == kAllThree ? "boundary" : "joint", where);
    if (dofs == kAllThree) {
      entry.set("on", group).set("components", std::vector<std::string>{"rotation"});
    } else {
      const bool is_one = std::popcount(static_cast<unsigned>(dofs)) == 1;
      std::vector<double> axis(3, 0.0);  // the one that is held, or that is free
      for (std::size_t k = 0; k < 3; ++k)
        if (((dofs >> k & 1) == 1) == is_one) axis[k] = 1;
      entry.set("name", name).set("type", "rotation-support").set("on", group);
      entry.set("axis", axis).set("held", is_one ? "about" : "across");
    }
    if (!steps.empty()) entry.set("steps", steps);
  }
}

}  // namespace jounce::keyword
