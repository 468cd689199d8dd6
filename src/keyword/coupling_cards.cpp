// *COUPLING, *RIGID BODY and what follows them, and which of their degrees of freedom nodes of the mesh have.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "keyword/coupling_params.h"
#include "keyword/mesh_cards.h"

namespace jounce::keyword {

Coupling read_coupling(const Card& card, const Input& input) {
  Coupling coupling{&card, nullptr, one_node(card, input, "REFNODE"), -1, {}, {}};
  if (card.name == "COUPLING") {
    coupling.surface = card.at("SURFACE");
    return coupling;
  }
  if (card.has("ROTNODE")) coupling.rotation = one_node(card, input, "ROTNODE");
  if (card.has("NSET") == card.has("ELSET")) card.fail(0, "*RIGID BODY needs NSET or ELSET");
  std::set<int> nodes;
  if (card.has("NSET")) {
    const auto found = input.nodes_of(card, 0, card.at("NSET"));
    nodes.insert(found.begin(), found.end());
  } else {
    for (const int element : input.elements_of(card, 0, card.at("ELSET"))) {
      const auto& found = input.elements[element].nodes;
      nodes.insert(found.begin(), found.end());
    }
  }
  nodes.erase(coupling.reference);
  nodes.erase(coupling.rotation);
  coupling.nodes.assign(nodes.begin(), nodes.end());
  return coupling;
}

void take_coupling_kind(const Card& card, Input& input) {
  if (input.couplings.empty() || input.couplings.back().card->name != "COUPLING" ||
      input.couplings.back().kind != nullptr)
    card.fail(0, fmt::format("*{} needs a *COUPLING before it", card.name));
  input.couplings.back().kind = &card;
  std::array<bool, 7> has = {};
  for (const DataLine& line : card.data) {
    const int first = card.integer(line, 0), last = card.integer(line, 1, first);
    if (first < 1 || last > 6 || last < first)
      card.fail(line.line, "degrees of freedom are 1 to 3 (displacements) and 4 to 6 (rotations)");
    for (int dof = first; dof <= last; ++dof) has[dof] = true;
  }
  if (!card.data.empty() && !(has[1] && has[2] && has[3]))
    card.fail(card.data[0].line,
              "couplings without all displacements are not supported; 1 to 3 are required");
}

bool acts_on_coupling(const Input& input, const NodeLoad& load) {
  const auto is_reference = [&](int node) {
    for (int dof = load.first_dof; dof <= load.last_dof; ++dof)
      if (is_of_marker(input, node, dof)) return true;
    return false;
  };
  if (std::none_of(load.nodes.begin(), load.nodes.end(), is_reference)) return false;
  if (load.nodes.size() > 1)
    load.card->fail(
        load.line,
        fmt::format("'{}' has a reference node among other nodes; give it a separate line", load.name));
  return true;
}

bool is_of_marker(const Input& input, int node, int dof) {
  const int number = input.coupling_of(node);
  if (number < 0) return false;
  const Coupling& coupling = input.couplings[static_cast<std::size_t>(number)];
  return coupling.rotation == node || dof > 3 || !coupling.holds_reference;
}

bool coupling_supports_end(const Input& input, const Translation& translation) {
  for (std::size_t k = 1; k < translation.steps.size(); ++k)
    if (input.steps[translation.steps[k]].new_boundaries) return !input.couplings.empty();
  return false;
}

namespace {

/// Whether supports of displacements of a node begin or end in a step after the first.
bool supports_vary(const Input& input, int node) {
  const auto holds = [&](const NodeLoad& load) {
    return load.first_dof <= 3 && std::ranges::find(load.nodes, node) != load.nodes.end();
  };
  std::set<int> before;
  const auto take = [&](const std::vector<NodeLoad>& loads, std::set<int>& dofs) {
    for (const NodeLoad& load : loads)
      if (holds(load))
        for (int dof = load.first_dof; dof <= std::min(load.last_dof, 3); ++dof) dofs.insert(dof);
  };
  take(input.boundaries, before);
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    const Step& step = input.steps[i];
    std::set<int> now = i > 0 && step.new_boundaries ? std::set<int>() : before;
    take(step.boundaries, now);
    if (i > 0 && (now != before || std::ranges::any_of(step.boundaries, [&](const NodeLoad& load) {
                    return load.is_fixed && holds(load);
                  })))
      return true;
    before = std::move(now);
  }
  return false;
}

bool is_in_mesh(const Input& input, int node) {
  return std::ranges::any_of(input.equations,
                             [&](const Equation& equation) {
                               return std::ranges::any_of(equation.terms, [&](const EquationTerm& term) {
                                 return term.node == node;
                               });
                             }) ||
         std::ranges::any_of(input.elements, [&](const Element& element) {
           return !element.type->is_connector() &&
                  std::ranges::find(element.nodes, node) != element.nodes.end();
         });
}

}  // namespace

void hold_references(Input& input) {
  for (Coupling& coupling : input.couplings)
    if (coupling.card->name == "RIGID BODY" || coupling.kind != nullptr)
      coupling.holds_reference =
          coupling.is_rigid() && !input.expanded_nodes.contains(coupling.reference) &&
          (is_in_mesh(input, coupling.reference) || supports_vary(input, coupling.reference));
}

}  // namespace jounce::keyword
