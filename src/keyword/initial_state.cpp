#include "keyword/initial_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "math/quadrature.h"
#include "mesh/cell_shape.h"

namespace jounce::keyword {
namespace {

using Components = std::array<double, 6>;

Components components(const Card& card, const DataLine& line, std::size_t first) {
  Components values{};
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = card.number(line, first + k, 0.0);
  if (line.fields.size() > first + values.size())
    card.fail(line.line, "expected six components: 11, 22, 33, 12, 13, 23");
  return values;
}

void give(const Card& card, int line, int number, const Components& values, Input& input) {
  const Element& element = input.elements[number];
  if (element.type->dimension != 3)
    card.fail(line,
              fmt::format("element {} is of type {}; initial stresses and strains are those of solids in "
                          "space",
                          element.number, element.type->name));
  InitialState& state = input.initial_states[number];
  (card.at("TYPE") == "STRESS" ? state.stress : state.strain) = values;
  state.card = &card;
}

}  // namespace

void read_initial_state(const Card& card, Input& input) {
  if (input.is_of_abaqus) {
    if (card.at("TYPE") != "STRESS")
      card.fail(0, "plastic strains at the start are supported in files of CalculiX alone");
    for (const DataLine& line : card.data)
      for (const int element : input.elements_of(card, line.line, card.text(line, 0)))
        give(card, line.line, element, components(card, line, 1), input);
    return;
  }
  std::map<int, std::set<int>> points;
  std::map<int, Components> first;
  for (const DataLine& line : card.data) {
    const auto found = input.elements_of(card, line.line, card.text(line, 0));
    const int point = card.integer(line, 1);
    const Components values = components(card, line, 2);
    for (const int element : found) {
      points[element].insert(point);
      if (!first.emplace(element, values).second && first[element] != values)
        card.fail(line.line,
                  fmt::format("initial values that differ within an element ({}) are not supported",
                              input.elements[element].number));
      give(card, line.line, element, values, input);
    }
  }
  for (const auto& [number, given] : points) {
    const Element& element = input.elements[number];
    const auto shape = *find_shape(element.type->dimension, element.type->nodes);
    const auto count = static_cast<int>(stiffness_rule(shape, element.type->formulation == "reduced").size());
    if (static_cast<int>(given.size()) != count || *given.begin() != 1 || *given.rbegin() != count)
      card.fail(0,
                fmt::format("element {} has the integration points 1 to {}; expected values for all of them",
                            element.number, count));
  }
}

void check_initial_states(const Input& input) {
  if (input.initial_states.empty()) return;
  for (const Step& step : input.steps)
    if (const std::string& name = step.procedure->name;
        name == "BUCKLE" || name == "MODAL DYNAMIC" || name == "STEADY STATE DYNAMICS")
      step.procedure->fail(
          0, fmt::format("*{} of bodies with initial stresses or strains is not supported", name));
}

params::Node initial_state_keys(const InitialState& state) {
  params::Node keys;
  if (state.card != nullptr) keys.where = state.card->where();
  const auto set = [&](const char* key, const Components& values) {
    if (std::any_of(values.begin(), values.end(), [](double v) { return v != 0; }))
      keys.set(key, std::vector<double>(values.begin(), values.end()));
  };
  set("initial_stress", state.stress);
  set("initial_strain", state.strain);
  return keys;
}

}  // namespace jounce::keyword
