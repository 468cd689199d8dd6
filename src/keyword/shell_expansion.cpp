#include "keyword/shell_expansion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "keyword/local_axes.h"
#include "keyword/shell_loads.h"
#include "math/shape_functions.h"

namespace jounce::keyword {
namespace {

const double kShared = std::cos(20 * std::acos(-1.0) / 180);        ///< computed normals
const double kGivenShared = std::cos(0.5 * std::acos(-1.0) / 180);  ///< those of *NORMAL

/// An element at one of its nodes.
struct Meeting {
  int element;
  std::size_t place;  ///< of the node in the element
  const ShellSection* section;
  double thickness;
  Vector3 normal;
  bool is_given;
  bool is_taken = false;
};

class ShellExpansion {
 public:
  explicit ShellExpansion(Input& input) : input_(input) {}

  ShellStations expand() {
    read_sections();
    if (sections_.empty()) return {};
    if (input_.is_of_abaqus && !section_of_.empty())
      input_.notes.push_back(
          fmt::format("{}: shells are expanded into solids, as CalculiX does, in a file of Abaqus, too; with "
                      "--shells they are shells",
                      params::to_string(sections_.begin()->first->where())));
    rewrite_shell_loads(input_, [this](int element) { return thickness_at(element, 0); });
    for (const auto& [element, section] : section_of_) meet(element, *section);
    for (auto& [node, meetings] : meetings_) share(node, meetings);
    for (auto& [node, stations] : stations_)
      for (ShellStation& station : stations) place(node, station);
    for (const auto& [element, section] : section_of_) replace(element);
    return std::move(stations_);
  }

 private:
  static bool is_of_shells(const Card& card) {
    return card.name == "SHELL SECTION" || card.name == "MEMBRANE SECTION";
  }

  /// The section of each shell; shells without one, and sections of other elements, are refused.
  void read_sections() {
    const std::vector<const Section*> section_of = input_.sections_of_elements();
    for (std::size_t i = 0; i < input_.elements.size(); ++i) {
      const Element& element = input_.elements[i];
      const bool is_given = section_of[i] != nullptr && is_of_shells(*section_of[i]->card);
      if (is_given && !element.type->is_shell())
        section_of[i]->card->fail(
            0, fmt::format("*{}: element {} of type {} is no shell", section_of[i]->card->name,
                           element.number, element.type->name));
      if (!element.type->is_shell()) continue;
      if (!is_given)
        throw params::InputError(
            element.where(),
            fmt::format("element {} of type {} belongs to no *{}", element.number, element.type->name,
                        element.type->is_membrane() ? "MEMBRANE SECTION" : "SHELL SECTION"));
      const Card& card = *section_of[i]->card;
      const auto known = sections_.find(&card);
      const auto place =
          known != sections_.end() ? known : sections_.emplace(&card, read_shell_section(card)).first;
      if (known == sections_.end() && input_.layers.count(&card) > 0)
        for (const Section& layer : input_.layers.at(&card)) check_orientation(input_, layer);
      if (input_.options.shells && !element.type->is_membrane()) continue;
      if (card.has("COMPOSITE") && element.type->name != "S8R")
        card.fail(0, fmt::format("*{}, COMPOSITE: element {} is of type {}; layers are supported in S8R",
                                 card.name, element.number, element.type->name));
      section_of_[static_cast<int>(i)] = &place->second;
    }
  }

  double thickness_at(int element, std::size_t k) const {
    const ShellSection& section = *section_of_.at(element);
    if (section.thickness > 0) return section.thickness;
    const int node = input_.elements[element].nodes[k];
    const auto given = input_.nodal_thickness.find(node);
    if (given == input_.nodal_thickness.end())
      section.card->fail(0,
                         fmt::format("*{}: node {} of element {} has no *NODAL THICKNESS", section.card->name,
                                     input_.node_numbers[node], input_.elements[element].number));
    return given->second;
  }

  Vector3 normal(const Element& element, std::size_t k) const {
    Vector3 n = shell_normal(input_, element, reference_nodes(*find_shape(2, element.type->nodes))[k]);
    if (n.isZero())
      throw params::InputError(
          element.where(), fmt::format("shell element {} has no normal at node {}: its edges lie on a line",
                                       element.number, input_.node_numbers[element.nodes[k]]));
    return n;
  }

