#include "keyword/beam_expansion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace jounce::keyword {
namespace {

const double kLeastCosine = std::cos(20 * std::acos(-1.0) / 180);

/// Corners and middles of sides of a section in halves of its sizes.
constexpr std::array<std::array<int, 2>, 8> kPlaces = {
    {{-1, 1}, {-1, -1}, {1, -1}, {1, 1}, {-1, 0}, {0, -1}, {1, 0}, {0, 1}}};

/// Nodes of a hexahedron of second order: the section that they lie in (0: first end, 1: middle, 2: last
/// end) and their place in it. The first eight are those of one of first order.
constexpr std::array<std::array<int, 2>, 20> kHexahedron = {
    {{0, 0}, {2, 0}, {2, 1}, {0, 1}, {0, 3}, {2, 3}, {2, 2}, {0, 2}, {1, 0}, {2, 4},
     {1, 1}, {0, 4}, {1, 3}, {2, 6}, {1, 2}, {0, 6}, {0, 7}, {2, 7}, {2, 5}, {0, 5}}};

bool any_beam(const Input& input, const std::vector<int>& elements) {
  return std::any_of(elements.begin(), elements.end(),
                     [&](int element) { return input.elements[element].type->is_beam(); });
}

class BeamExpansion {
 public:
  explicit BeamExpansion(Input& input) : input_(input) {}

  BeamStations expand() {
    read_sections();
    if (sections_.empty()) return {};
    if (input_.is_of_abaqus)
      input_.notes.push_back(
          fmt::format("{}: beams are expanded into solids, as CalculiX does, in a file of Abaqus, too",
                      params::to_string(sections_.begin()->first->where())));
    refuse_sides();
    for (std::size_t i = 0; i < input_.elements.size(); ++i)
      if (input_.elements[i].type->is_beam()) meet(static_cast<int>(i));
    for (auto& [node, stations] : stations_)
      for (BeamStation& station : stations) place(node, station);
    for (auto& [element, places] : station_of_) replace(element, places);
    return std::move(stations_);
  }

 private:
  /// The section of each beam; beams without one, and sections of other elements, are refused.
  void read_sections() {
    const std::vector<const Section*> section_of = input_.sections_of_elements();
    for (std::size_t i = 0; i < input_.elements.size(); ++i) {
      const Element& element = input_.elements[i];
      const bool of_beams = section_of[i] != nullptr && is_of_beams(*section_of[i]->card);
      if (of_beams && !element.type->is_beam())
        section_of[i]->card->fail(
            0, fmt::format("*{}: element {} of type {} is no beam", section_of[i]->card->name, element.number,
                           element.type->name));
      if (!element.type->is_beam()) continue;
      if (!of_beams)
        throw params::InputError(
            element.where(), fmt::format("element {} of type {} belongs to no *BEAM SECTION", element.number,
                                         element.type->name));
      const Card& card = *section_of[i]->card;
      const auto place = sections_.try_emplace(&card, read_beam_section(card)).first;
      if (element.type->nodes == 2) check_linear(element, place->second);
      if (place->second.is_hollow && element.type->name == "B32")
        integrate_reduced(static_cast<int>(i), card);
      section_of_[static_cast<int>(i)] = &place->second;
    }
  }

  /// A hollow section is one of the integration points of C3D20R.
  void integrate_reduced(int number, const Card& card) {
    Element& element = input_.elements[number];
    element.type = find_element_type("B32R");
    if (reduced_.insert(&card).second)
      input_.notes.push_back(
          fmt::format("{}: *{}: elements of type B32 with this section, which is hollow, "
                      "are integrated as those of type B32R",
                      params::to_string(card.where()), card.name));
  }

  void check_linear(const Element& element, const BeamSection& section) const {
    if (section.is_hollow)
      section.card->fail(0, fmt::format("*{}: element {} of type {} has no section PIPE or BOX; use B32R",
                                        section.card->name, element.number, element.type->name));
    if (section.is_round)
      section.card->fail(0, fmt::format("*BEAM SECTION: element {} of type {} is straight-sided and has no "
                                        "round section; use B32 or B32R",
                                        element.number, element.type->name));
    if (element.type->name == "B31R")
      section.card->fail(0,
                         fmt::format("*BEAM SECTION: element {} of type B31R has one integration point, so "
                                     "that it bends by its hourglass stiffness alone; use B31 or B32R",
                                     element.number));
  }

