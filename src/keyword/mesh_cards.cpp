#include "keyword/mesh_cards.h"

#include <fmt/format.h>

#include <algorithm>

#include "params/nearest.h"

namespace jounce::keyword {
namespace {

template <class Map>
std::vector<std::string> keys(const Map& map) {
  std::vector<std::string> names;
  for (const auto& entry : map) names.push_back(entry.first);
  return names;
}

void append_unique(std::vector<int>& to, const std::vector<int>& from) {
  to.insert(to.end(), from.begin(), from.end());
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
}

/// Members of a set or number.
std::vector<int> members(const Card& card, int line, const std::string& name, std::string_view what,
                         const std::unordered_map<int, int>& places,
                         const std::map<std::string, std::vector<int>>& sets) {
  if (const auto set = sets.find(plain_name(name)); set != sets.end()) return set->second;
  if (const auto number = to_integer(plain_name(name)))
    if (const auto place = places.find(*number); place != places.end()) return {place->second};
  throw params::InputError(card.where(line),
                           fmt::format("there is no {} and no set of {}s named '{}'", what, what, name),
                           params::nearest(name, keys(sets)));
}

/// Members of *NSET or *ELSET: numbers, ranges (GENERATE) and names of sets before. Numbers that nothing has
/// are left out with a note, as Abaqus and CalculiX do it.
/// Returns them as the card lists them.
std::vector<int> read_set(const Card& card, const std::unordered_map<int, int>& places,
                          std::map<std::string, std::vector<int>>& sets, std::string_view what,
                          std::vector<std::string>& notes) {
  std::vector<int> members;
  for (const DataLine& line : card.data) {
    if (card.has("GENERATE")) {
      const int first = card.integer(line, 0), last = card.integer(line, 1, first),
                step = card.integer(line, 2, 1);
      if (step < 1 || last < first) card.fail(line.line, "first, last and step of a range must go upwards");
      for (int number = first; number <= last; number += step)
        if (const auto place = places.find(number); place != places.end()) members.push_back(place->second);
      continue;
    }
    for (const std::string& field : line.fields) {
      if (field.empty()) continue;
      if (const auto number = to_integer(field)) {
        const auto place = places.find(*number);
        if (place == places.end())
          notes.push_back(fmt::format("{}: *{}: there is no {} {}; it is left out",
                                      params::to_string(card.where(line.line)), card.name, what, field));
        else
          members.push_back(place->second);
      } else {
        const auto other = sets.find(plain_name(field));
        if (other == sets.end())
          throw params::InputError(card.where(line.line),
                                   fmt::format("there is no set of {}s named '{}'", what, field),
                                   params::nearest(field, keys(sets)));
        members.insert(members.end(), other->second.begin(), other->second.end());
      }
    }
  }
  append_unique(sets[plain_name(card.at(what == "node" ? "NSET" : "ELSET"))], members);
  return members;
}
}  // namespace

std::string plain_name(const std::string& name) {
  const auto dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

void read_nodes(const Card& card, Input& input) {
  std::vector<int> numbers;
  for (const DataLine& line : card.data) {
    const int number = card.integer(line, 0);
    if (!input.node_of_number.emplace(number, static_cast<int>(input.nodes.size())).second)
      card.fail(line.line, fmt::format("there are two nodes with the number {}", number));
    numbers.push_back(static_cast<int>(input.nodes.size()));
    input.node_numbers.push_back(number);
    input.greatest_node = std::max(input.greatest_node, number);
    input.nodes.emplace_back(card.number(line, 1, 0.0), card.number(line, 2, 0.0), card.number(line, 3, 0.0));
  }
  if (card.has("NSET")) append_unique(input.node_sets[plain_name(card.at("NSET"))], numbers);
}

void read_elements(const Card& card, Input& input) {
  const std::string& name = card.at("TYPE");
  const ElementType* type = find_element_type(name);
  if (type == nullptr) {
    if (card.has("ELSET"))
      input.element_sets[plain_name(card.at("ELSET"))];  // known to the cards that name it
    card.fail(0,
              fmt::format("elements of type {} are not supported; those of families C3D, CPS, CPE, CAX, S, "
                          "M3D, B31, B32, T3D2, T2D2, SPRING, DASHPOT, GAPUNI and DCOUP3D are",
                          name));
  }
  std::vector<int> numbers;
  bool open = false;
  for (const DataLine& line : card.data)
    for (std::size_t k = 0; k < line.fields.size(); ++k) {
      if (line.fields[k].empty()) continue;
      const int value = card.integer(line, k);
      if (!open) {
        if (!input.element_of_number.emplace(value, static_cast<int>(input.elements.size())).second)
          card.fail(line.line, fmt::format("there are two elements with the number {}", value));
        numbers.push_back(static_cast<int>(input.elements.size()));
        input.elements.push_back({value, type, {}, &card, line.line});
        open = true;
        continue;
      }
      const auto node = input.node_of_number.find(value);
      if (node == input.node_of_number.end())
        card.fail(line.line,
                  fmt::format("element {}: there is no node {}", input.elements.back().number, value));
      input.elements.back().nodes.push_back(node->second);
      open = static_cast<int>(input.elements.back().nodes.size()) < type->nodes;
      // Old files of CalculiX list nodes for the incompatible modes behind the eight.
      if (!open && type->name == "C3D8I") break;
    }
  if (open)
    card.fail(input.elements.back().line,
              fmt::format("element {} has {} nodes; {} has {}", input.elements.back().number,
                          input.elements.back().nodes.size(), name, type->nodes));
  if (card.has("ELSET")) append_unique(input.element_sets[plain_name(card.at("ELSET"))], numbers);
}

void read_node_set(const Card& card, Input& input) {
  const std::vector<int> members = read_set(card, input.node_of_number, input.node_sets, "node", input.notes);
  std::vector<int>& listed = input.listed_nodes[plain_name(card.at("NSET"))];
  listed.insert(listed.end(), members.begin(), members.end());
}

void read_element_set(const Card& card, Input& input) {
  read_set(card, input.element_of_number, input.element_sets, "element", input.notes);
}

void read_surface(const Card& card, Input& input) {
  Surface& surface = input.surfaces[plain_name(card.at("NAME"))];
  surface.card = &card;
  const std::string* type = card.find("TYPE");
  const bool of_nodes = type != nullptr && *type == "NODE";
  if (of_nodes) surface.has_nodes = true;
  if (type != nullptr && *type != "NODE" && *type != "ELEMENT")
    card.fail(0, fmt::format("*SURFACE of type {} is not supported; NODE and ELEMENT are", *type));
  for (const DataLine& line : card.data) {
    const std::string& name = card.text(line, 0);
    if (of_nodes) {
      append_unique(surface.nodes, input.nodes_of(card, line.line, name));
      continue;
    }
    const std::string& label = card.text(line, 1);
    if (label == "SNEG" || label == "SPOS") {  // of shells, which become solids
      for (const int element : input.elements_of(card, line.line, name)) {
        if (!input.elements[element].type->is_shell())
          card.fail(line.line,
                    fmt::format("'{}' is a side of shells; element {} of type {} is none", label,
                                input.elements[element].number, input.elements[element].type->name));
        surface.faces.push_back({element, label == "SNEG" ? 1 : 2});
      }
      continue;
    }
    if (label.size() != 2 || label[0] != 'S' || label[1] < '1' || label[1] > '6')
      card.fail(
          line.line,
          fmt::format("'{}' is no side of an element; S1 to S6 are expected, of shells also SNEG and SPOS",
                      label));
    for (const int element : input.elements_of(card, line.line, name))
      surface.faces.push_back({element, label[1] - '0'});
  }
}

void read_equations(const Card& card, Input& input) {
  for (std::size_t i = 0; i < card.data.size();) {
    const int line = card.data[i].line, terms = card.integer(card.data[i], 0);
    if (terms < 2) card.fail(line, "an equation has two terms or more");
    ++i;
    std::vector<std::vector<int>> nodes;
    std::vector<EquationTerm> term;
    while (static_cast<int>(nodes.size()) < terms) {
      if (i == card.data.size()) card.fail(line, fmt::format("this equation has fewer than {} terms", terms));
      const DataLine& data = card.data[i++];
      for (std::size_t k = 0; k + 2 < data.fields.size(); k += 3) {
        nodes.push_back(input.nodes_of(card, data.line, card.text(data, k)));
        term.push_back({0, card.integer(data, k + 1), card.number(data, k + 2)});
      }
    }
    const std::size_t count = nodes[0].size();
    for (std::size_t m = 0; m < count; ++m) {
      Equation equation{term, card.where(line)};
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        if (nodes[k].size() != 1 && nodes[k].size() != count)
          card.fail(line, "the sets of an equation must have as many nodes as the first one, or one node");
        equation.terms[k].node = nodes[k][nodes[k].size() == 1 ? 0 : m];
      }
      input.equations.push_back(std::move(equation));
    }
  }
}

int Input::add_node(const Vector3& at) {
  const int place = static_cast<int>(nodes.size());
  node_numbers.push_back(++greatest_node);
  node_of_number[greatest_node] = place;
  nodes.push_back(at);
  return place;
}

int one_node(const Card& card, const Input& input, std::string_view parameter) {
  const std::vector<int> nodes = input.nodes_of(card, 0, card.at(parameter));
  if (nodes.size() != 1)
    card.fail(0, fmt::format("one node is expected, but {} has {}", parameter, nodes.size()));
  return nodes[0];
}

std::vector<int> Input::nodes_of(const Card& card, int line, const std::string& name) const {
  return members(card, line, name, "node", node_of_number, node_sets);
}

std::vector<int> Input::elements_of(const Card& card, int line, const std::string& name) const {
  return members(card, line, name, "element", element_of_number, element_sets);
}

std::vector<int> Input::solid_nodes_of(const Card& card, int line, const std::string& name) const {
  std::vector<int> all = nodes_of(card, line, name);
  for (std::size_t i = 0, given = all.size(); i < given; ++i)
    if (const auto beam = expanded_nodes.find(all[i]); beam != expanded_nodes.end())
      all.insert(all.end(), beam->second.sections.begin(), beam->second.sections.end());
  return all;
}

std::vector<const Section*> Input::sections_of_elements() const {
  std::vector<const Section*> section_of(elements.size(), nullptr);
  for (const Section& section : sections)
    for (const int element : elements_of(*section.card, 0, section.elements)) section_of[element] = &section;
  return section_of;
}

bool Step::is_static() const { return procedure->name == "STATIC" || procedure->name == "VISCO"; }

std::vector<std::string> Input::materials_of(const Section& section) const {
  const auto own = layers.find(section.card);
  if (section.layer || own == layers.end()) return {section.material};
  std::vector<std::string> names;
  for (const Section& layer : own->second) names.push_back(layer.material);
  return names;
}

InitialState Input::initial_state_of(int element) const {
  const auto place = initial_states.find(element);
  return place == initial_states.end() ? InitialState() : place->second;
}

std::vector<int> Input::with_copies(std::vector<int> list) const {
  for (const auto& [copy, original] : copies)  // copies of copies come later
    if (std::find(list.begin(), list.end(), original) != list.end()) list.push_back(copy);
  return list;
}

int Input::coupling_of(int node) const {
  for (std::size_t i = 0; i < couplings.size(); ++i)
    if (couplings[i].reference == node || couplings[i].rotation == node) return static_cast<int>(i);
  return -1;
}

}  // namespace jounce::keyword