  void meet(int number, const ShellSection& section) {
    const Element& element = input_.elements[number];
    for (std::size_t k = 0; k < element.nodes.size(); ++k) {
      const auto given = input_.normals.find({number, element.nodes[k]});
      const bool is_given = given != input_.normals.end();
      meetings_[element.nodes[k]].push_back({number, k, &section, thickness_at(number, k),
                                             is_given ? given->second : normal(element, k), is_given});
    }
  }

  int number_of(const Meeting& meeting) const { return input_.elements[meeting.element].number; }

  /// Makes the stations of a node: which elements share the nodes there.
  void share(int node, std::vector<Meeting>& meetings) {
    std::stable_sort(meetings.begin(), meetings.end(), [&](const Meeting& a, const Meeting& b) {
      return a.is_given != b.is_given ? a.is_given : number_of(a) < number_of(b);
    });
    for (Meeting& first : meetings) {
      if (first.is_taken) continue;
      std::vector<ShellStation>& stations = stations_[node];
      ShellStation station;
      station.section = *first.section;
      station.thickness = first.thickness;
      station.is_membrane = input_.elements[first.element].type->is_membrane();
      for (Meeting& other : meetings) {
        if (other.is_taken || (&other != &first && !shares(first, other))) continue;
        other.is_taken = true;
        const ElementType& type = *input_.elements[other.element].type;
        station.normal += other.normal;
        station.has_middle = station.has_middle || is_corner_of_second_order(type, other.place);
        ++station.elements;
        auto& places = station_of_[other.element];
        places.resize(static_cast<std::size_t>(type.nodes));
        places[other.place] = stations.size();
      }
      station.normal = first.is_given ? first.normal : station.normal.normalized();
      stations.push_back(station);
    }
  }

  bool shares(const Meeting& first, const Meeting& other) const {
    const auto is_membrane = [&](const Meeting& m) { return input_.elements[m.element].type->is_membrane(); };
    const double scale = 1e-10 * first.thickness;
    return !is_membrane(first) && !is_membrane(other) &&
           std::abs(first.thickness - other.thickness) <= scale &&
           std::abs(first.section->offset - other.section->offset) < 1e-10 &&
           first.normal.dot(other.normal) > (first.is_given ? kGivenShared : kShared);
  }

  static bool is_corner_of_second_order(const ElementType& type, std::size_t k) {
    return type.nodes > 4 && k < static_cast<std::size_t>(type.nodes / 2);
  }

  /// Makes the nodes of a station.
  void place(int node, ShellStation& station) {
    const Vector3 along = station.thickness * station.normal;
    const double o = station.section.offset;
    const Vector3 X = input_.nodes[node];
    station.nodes[0] = input_.add_node(X - (0.5 + o) * along);
    if (station.has_middle) station.nodes[1] = input_.add_node(X - o * along);
    station.nodes[2] = input_.add_node(X + (0.5 - o) * along);
  }

  /// Makes a solid of a shell: corners below and above, middles of the edges below and above, middles
  /// between.
  void replace(int number) {
    Element& element = input_.elements[number];
    const Element flat = element;
    input_.flat_elements.emplace(number, flat);
    const std::vector<std::size_t>& places = station_of_.at(number);
    const auto add = [&](std::size_t first, std::size_t last, std::size_t layer) {
      for (std::size_t k = first; k < last; ++k)
        element.nodes.push_back(stations_.at(flat.nodes[k])[places[k]].nodes[layer]);
    };
    const std::size_t count = flat.nodes.size();
    const std::size_t corners = count > 4 ? count / 2 : count;
    // One point in a row of elements has no stiffness against bending; Abaqus' S4R bends.
    const bool is_weak = input_.is_of_abaqus && element.type->name == "S4R";
    element.type = find_element_type(is_weak ? "C3D8I" : element.type->solid);
    element.nodes.clear();
    add(0, corners, 0);
    add(0, corners, 2);
    add(corners, count, 0);
    add(corners, count, 2);
    if (count > corners) add(0, corners, 1);
  }

  Input& input_;
  std::map<const Card*, ShellSection> sections_;
  std::map<int, const ShellSection*> section_of_;       ///< of elements
  std::map<int, std::vector<Meeting>> meetings_;        ///< by node
  std::map<int, std::vector<std::size_t>> station_of_;  ///< of elements: by node
  ShellStations stations_;
};

}  // namespace

ShellStations expand_shells(Input& input) { return ShellExpansion(input).expand(); }

}  // namespace jounce::keyword