  /// Sides of the solids are no sides of the beams.
  void refuse_sides() const {
    for (const auto& [name, surface] : input_.surfaces)
      for (const ElementFace& face : surface.faces)
        if (any_beam(input_, {face.element}))
          surface.card->fail(0, fmt::format("surface '{}': sides of beams are not supported", name));
    for (const Step& step : input_.steps)
      for (const DistributedLoad& load : step.distributed)
        if (load.card->name == "DLOAD" && load.label.starts_with("P") &&
            any_beam(input_, input_.elements_of(*load.card, load.line, load.name)))
          load.card->fail(load.line, "pressures on beams are not supported; GRAV and CENTRIF are");
    for (const Coupling& coupling : input_.couplings)
      if (coupling.card->has("ELSET") &&
          any_beam(input_, input_.elements_of(*coupling.card, 0, coupling.card->at("ELSET"))))
        coupling.card->fail(0, "*RIGID BODY with beams is not supported; name nodes (NSET)");
  }

  Vector3 at(int node) const { return input_.nodes[node]; }

  /// Direction of the line of an element at its node k.
  Vector3 tangent(const Element& element, std::size_t k) const {
    const auto x = [&](std::size_t i) { return at(element.nodes[i]); };
    Vector3 t = x(element.nodes.size() - 1) - x(0);
    if (element.nodes.size() == 3 && k != 1)
      t = k == 0 ? Vector3(4 * x(1) - 3 * x(0) - x(2)) : Vector3(x(0) - 4 * x(1) + 3 * x(2));
    if (!(t.norm() > 0))
      throw params::InputError(element.where(),
                               fmt::format("beam element {} has zero length", element.number));
    return t.normalized();
  }

  /// Finds or makes the stations of an element at its nodes.
  void meet(int number) {
    const Element& element = input_.elements[number];
    const BeamSection& section = *section_of_.at(number);
    for (std::size_t k = 0; k < element.nodes.size(); ++k) {
      const Vector3 t = tangent(element, k);
      const Vector3 across = section.direction - section.direction.dot(t) * t;
      if (!(across.norm() > 1e-6 * section.direction.norm()))
        section.card->fail(
            0, fmt::format("*{}: the local direction 1 goes along element {}; give another one on the "
                           "second line",
                           section.card->name, element.number));
      const Vector3 n = across.normalized();
      const bool has_sides = element.nodes.size() == 3 && k != 1;
      auto& stations = stations_[element.nodes[k]];
      const auto fits = [&](const BeamStation& s) {
        return s.has_sides == has_sides && s.section.has_shape_of(section) &&
               s.tangent.normalized().dot(t) > kLeastCosine && s.direction.normalized().dot(n) > kLeastCosine;
      };
      auto place = std::find_if(stations.begin(), stations.end(), fits);
      if (place == stations.end())
        place = stations.insert(place, {section, has_sides, Vector3::Zero(), Vector3::Zero(), {}, 0});
      place->tangent += t;
      place->direction += n;
      ++place->elements;
      station_of_[number].emplace_back(element.nodes[k], place - stations.begin());
    }
  }

  /// Makes the nodes of a section.
  void place(int node, BeamStation& station) {
    const Vector3 t = station.tangent.normalized();
    const Vector3 n1 = (station.direction - station.direction.dot(t) * t).normalized(), n2 = t.cross(n1);
    station.tangent = t;
    station.direction = n1;
    const BeamSection& section = station.section;
    const Vector3 first = section.sizes[0] * n1, second = section.sizes[1] * n2;
    const Vector3 centre = at(node) - section.offsets[0] * first - section.offsets[1] * second;
    for (std::size_t k = 0; k < station.size(); ++k) {
      const double half = section.is_round && k < 4 ? 0.5 * std::sqrt(0.5) : 0.5;
      station.nodes.push_back(
          input_.add_node(centre + half * (kPlaces[k][0] * first + kPlaces[k][1] * second)));
    }
  }

  /// Makes a solid of a beam.
  void replace(int number, const std::vector<std::pair<int, std::ptrdiff_t>>& places) {
    Element& element = input_.elements[number];
    input_.flat_elements.emplace(number, element);
    element.type = find_element_type(element.type->solid);
    element.nodes.clear();
    for (std::size_t k = 0; k < static_cast<std::size_t>(element.type->nodes); ++k) {
      const auto [end, corner] = kHexahedron[k];
      const auto& [node, station] = places[end == 2 ? places.size() - 1 : static_cast<std::size_t>(end)];
      element.nodes.push_back(stations_.at(node)[station].nodes[corner]);
    }
  }

  Input& input_;
  std::map<const Card*, BeamSection> sections_;   ///< cards lie in one list: in the order of the file
  std::map<int, const BeamSection*> section_of_;  ///< of elements
  std::set<const Card*> reduced_;                 ///< of elements that are integrated as B32R
  std::map<int, std::vector<std::pair<int, std::ptrdiff_t>>> station_of_;  ///< of elements: node and place
  BeamStations stations_;
};

}  // namespace

BeamStations expand_beams(Input& input) { return BeamExpansion(input).expand(); }

}  // namespace jounce::keyword
