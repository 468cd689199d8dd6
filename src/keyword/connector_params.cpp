#include "keyword/connector_params.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "keyword/coupling_params.h"
#include "keyword/local_axes.h"
#include "math/axes.h"
#include "math/coincide.h"

namespace jounce::keyword {
namespace {

/// What *SPRING or *DASHPOT says.
struct ConnectorLaw {
  std::array<int, 2> dofs = {};  ///< of connectors along degrees of freedom
  params::Node keys;
};

bool has_dofs(const ElementType& type) { return type.name.ends_with("1") || type.name.ends_with("2"); }

/// The card that connectors of a type need.
std::string_view card_of(const ElementType& type) {
  for (const std::string_view name : {"SPRING", "DASHPOT", "GAP"})
    if (type.name.starts_with(name)) return name;
  return "DISTRIBUTING COUPLING";
}

/// Data lines without those that are left empty.
std::vector<const DataLine*> filled_lines(const Card& card) {
  std::vector<const DataLine*> lines;
  for (const DataLine& line : card.data)
    if (std::any_of(line.fields.begin(), line.fields.end(), [](const auto& f) { return !f.empty(); }))
      lines.push_back(&line);
  return lines;
}

params::Node table_keys(const Card& card, const std::vector<const DataLine*>& lines) {
  std::vector<double> forces, elongations;
  for (const DataLine* line : lines) {
    forces.push_back(card.number(*line, 0));
    elongations.push_back(card.number(*line, 1));
    if (elongations.size() > 1 && elongations.back() <= elongations[elongations.size() - 2])
      card.fail(line->line, "the elongations of a table must rise: each line has a force and an elongation");
  }
  if (forces.size() < 2)
    card.fail(0, "a NONLINEAR spring needs two lines or more, each with a force and an elongation");
  return params::Node::table(card.where()).set("elongations", elongations).set("forces", forces);
}

ConnectorLaw law_of(const Card& card, const ElementType& type) {
  ConnectorLaw law = {{}, params::Node::table(card.where())};
  std::vector<const DataLine*> lines = filled_lines(card);
  if (has_dofs(type)) {
    if (lines.empty()) card.fail(0, fmt::format("*{}: the degrees of freedom are missing", card.name));
    for (std::size_t k = 0; k < static_cast<std::size_t>(type.nodes); ++k) {
      law.dofs[k] = card.integer(*lines[0], k);
      if (law.dofs[k] < 1 || law.dofs[k] > 3)
        card.fail(lines[0]->line, fmt::format("a {} acts along the degrees of freedom 1 to 3", type.name));
    }
    if (type.nodes == 2 && law.dofs[0] != law.dofs[1])
      card.fail(lines[0]->line,
                fmt::format("a {} between different degrees of freedom is not supported", type.name));
    lines.erase(lines.begin());
  }
  if (card.has("NONLINEAR")) {
    law.keys = table_keys(card, lines);
    return law;
  }
  if (lines.empty()) card.fail(0, fmt::format("*{}: its constant is missing", card.name));
  if (lines.size() > 1)
    card.fail(
        lines[1]->line,
        fmt::format("*{}: constants that depend on temperature or frequency are not supported", card.name));
  const double value = card.number(*lines[0], 0);
  if (value < 0)
    card.fail(lines[0]->line, fmt::format("*{}: a negative constant is not supported", card.name));
  law.keys.set(card.name == "SPRING" ? "stiffness" : "damping", value);
  return law;
}

/// *GAP: clearance, direction, a number without meaning, stiffness (none: the gap closes hard), tension s of
/// an open gap in CalculiX, whose force is k o (1/2 + atan(k o / (pi s)) / pi) at the overclosure o.
struct Gap {
  double clearance;
  Vector3 direction;
  std::optional<double> stiffness;
  double tension = 0;
};

Gap gap_of(const Card& card) {
  const auto lines = filled_lines(card);
  if (lines.size() != 1) card.fail(0, "*GAP needs one line: a clearance and a direction");
  const DataLine& line = *lines[0];
  Gap gap = {
      card.number(line, 0), in_range({card.number(line, 1), card.number(line, 2), card.number(line, 3)}), {}};
  if (line.fields.size() > 5 && !line.fields[5].empty()) gap.stiffness = card.number(line, 5);
  gap.tension = card.number(line, 6, 0.0);
  if (!(gap.tension >= 0)) card.fail(line.line, "*GAP: a negative tension is not supported");
  if (!(gap.direction.norm() > 0) || (gap.stiffness && !(*gap.stiffness > 0)))
    card.fail(line.line,
              "*GAP needs a direction, and a stiffness (sixth number) greater than 0 where it is given");
  if (gap.clearance < 0) card.fail(line.line, "*GAP: a negative clearance is not supported");
  gap.direction.normalize();
  return gap;
}

/// Forces of a gap that gives, over the elongations of its two nodes; its ends are where nothing will come
/// to.
void set_gap_table(const Gap& gap, double far, params::Node& entry) {
  constexpr double kFirst = 0.01, kRatio = 1.1, kMost = 1e3;  // of the overclosure pi s / k
  const double k = *gap.stiffness, size = M_PI * gap.tension / k;
  std::vector<double> overclosures = {0};
  if (gap.tension > 0)
    for (double s = kFirst; s < kMost && s * size < far; s *= kRatio) overclosures.push_back(s * size);
  overclosures.push_back(far);
  std::vector<double> elongations, forces;
  const auto add = [&](double o) {
    elongations.push_back(-gap.clearance - o);
    forces.push_back(gap.tension > 0 ? -k * o * (0.5 + std::atan(o / size) / M_PI) : -k * std::max(o, 0.0));
  };
  for (std::size_t i = overclosures.size(); i-- > 0;) add(overclosures[i]);
  for (std::size_t i = 1; i < overclosures.size(); ++i) add(-overclosures[i]);
  entry.set("type", "spring").set("elongations", elongations).set("forces", forces);
}

class ConnectorBuilder {
 public:
  ConnectorBuilder(const Input& input, const Translation& translation, DeckTree& deck)
      : input_(input), translation_(translation), deck_(deck) {}

