#include "keyword/step_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "keyword/mesh_cards.h"
#include "params/nearest.h"

namespace jounce::keyword {
namespace {

bool is_same(const SurfacePair& a, const SurfacePair& b) {
  return a.slave == b.slave && a.master == b.master;
}

bool is_among(const SurfacePair& pair, const std::vector<SurfacePair>& pairs) {
  return std::ranges::any_of(pairs, [&](const SurfacePair& other) { return is_same(pair, other); });
}

}  // namespace

void read_surface_pairs(const Card& card, std::vector<SurfacePair>& pairs) {
  if (card.data.empty()) card.fail(0, "the names of two surfaces are missing");
  for (const DataLine& line : card.data) {
    const bool is_alone = line.fields.size() < 2 || line.fields[1].empty();  // a surface that meets itself
    const std::size_t master = card.name != "TIE" && is_alone ? 0 : 1;
    pairs.push_back({&card, line.line, plain_name(card.text(line, 0)), plain_name(card.text(line, master))});
  }
}

void read_model_change(const Card& card, const Input& input, StepChanges& changes) {
  const std::string& type = card.at("TYPE");
  if (type != "CONTACT PAIR" && type != "CONTACTPAIR")
    card.fail(0,
              fmt::format("*MODEL CHANGE of type {} is not supported; CONTACT PAIR and ELEMENT are", type));
  if (card.has("ADD") == card.has("REMOVE")) card.fail(0, "*MODEL CHANGE needs either ADD or REMOVE");
  std::vector<SurfacePair>& pairs = card.has("ADD") ? changes.added : changes.removed;
  const auto before = static_cast<std::ptrdiff_t>(pairs.size());
  read_surface_pairs(card, pairs);
  for (auto pair = pairs.begin() + before; pair != pairs.end(); ++pair)
    if (!is_among(*pair, input.contacts))
      card.fail(pair->line, fmt::format("there is no *CONTACT PAIR of the surfaces '{}' and '{}'",
                                        pair->slave, pair->master));
}

std::vector<const Card*>& changed_interaction(const Card& card, const Input& input, StepChanges& changes) {
  const std::string& name = card.at("INTERACTION");
  if (input.interactions.count(name) == 0) {
    std::vector<std::string> known;
    for (const auto& entry : input.interactions) known.push_back(entry.first);
    throw params::InputError(card.where(), fmt::format("there is no *SURFACE INTERACTION named '{}'", name),
                             params::nearest(name, known));
  }
  return changes.laws[name];
}

void remove_equations(const Card& card, const Input& input, StepChanges& changes) {
  if (card.has("REMOVEALL")) {
    changes.removes_all_equations = true;
    return;
  }
  for (const DataLine& line : card.data) {
    const int first = card.integer(line, 1), last = card.integer(line, 2, first);
    for (const int node : input.nodes_of(card, line.line, card.text(line, 0)))
      for (int dof = first; dof <= last; ++dof) {
        const auto begins = [&](const Equation& equation) {
          return equation.terms.front().node == node && equation.terms.front().dof == dof;
        };
        if (std::ranges::none_of(input.equations, begins))
          card.fail(line.line, fmt::format("no equation begins with degree of freedom {} of node {}", dof,
                                           input.node_numbers[node]));
        changes.removed_equations.insert({node, dof});
      }
  }
}

Interaction interaction_in(const Input& input, const SurfacePair& pair, std::size_t step) {
  const std::string& name = pair.card->at("INTERACTION");
  const auto place = input.interactions.find(name);
  if (place == input.interactions.end())
    pair.card->fail(0, fmt::format("there is no *SURFACE INTERACTION named '{}'", name));
  Interaction interaction = place->second;
  for (std::size_t i = 0; i < input.steps.size() && i <= step; ++i) {
    const auto change = input.steps[i].changes.laws.find(name);
    if (change == input.steps[i].changes.laws.end()) continue;
    for (const Card* option : change->second) {
      std::erase_if(interaction.options, [&](const Card* old) { return old->name == option->name; });
      interaction.options.push_back(option);
    }
  }
  return interaction;
}

bool is_in_contact(const Input& input, const SurfacePair& pair, std::size_t step) {
  bool is_in = true;
  for (std::size_t i = 0; i < input.steps.size() && i <= step; ++i) {
    if (is_among(pair, input.steps[i].changes.removed)) is_in = false;
    if (is_among(pair, input.steps[i].changes.added)) is_in = true;
  }
  return is_in;
}

bool holds(const Input& input, const Equation& equation, std::size_t step) {
  const EquationTerm& first = equation.terms.front();
  for (std::size_t i = 0; i < input.steps.size() && i <= step; ++i) {
    const StepChanges& changes = input.steps[i].changes;
    if (changes.removes_all_equations || changes.removed_equations.count({first.node, first.dof}) > 0)
      return false;
  }
  return true;
}

bool contacts_or_equations_change(const Input& input, const std::vector<std::size_t>& steps) {
  for (std::size_t k = 1; k < steps.size(); ++k) {
    const std::size_t before = steps[k - 1], now = steps[k];
    if (std::ranges::any_of(input.equations, [&](const Equation& equation) {
          return holds(input, equation, before) != holds(input, equation, now);
        }))
      return true;
    for (const SurfacePair& pair : input.contacts)
      if (is_in_contact(input, pair, before) != is_in_contact(input, pair, now) ||
          interaction_in(input, pair, before).options != interaction_in(input, pair, now).options)
        return true;
  }
  return false;
}

}  // namespace jounce::keyword
