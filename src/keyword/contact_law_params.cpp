#include "keyword/contact_law_params.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "keyword/element_sides.h"
#include "mesh/cell_size.h"

namespace jounce::keyword {
namespace {

/// Friction that no load overcomes: the most that contacts take. Files write 1e20 for surfaces that do not
/// slide.
constexpr double kMostFriction = 1e6;

/// First constant of the material that comes first in the file; 0 without one.
double first_modulus(const Input& input) {
  const Material* first = nullptr;
  for (const auto& [name, material] : input.materials)
    if (first == nullptr || material.card < first->card) first = &material;
  if (first == nullptr) return 0;
  for (const Card* card : first->options)
    if (card->name == "ELASTIC" || card->name == "HYPERELASTIC") {
      const auto constants = card->numbers();
      return constants.empty() ? 0 : constants[0];
    }
  return 0;
}

/// Keys of a law of pressures, and its slope where surfaces touch.
struct PressureLaw {
  params::Node keys;
  double slope = 0;
};

PressureLaw table_law(const Card& card) {
  std::vector<double> overclosures, pressures;
  for (const DataLine& line : card.data) {
    pressures.push_back(card.number(line, 0));
    overclosures.push_back(card.number(line, 1));
  }
  if (pressures.size() < 2 || pressures[0] != 0)
    card.fail(0, "a table of pressures needs two lines or more, and its first pressure is 0");
  return {params::Node::table(card.where()).set("overclosures", overclosures).set("pressures", pressures),
          pressures[1] / (overclosures[1] - overclosures[0])};
}

/// CalculiX's linear law of nodes, which has a tension where they are far from a face.
PressureLaw node_law(const Card& card, double stiffness, double tension) {
  constexpr double kFirst = 0.01, kRatio = 1.1, kLast = 1e3,
                   kFar = 1e9;  // of the overclosure tension / stiffness
  std::vector<double> overclosures = {0}, pressures = {0};
  const auto add = [&](double s) {
    overclosures.push_back(s * M_PI * tension / stiffness);
    pressures.push_back(stiffness * overclosures.back() * (0.5 + std::atan(s) / M_PI));
  };
  for (double s = kFirst; s < kLast; s *= kRatio) add(s);
  add(kFar);
  return {params::Node::table(card.where()).set("overclosures", overclosures).set("pressures", pressures),
          stiffness};
}

/// What *SURFACE BEHAVIOR says.
PressureLaw pressure_law(const Input& input, const Card& card, bool is_node_to_surface) {
  const std::string law = card.has("PRESSURE-OVERCLOSURE") ? card.at("PRESSURE-OVERCLOSURE") : "HARD";
  const auto number = [&](std::size_t k) {
    return card.data.empty() ? 0.0 : card.number(card.data[0], k, 0.0);
  };
  if (law == "HARD" && input.is_of_abaqus) return {};
  if (law == "HARD" || law == "LINEAR") {
    const double stiffness = number(0) > 0 ? number(0) : 50 * first_modulus(input);
    if (!(stiffness > 0)) return {};
    if (law == "LINEAR" && is_node_to_surface && !input.is_of_abaqus && number(1) > 0)
      return node_law(card, stiffness, number(1));
    return {params::Node::table(card.where()).set("stiffness", stiffness), stiffness};
  }
  if (law == "EXPONENTIAL") {
    if (!(number(0) > 0) || !(number(1) > 0))
      card.fail(card.data.empty() ? 0 : card.data[0].line,
                "an exponential law needs a clearance and a pressure, both positive");
    return {params::Node::table(card.where()).set("touch_pressure", number(1)).set("clearance", number(0)),
            number(1) * std::log(100.0) / number(0)};
  }
  if (law.starts_with("TABULAR")) return table_law(card);
  card.fail(
      0,
      fmt::format("PRESSURE-OVERCLOSURE={} is not supported; HARD, LINEAR, EXPONENTIAL, TABULAR and TIED are",
                  law));
}

}  // namespace

bool is_tied(const Interaction& interaction) {
  return std::ranges::any_of(interaction.options, [](const Card* option) {
    const std::string* law = option->find("PRESSURE-OVERCLOSURE");
    return law != nullptr && *law == "TIED";
  });
}

bool is_node_to_surface(const SurfacePair& pair) {
  const std::string* type = pair.card->find("TYPE");
  return type == nullptr || *type == "NODE TO SURFACE";
}

params::Node contact_law_keys(const Input& input, const Interaction& interaction, bool is_static,
                              bool is_node_to_surface) {
  params::Node keys;
  double touch_slope = 0;
  for (const Card* option : interaction.options) {
    if (option->name != "SURFACE BEHAVIOR") continue;
    const PressureLaw law =
        pressure_law(input, *option, is_node_to_surface);  // refuses wrong cards in motions, too
    if (!is_static) continue;
    keys.take(law.keys);
    touch_slope = law.slope;
  }
  for (const Card* option : interaction.options) {
    if (option->name != "FRICTION" || option->data.empty()) continue;
    keys.where = option->where();
    const double mu = option->number(option->data[0], 0), stick = option->number(option->data[0], 1, 0.0);
    if (mu > 0) keys.set("friction", std::min(mu, kMostFriction));
    // A law of pressures needs a stiffness of sticking, which CalculiX wants as well.
    if (mu > 0 && is_static && (stick > 0 || touch_slope > 0))
      keys.set("stick_stiffness", stick > 0 ? stick : touch_slope);
  }
  return keys;
}

namespace {

/// What the length of an edge of a plane element is multiplied with for its area: the thickness, or 2 pi r in
/// the middle of an axisymmetric edge.
double depth_of(const ElementType& type, const Section* section, const CellFace& face,
                const std::array<Vector3, 8>& places) {
  if (type.dimension != 2 || type.is_shell()) return 1;
  if (type.plane != "axisymmetric") return section == nullptr ? 1 : section->size();
  return M_PI * (places[face.nodes[0]].x() + places[face.nodes[1]].x());
}

}  // namespace

std::vector<double> node_areas(const Input& input, const std::vector<int>& nodes) {
  std::map<int, std::vector<std::pair<std::vector<int>, double>>> faces;  // of each node: corners, share
  for (const int node : nodes) faces[node];
  std::map<std::vector<int>, int> owners;
  const std::vector<const Section*> section_of = input.sections_of_elements();
  for (std::size_t i = 0; i < input.elements.size(); ++i) {
    const Element& element = input.elements[i];
    const std::vector<ElementFace> sides = sides_of(input, static_cast<int>(i));
    if (sides.empty()) continue;
    const CellTopology& cell = topology(*find_shape(element.type->dimension, element.type->nodes));
    std::array<Vector3, 8> places;
    for (std::size_t a = 0; a < static_cast<std::size_t>(cell.corners); ++a)
      places[a] = input.nodes[element.nodes[a]];
    for (const ElementFace& at : sides) {
      const CellFace& face = *find_side(input, at);
      std::vector<int> all, corners;
      for (const int k : face.nodes) all.push_back(element.nodes[k]);
      if (std::none_of(all.begin(), all.end(), [&](int node) { return faces.count(node) > 0; })) continue;
      corners.assign(all.begin(), all.begin() + topology(face.shape).corners);
      std::sort(corners.begin(), corners.end());
      ++owners[corners];
      const double share = face_size(face, places) * depth_of(*element.type, section_of[i], face, places) /
                           static_cast<double>(all.size());
      for (const int node : all)
        if (const auto place = faces.find(node); place != faces.end())
          place->second.emplace_back(corners, share);
    }
  }
  std::vector<double> areas;
  for (const int node : nodes) {
    double area = 0;
    for (const auto& [corners, share] : faces.at(node))
      if (owners.at(corners) == 1) area += share;
    areas.push_back(area);
  }
  return areas;
}

std::vector<std::string> contact_law_notes(const Input& input, bool is_static) {
  std::vector<std::string> notes;
  const auto meets_nodes = [&](const std::string& interaction) {
    return !input.is_of_abaqus && std::ranges::any_of(input.contacts, [&](const SurfacePair& pair) {
      return pair.card->at("INTERACTION") == interaction && is_node_to_surface(pair);
    });
  };
  for (const auto& [name, interaction] : input.interactions)
    for (const Card* option : interaction.options) {
      const std::string where = params::to_string(option->where());
      const std::string* law = option->find("PRESSURE-OVERCLOSURE");
      if (law != nullptr && *law == "TIED") {
        notes.push_back(
            fmt::format("{}: surfaces are tied as by *TIE, without the stiffness of the law", where));
        break;
      }
      if (law != nullptr && *law != "HARD" && !is_static)
        notes.push_back(
            fmt::format("{}: contact is hard in dynamic steps; the law {} is ignored", where, *law));
      if (law != nullptr && *law == "HARD" && is_static && !input.is_of_abaqus)
        notes.push_back(fmt::format(
            "{}: HARD is CalculiX's linear law with {} per length; without `stiffness` the deck in the "
            "results has exact contact",
            where, 50 * first_modulus(input)));
      if (law != nullptr && *law == "LINEAR" && is_static && meets_nodes(name) && !option->data.empty() &&
          option->number(option->data[0], 1, 0.0) > 0)
        notes.push_back(
            fmt::format("{}: separated surfaces have no tension; the tension of {} that CalculiX applies to "
                        "nodes far from a surface is ignored",
                        where, option->number(option->data[0], 1)));
      if (option->name == "FRICTION" && !is_static && !option->data.empty() &&
          option->data[0].fields.size() > 1)
        notes.push_back(
            fmt::format("{}: contact sticks without slip; the stick stiffness is ignored", where));
    }
  return notes;
}

}  // namespace jounce::keyword