  void add() {
    std::vector<const Section*> section_of(input_.elements.size(), nullptr);
    for (const Section& section : input_.connector_sections)
      for (const int number : input_.elements_of(*section.card, 0, section.elements)) {
        const Element& element = input_.elements[number];
        if (!element.type->is_connector() || card_of(*element.type) != section.card->name)
          section.card->fail(0, fmt::format("element {} is of type {}, not a {}", element.number,
                                            element.type->name, section.card->name));
        section_of[number] = &section;
      }
    for (std::size_t i = 0; i < input_.elements.size(); ++i) {
      const Element& element = input_.elements[i];
      if (!element.type->is_connector()) continue;
      if (section_of[i] == nullptr)
        throw params::InputError(element.where(), fmt::format("element {} belongs to no *{}", element.number,
                                                              card_of(*element.type)));
      if (element.type->name == "GAPUNI")
        add_gap(element, gap_of(*section_of[i]->card), *section_of[i]->card);
      else if (element.type->name != "DCOUP3D")  // equations
        add_spring(element, *section_of[i]->card);
    }
  }

 private:
  void add_spring(const Element& element, const Card& card) {
    const ConnectorLaw law = law_of(card, *element.type);
    std::array<std::string, 2> ends = {"ground", end(element.nodes[0])};
    if (element.nodes.size() == 2) ends = {end(element.nodes[0]), end(element.nodes[1])};
    Vector3 direction = Vector3::Zero();
    if (!has_dofs(*element.type)) {
      const auto at = [&](std::size_t k) { return input_.nodes[element.nodes[k]]; };
      direction = at(1) - at(0);
      if (coincide(at(0), at(1)))
        throw params::InputError(element.where(),
                                 fmt::format("the nodes of element {} are at the same place, so its line has "
                                             "no direction",
                                             element.number));
      direction.normalize();
    } else {
      if (element.nodes.size() == 2) std::swap(ends[0], ends[1]);  // u_1 - u_2 counts
      direction = axes_of_orientation(input_, card).col(law.dofs[0] - 1);
    }
    params::Node& entry = deck_.add("element", card.where())
                              .set("name", connector_name(element))
                              .set("type", "spring")
                              .set("between", std::vector<std::string>{ends[0], ends[1]});
    entry.take(law.keys);
    if (has_dofs(*element.type) || !translation_.finite_strain) set_direction(direction, card, entry);
  }

  void set_direction(const Vector3& direction, const Card& card, params::Node& entry) const {
    if (translation_.dimension == 2 && std::abs(direction.z()) > 0)
      card.fail(0, "the model is plane and has no such direction");
    entry.set("direction", as_list(direction, translation_.dimension));
  }

  void add_gap(const Element& element, const Gap& gap, const Card& card) {
    const double d = gap.clearance;
    params::Node& entry =
        deck_.add(gap.stiffness ? "element" : "contact", card.where())
            .set("name", connector_name(element))
            .set("between", std::vector<std::string>{end(element.nodes[0]), end(element.nodes[1])});
    if (!gap.stiffness) {
      entry.set("type", "gap").set("clearance", d);
    } else {
      const auto at = [&](std::size_t k) { return input_.nodes[element.nodes[k]]; };
      const double far = 100 * (d + (at(1) - at(0)).norm()) + 1;
      set_gap_table(gap, far, entry);
    }
    set_direction(gap.direction, card, entry);
  }

  /// Marker of the coupling that has the node as its reference, or a group of the node alone.
  std::string end(int node) {
    if (const int coupling = input_.coupling_of(node); coupling >= 0) return coupling_name(coupling);
    return deck_.node_group(node);
  }

  const Input& input_;
  const Translation& translation_;
  DeckTree& deck_;
};

}  // namespace

void add_connectors(const Input& input, const Translation& translation, DeckTree& deck) {
  ConnectorBuilder(input, translation, deck).add();
}

void add_distributing_couplings(Input& input) {
  for (const Section& section : input.connector_sections) {
    const Card& card = *section.card;
    if (card.name != "DISTRIBUTING COUPLING") continue;
    const auto elements = input.elements_of(card, 0, section.elements);
    if (elements.size() != 1 || input.elements[elements[0]].type->name != "DCOUP3D")
      card.fail(0, "*DISTRIBUTING COUPLING needs a set of one element of type DCOUP3D");
    const int reference = input.elements[elements[0]].nodes[0];
    std::vector<std::pair<int, double>> weights;
    double sum = 0;
    for (const DataLine& line : card.data) {
      const double weight = card.number(line, 1, 1.0);
      if (!(weight > 0)) card.fail(line.line, "weights are greater than 0");
      for (const int node : input.nodes_of(card, line.line, card.text(line, 0))) {
        if (node == reference) card.fail(line.line, "the node of the coupling is among its own nodes");
        weights.emplace_back(node, weight);
        sum += weight;
      }
    }
    if (weights.empty()) card.fail(0, "*DISTRIBUTING COUPLING: the nodes and their weights are missing");
    for (int dof = 1; dof <= 3; ++dof) {
      Equation equation{{}, card.where()};
      for (const auto& [node, weight] : weights) equation.terms.push_back({node, dof, weight / sum});
      equation.terms.push_back({reference, dof, -1.0});
      input.equations.push_back(std::move(equation));
    }
  }
}

}  // namespace jounce::keyword
