#include "keyword/element_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "keyword/mesh_cards.h"
#include "mesh/cell_shape.h"

namespace jounce::keyword {
namespace {

void check_solids(const Card& card, int line, const std::vector<int>& elements, const Input& input) {
  for (const int number : elements) {
    const ElementType& type = *input.elements[number].type;
    if (type.is_connector() || type.is_beam() || type.is_shell())
      card.fail(line, fmt::format("*{} of element {} of type {} is not supported; of solids and bars it is",
                                  card.name, input.elements[number].number, type.name));
  }
}

/// Laws with memory begin anew nowhere.
void check_memory(const Card& card, const std::string& name, const Input& input) {
  const auto material = input.materials.find(name);
  if (material == input.materials.end()) return;
  for (const Card* option : material->second.options)
    if (option->name == "PLASTIC" || option->name == "CREEP")
      card.fail(0, fmt::format("*{}: the material '{}' with *{} has a memory; elastic ones are supported",
                               card.name, name, option->name));
}

bool is_hourglassing(const ElementType& type) {
  return type.formulation == "reduced" &&
         topology(*find_shape(type.dimension, type.nodes)).corners == type.nodes;
}

/// What comes back without strain has a law of its strain alone.
void check_strain_free(const Card& card, int line, int number, const Section& section, const Input& input) {
  const Element& element = input.elements[static_cast<std::size_t>(number)];
  if (element.type->dimension == 1 || is_hourglassing(*element.type))
    card.fail(line,
              fmt::format("*MODEL CHANGE, ADD of element {} of type {} without strain is not supported; "
                          "of solids without hourglass modes it is",
                          element.number, element.type->name));
  if (input.initial_states.contains(number))
    card.fail(line, fmt::format("*MODEL CHANGE, ADD of element {} with *INITIAL CONDITIONS of stresses or "
                                "strains is not supported",
                                element.number));
  const auto material = input.materials.find(section.material);
  if (material == input.materials.end()) return;
  for (const Card* option : material->second.options)
    for (const char* const other : {"HYPERELASTIC", "HYPERFOAM", "DEFORMATION PLASTICITY", "USER MATERIAL"})
      if (option->name == other)
        card.fail(0, fmt::format("*MODEL CHANGE, ADD without strain of the material '{}' with *{} is not "
                                 "supported; of *ELASTIC it is",
                                 section.material, other));
}

/// Elements that steps before have removed come back with the sections that they had.
void take_returned(const Card& card, const Input& input, ElementChange& change) {
  const std::string way = card.value("ADD", "");
  const bool with_strain = way == "WITH STRAIN" || way == "WITHSTRAIN";
  if (!with_strain && !way.empty() && way != "STRAIN FREE" && way != "STRAINFREE")
    card.fail(0, fmt::format("*MODEL CHANGE: ADD={}; expected STRAIN FREE or WITH STRAIN", way));
  const std::size_t step = input.steps.size() - 1;
  const auto at_start = input.sections_of_elements();
  const auto now = sections_in_step(input, at_start, step);
  std::vector<const Section*> last = at_start;
  for (std::size_t i = 0; i < step; ++i) {
    const auto then = sections_in_step(input, at_start, i);
    for (std::size_t k = 0; k < then.size(); ++k)
      if (then[k] != nullptr) last[k] = then[k];
  }
  std::map<const Section*, std::shared_ptr<const Section>> copies;
  for (const int number : change.elements) {
    const auto place = static_cast<std::size_t>(number);
    if (now[place] != nullptr)
      card.fail(0,
                fmt::format("*MODEL CHANGE, ADD: element {} is in the model; elements that a step before has "
                            "removed can come back",
                            input.elements[place].number));
    if (last[place] == nullptr)
      card.fail(0, fmt::format("element {} has no section", input.elements[place].number));
    if (!with_strain) check_strain_free(card, 0, number, *last[place], input);
    std::shared_ptr<const Section>& copy = copies[last[place]];
    if (copy == nullptr) {
      Section section = *last[place];
      section.strain_free = !with_strain;
      copy = std::make_shared<const Section>(std::move(section));
    }
    change.returned.push_back(copy);
  }
}

bool is_in_step(const std::vector<const Section*>& sections, int element) {
  return sections[static_cast<std::size_t>(element)] != nullptr;
}

}  // namespace

void read_element_change(const Card& card, const Input& input, StepChanges& changes) {
  ElementChange change;
  if (card.name == "CHANGE SOLID SECTION") {
    change.section = {&card, plain_name(card.at("ELSET")), card.at("MATERIAL")};
    change.elements = input.elements_of(card, 0, card.at("ELSET"));
    check_solids(card, 0, change.elements, input);
    check_memory(card, change.section.material, input);
  } else {
    if (card.has("ADD") == card.has("REMOVE")) card.fail(0, "*MODEL CHANGE needs either ADD or REMOVE");
    if (card.data.empty()) card.fail(0, "*MODEL CHANGE: sets or numbers of elements are missing");
    for (const DataLine& line : card.data)
      for (const std::string& name : line.fields) {
        const std::vector<int> named = input.elements_of(card, line.line, plain_name(name));
        check_solids(card, line.line, named, input);
        change.elements.insert(change.elements.end(), named.begin(), named.end());
      }
  }
  const std::vector<const Section*> sections = input.sections_of_elements();
  for (const int element : change.elements)
    if (const Section* section = sections[static_cast<std::size_t>(element)])
      check_memory(card, section->material, input);
  if (card.has("ADD")) take_returned(card, input, change);
  if (change.section.card != nullptr) {
    const auto now = sections_in_step(input, sections, input.steps.size() - 1);
    for (const int element : change.elements)
      if (const Section* section = now[static_cast<std::size_t>(element)];
          section != nullptr && section->strain_free)
        card.fail(0, fmt::format("*{} of element {}, which has come back without strain, is not supported",
                                 card.name, input.elements[static_cast<std::size_t>(element)].number));
  }
  changes.elements.push_back(std::move(change));
}

std::vector<const Section*> sections_in_step(const Input& input, const std::vector<const Section*>& at_start,
                                             std::size_t step) {
  std::vector<const Section*> now = at_start;
  for (std::size_t i = 0; i < input.steps.size() && i <= step; ++i)
    for (const ElementChange& change : input.steps[i].changes.elements)
      for (std::size_t k = 0; k < change.elements.size(); ++k) {
        const Section*& section = now[static_cast<std::size_t>(change.elements[k])];
        if (!change.returned.empty()) {
          section = change.returned[k].get();
          continue;
        }
        const bool stays = change.section.card != nullptr && section != nullptr;
        section = stays ? &change.section : nullptr;
      }
  return now;
}

bool elements_change(const Input& input, const std::vector<std::size_t>& steps) {
  for (const std::size_t step : steps)
    if (!input.steps[step].changes.elements.empty()) return true;
  return false;
}

void add_idle_nodes(const Input& input, const Translation& translation, DeckTree& deck) {
  const std::vector<const Section*> at_start = input.sections_of_elements();
  std::vector<std::uint8_t> is_held(input.nodes.size(), 0);
  const auto hold = [&](const std::vector<NodeLoad>& supports) {
    for (const NodeLoad& support : supports)
      for (const int node : support.nodes) is_held[static_cast<std::size_t>(node)] = 1;
  };
  hold(input.boundaries);
  for (const Step& step : input.steps) hold(step.boundaries);
  for (std::size_t k = 0; k < translation.steps.size(); ++k) {
    const auto sections = sections_in_step(input, at_start, translation.steps[k]);
    std::vector<std::uint8_t> is_idle(input.nodes.size(), 0);
    for (const bool is_in : {false, true})
      for (std::size_t i = 0; i < input.elements.size(); ++i) {
        const bool counts =
            input.elements[i].type->is_connector() || is_in_step(sections, static_cast<int>(i));
        if (counts != is_in) continue;
        for (const int node : input.elements[i].nodes)
          is_idle[static_cast<std::size_t>(node)] = is_in ? 0 : 1;
      }
    std::vector<int> idle;
    for (std::size_t node = 0; node < is_idle.size(); ++node)
      if (is_idle[node] != 0 && is_held[node] == 0) idle.push_back(static_cast<int>(node));
    if (idle.empty()) continue;
    deck.add("boundary", input.steps[translation.steps[k]].card->where())
        .set("on", deck.node_group(idle, fmt::format("idle_{}", translation.steps[k] + 1)))
        .set("components", std::vector<std::string>{"x", "y", "z"})
        .set("steps", translation.step_names([k](std::size_t own) { return own == k; }));
  }
}

}  // namespace jounce::keyword
