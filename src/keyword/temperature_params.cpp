// *INITIAL CONDITIONS, TYPE=TEMPERATURE and *TEMPERATURE as loads of the deck.

#include <algorithm>
#include <cmath>
#include <limits>

#include "keyword/load_params.h"
#include "keyword/material_params.h"
#include "keyword/node_groups.h"

namespace jounce::keyword {
namespace {

/// Whether a material feels temperatures; bars that would grow are refused.
bool is_wanted(const Input& input, const Translation& translation) {
  bool wanted = false;
  for (const ElementGroup& group : translation.element_groups) {
    if (group.type->is_shell() || !feels_temperature(input.materials.at(group.section->material))) continue;
    if (group.type->dimension == 1)
      group.section->card->fail(0,
                                fmt::format("material '{}' depends on temperature, which bars do not support",
                                            group.section->material));
    wanted = true;
  }
  return wanted;
}

/// Of a node at the start and over the steps.
struct NodalTemperature {
  double initial;
  const StepValues* values;
  bool operator<(const NodalTemperature& other) const {
    return initial != other.initial ? initial < other.initial : *values < *other.values;
  }
};

/// Initial temperature of each node of the file; not a number where there is none.
std::vector<double> initial_temperatures(const Input& input) {
  std::vector<double> initial(input.nodes.size(), std::numeric_limits<double>::quiet_NaN());
  for (const Card* card : input.initial_temperatures)
    for (const DataLine& line : card->data)
      for (const int node : input.with_copies(input.solid_nodes_of(*card, line.line, card->text(line, 0))))
        initial[node] = card->number(line, 1);
  return initial;
}

/// Nodes of the elements.
std::vector<std::uint8_t> solid_nodes(const Input& input) {
  std::vector<std::uint8_t> is_of_solid(input.nodes.size(), 0);
  for (const Element& element : input.elements)
    for (const int node : element.nodes) is_of_solid[node] = 1;
  return is_of_solid;
}

}  // namespace

void add_temperatures(const Input& input, const Translation& translation, DeckTree& deck) {
  const bool is_given = !input.initial_temperatures.empty() ||
                        std::any_of(input.steps.begin(), input.steps.end(),
                                    [](const Step& step) { return !step.temperatures.empty(); });
  if (!is_given || !is_wanted(input, translation)) return;
  const std::vector<double> initial = initial_temperatures(input);
  std::vector<StepValues> values(input.nodes.size(), StepValues(translation.load_times().size()));
  const Card* card = input.initial_temperatures.empty() ? nullptr : input.initial_temperatures.front();
  for (std::size_t k = 0; k < translation.steps.size(); ++k)
    for (const NodeLoad& load : input.steps[translation.steps[k]].temperatures) {
      card = load.card;
      for (const int node : input.with_copies(load.nodes))
        values[node][k] = StepValue{load.value, load.amplitude, load.line};
    }
  NodeGroups<NodalTemperature> groups;
  const std::vector<std::uint8_t> is_of_solid = solid_nodes(input);
  for (std::size_t node = 0; node < input.nodes.size(); ++node) {
    if (is_of_solid[node] == 0) continue;
    if (std::isnan(initial[node]))
      throw params::InputError({input.file.string(), 0, 0},
                               fmt::format("node {} has no initial temperature (*INITIAL CONDITIONS, "
                                           "TYPE=TEMPERATURE)",
                                           input.node_numbers[node]));
    groups.add({initial[node], &values[node]}, static_cast<int>(node));
  }
  int number = 0;
  for (const auto& [temperature, nodes] : groups) {
    const std::string name = fmt::format("temperature_{}", ++number);
    const LoadPath path =
        load_path(input, translation.load_times(), *temperature.values, *card, temperature.initial);
    deck.add("load", card->where())
        .set("name", name)
        .set("type", "temperature")
        .set("on", deck.node_group(nodes, name))
        .set("temperature", path.node())
        .set("initial", temperature.initial);
  }
}

}  // namespace jounce::keyword
