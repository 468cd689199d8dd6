#include "input_files/keyword_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "input_files/fortran_number.h"

namespace jounce {
namespace {

bool is_node_quantity(const std::string& name) {
  return name == "U" || name == "V" || name == "RF" || name == "NT";
}
bool is_element_quantity(const std::string& name) {
  return name == "S" || name == "PEEQ" || name == "EVOL" || name == "ELSE" || name == "ELKE";
}

bool is_quantity_of_modes(const std::string& name) { return name == "U" || name == "RF" || name == "S"; }

/// Adds what a print asks for that is not printed.
void add_unknown(const keyword::Input& input, const keyword::Step& step, const keyword::Print& print,
                 std::vector<std::string>& notes) {
  const std::string where = params::to_string(print.card->where());
  const bool nodes = print.card->name == "NODE PRINT", elements = print.card->name == "EL PRINT";
  if (print.card->name == "SECTION PRINT")
    notes.push_back(fmt::format("{}: *{} prints nothing; use columns of [[history]] for forces", where,
                                print.card->name));
  if (print.card->name == "CONTACT PRINT")
    for (const std::string& quantity : print.quantities)
      if (!is_contact_quantity(quantity))
        notes.push_back(fmt::format("{}: {} is not printed by *{}", where, quantity, print.card->name));
  if (!nodes && !elements) return;  // fields are always written
  const bool of_modes = step.procedure->name == "FREQUENCY";
  for (const std::string& quantity : print.quantities)
    if (nodes ? !is_node_quantity(quantity) : !is_element_quantity(quantity))
      notes.push_back(fmt::format("{}: {} is not printed by *{}", where, quantity, print.card->name));
    else if (of_modes && !is_quantity_of_modes(quantity))
      notes.push_back(fmt::format("{}: {} is not printed for modes; U, RF and S are", where, quantity));
  if (!elements || print.quantities.empty()) return;
  const auto set = input.elements_of(*print.card, print.card->line, print.set);
  if (std::any_of(set.begin(), set.end(),
                  [&](int element) { return input.elements[element].type->is_connector(); }))
    notes.push_back(fmt::format(
        "{}: *EL PRINT prints solids and bars, not the springs and dashpots of set {}", where, print.set));
}

bool is_in_global_axes(const keyword::Print& print) {
  const std::string* global = print.card->find("GLOBAL");
  return global != nullptr && *global != "NO";
}

}  // namespace

std::string KeywordPrint::row(std::span<const double> values) {
  std::string text;
  for (const double value : values) text += fmt::format(" {:13.6E}", value);
  return text;
}

KeywordPrint::KeywordPrint(KeywordValues& values)
    : values_(values), input_(values.input()), model_(values.model()) {
  // What cannot be printed is said before the run.
  for (const keyword::Step& step : input_.steps)
    for (const keyword::Print& print : step.prints) {
      check_contact_print(print);
      if (print.card->name == "EL PRINT" && std::any_of(print.quantities.begin(), print.quantities.end(),
                                                        [](const std::string& q) { return q == "ELKE"; }))
        kinetic_energy(input_.elements_of(*print.card, print.card->line, print.set), print,
                       model_.system.initial_state());
    }
}

std::vector<std::string> KeywordPrint::unknown(const keyword::Input& input) {
  std::vector<std::string> notes;
  std::set<const keyword::Card*> known;  // cards go on in later steps
  for (const keyword::Step& step : input.steps)
    for (const keyword::Print& print : step.prints)
      if (known.insert(print.card).second) add_unknown(input, step, print, notes);
  return notes;
}

void KeywordPrint::go_on_from(KeywordPrint& before) {
  text_ = std::move(before.text_);
  table_ = std::move(before.table_);
}

void KeywordPrint::begin_step(std::size_t number) {
  text_ += fmt::format("\n                        S T E P {:7}\n\n", number + 1);
}

void KeywordPrint::state(const keyword::Step& step, int number, const Moment& moment, const State& state,
                         const Forces& forces) {
  text_ += fmt::format("\n                                INCREMENT {:5}\n\n", number);
  const bool is_imaginary = moment.part == Moment::Part::imaginary;
  if (!is_imaginary) row_ = {{"time"}, {{moment.time}}};
  suffix_ = is_imaginary ? "_imaginary" : "";
  if (!moment.is_modal) values_.references().follow(state);
  for (const keyword::Print& print : step.prints) {
    if (!is_due(print, number, moment)) continue;
    if (print.card->name == "CONTACT PRINT") contact_print(print, moment.time, forces.contacts);
    if (print.set.empty()) continue;
    if (print.card->name == "NODE PRINT") node_print(print, moment, state, forces);
    if (print.card->name == "EL PRINT") element_print(print, moment.time, state);
  }
  if (row_.names.size() == 1 || moment.part == Moment::Part::real) return;
  if (table_.names.empty()) table_.names = row_.names;
  if (table_.names == row_.names) table_.rows.push_back(std::move(row_.rows[0]));
}

void KeywordPrint::to_table(char letter, int node, const Vector3& value) {
  const auto name = [&](Index axis) { return fmt::format("{}_{}_{}{}", letter, node, "xyz"[axis], suffix_); };
  if (std::find(row_.names.begin(), row_.names.end(), name(0)) != row_.names.end()) return;  // of another set
  for (Index axis = 0; axis < 3; ++axis) {
    row_.names.push_back(name(axis));
    row_.rows[0].push_back(value[axis]);
  }
}

std::vector<Vector3> KeywordPrint::node_values(const std::string& quantity, const std::vector<int>& nodes,
                                               bool is_modal, const State& state,
                                               const Forces& forces) const {
  const Vector values = quantity == "U"   ? values_.displacements(state)
                        : quantity == "V" ? state.v
                                          : values_.node_forces(state, forces);
  std::vector<Vector3> result;
  for (const int node : nodes) {
    Vector3 value = Vector3::Zero();
    if (values_.is_in_mesh(node) || input_.expanded_nodes.contains(node)) {
      value = values_.node_value(node, values, quantity == "RF");
    } else if (input_.coupling_of(node) >= 0) {
      value = quantity == "U"   ? values_.references().displacement(node, state, is_modal)
              : quantity == "V" ? values_.references().velocity(node, state, is_modal)
                                : values_.references().force(node, state, forces.reaction);
    }
    result.push_back(value);
  }
  return result;
}

void KeywordPrint::node_table(const keyword::Print& print, const std::string& quantity, double time,
                              const std::vector<int>& nodes, const std::vector<Vector3>& values) {
  const char* title = quantity == "U"   ? "displacements (vx,vy,vz)"
                      : quantity == "V" ? "velocities (vx,vy,vz)"
                                        : "forces (fx,fy,fz)";
  const std::string* mode = print.card->find("TOTALS");
  const bool is_global = is_in_global_axes(print), has_lines = mode == nullptr || *mode != "ONLY";
  if (has_lines)
    text_ += fmt::format(" {} for set {} and time {:>14}\n\n", title, print.set, fortran(time, 7));
  Vector3 total = Vector3::Zero();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    total += values[i];
    const Vector3 printed = is_global ? values[i] : Vector3(values_.in_axes_of(nodes[i], values[i]));
    if (has_lines) text_ += fmt::format("{:10}{}\n", input_.node_numbers[nodes[i]], row({printed.data(), 3}));
  }
  text_ += '\n';
  if (mode != nullptr && quantity == "RF")
    text_ += fmt::format(" total force (fx,fy,fz) for set {} and time {:>14}\n\n      {}\n\n", print.set,
                         fortran(time, 7), row({total.data(), 3}));
}

void KeywordPrint::node_print(const keyword::Print& print, const Moment& moment, const State& state,
                              const Forces& forces) {
  const auto nodes = input_.nodes_of(*print.card, print.card->line, print.set);
  for (const std::string& quantity : print.quantities) {
    if (!is_node_quantity(quantity)) continue;
    if (quantity == "NT") {
      temperature_print(print, moment.time, nodes, state);
      continue;
    }
    const std::vector<Vector3> values = node_values(quantity, nodes, moment.is_modal, state, forces);
    node_table(print, quantity, moment.time, nodes, values);
    if (quantity == "RF" || nodes.size() > kMostNodes) continue;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      to_table(quantity == "U" ? 'u' : 'v', input_.node_numbers[nodes[i]], values[i]);
  }
}

void KeywordPrint::temperature_print(const keyword::Print& print, double time, const std::vector<int>& nodes,
                                     const State& state) {
  const std::vector<double> now = values_.temperatures(state);
  text_ += fmt::format(" temperatures for set {} and time {:>14}\n\n", print.set, fortran(time, 7));
  for (int node : nodes) {
    const int number = input_.node_numbers[node];
    // the middle of a beam or a shell has the mean of its section
    double sum = 0;
    int count = 0;
    const auto add = [&](int own) {
      if (now.empty() || !values_.is_in_mesh(own)) return;
      sum += now[values_.translation().point_of_node[own]];
      ++count;
    };
    if (const auto thin = input_.expanded_nodes.find(node); thin != input_.expanded_nodes.end())
      for (const int own : thin->second.sections) add(own);
    else
      add(node);
    const double value = count > 0 ? sum / count : 0;
    text_ += fmt::format("{:10}{}\n", number, row({&value, 1}));
  }
  text_ += '\n';
}

void KeywordPrint::totals(const std::string& what, const std::string& set, double time, double value) {
  text_ += fmt::format(" total {} for set {} and time {:>14}\n\n       {:13.6E}\n\n", what, set,
                       fortran(time, 7), value);
}

std::size_t KeywordPrint::printed_points(int element) const {
  const std::string_view type = input_.elements[element].type->name;
  // C3D20R without the further points of B32R
  const bool is_solid = values_.place(element).block->properties().section.empty();
  return type == "C3D20R" && is_solid ? 8
                                      : static_cast<std::size_t>(values_.place(element).block->n_points());
}

int KeywordPrint::printed_layers(int element) const {
  const keyword::ElementType& type = *input_.elements[element].type;
  return type.dimension != 2 || type.is_shell() || input_.is_of_abaqus ? 1
         : type.nodes > 4 && type.formulation == "full"                ? 3
                                                                       : 2;
}

std::vector<Voigt> KeywordPrint::printed_stresses(const keyword::Print& print, int element,
                                                  const State& state) const {
  constexpr std::size_t kPointsOfBars = 8;  // CalculiX makes solids of them
  std::vector<Voigt> stress;
  if (const auto of_bar = values_.bar_stress(state, element)) stress.assign(kPointsOfBars, *of_bar);
  if (std::vector<Voigt> of_shell = values_.shell_stresses(state, element); !of_shell.empty())
    return of_shell;
  const bool is_global = is_in_global_axes(print);
  std::size_t layer = 0;
  for (const Place& place : values_.layers(element)) {
    if (place.block == nullptr) continue;
    std::vector<Voigt> own(static_cast<std::size_t>(place.block->n_points()));
    place.block->point_stresses(state, place.number, own);
    own.resize(printed_points(element));
    for (const Voigt& s : own) stress.push_back(is_global ? s : values_.in_material_axes(element, layer, s));
    ++layer;
  }
  return stress;
}

void KeywordPrint::stress_print(const keyword::Print& print, double time,
                                const std::function<std::vector<Voigt>(int element)>& stresses) {
  text_ += fmt::format(" stresses (elem, integ.pnt.,sxx,syy,szz,sxy,sxz,syz) for set {} and time {:>14}\n\n",
                       print.set, fortran(time, 7));
  for (const int element : input_.elements_of(*print.card, print.card->line, print.set)) {
    const std::vector<Voigt> stress = stresses(element);
    int point = 0;
    for (int layer = 0; layer < printed_layers(element); ++layer)
      for (const Voigt& s : stress)
        text_ += fmt::format("{:10}{:4}{}\n", input_.elements[element].number, ++point, row({s.data(), 6}));
  }
  text_ += '\n';
}

void KeywordPrint::plastic_strain_print(const keyword::Print& print, double time, const State& state) {
  // No blank before "for", as CalculiX has it.
  text_ += fmt::format(" equivalent plastic strain (elem, integ.pnt.,pe)for set {} and time {:>14}\n\n",
                       print.set, fortran(time, 7));
  std::vector<double> strains;
  for (const int element : input_.elements_of(*print.card, print.card->line, print.set)) {
    if (values_.place(element).block == nullptr) continue;
    values_.plastic_strains(state, element, strains);
    strains.resize(printed_points(element));
    int point = 0;
    for (int layer = 0; layer < printed_layers(element); ++layer)
      for (const double& strain : strains)
        text_ += fmt::format("{:10}{:4}{}\n", input_.elements[element].number, ++point, row({&strain, 1}));
  }
  text_ += '\n';
}

void KeywordPrint::element_lines(const keyword::Print& print, const char* title, const char* total_title,
                                 double time, const std::function<double(const Place&)>& value) {
  const std::string* mode = print.card->find("TOTALS");
  double total = 0;
  std::string lines;
  for (const int element : input_.elements_of(*print.card, print.card->line, print.set)) {
    if (values_.place(element).block == nullptr) continue;
    double own = 0;
    for (const Place& place : values_.layers(element)) own += value(place);
    total += own;
    lines += fmt::format("{:10} {:13.6E}\n", input_.elements[element].number, own);
  }
  if (mode == nullptr || *mode != "ONLY")
    text_ += fmt::format(" {} for set {} and time {:>14}\n\n{}\n", title, print.set, fortran(time, 7), lines);
  if (mode != nullptr) totals(total_title, print.set, time, total);
}

void KeywordPrint::element_print(const keyword::Print& print, double time, const State& state) {
  for (const std::string& quantity : print.quantities) {
    if (quantity == "S")
      stress_print(print, time, [&](int element) { return printed_stresses(print, element, state); });
    else if (quantity == "PEEQ")
      plastic_strain_print(print, time, state);
    else if (quantity == "EVOL")
      element_lines(print, "volume (element, volume)", "volume", time,
                    [](const Place& at) { return at.block->volume(at.number); });
    else if (quantity == "ELSE")
      element_lines(print, "internal energy (element, energy)", "internal energy", time,
                    [&](const Place& at) { return at.block->strain_energy(state, at.number); });
    else if (quantity == "ELKE")
      totals("kinetic energy", print.set, time,
             kinetic_energy(input_.elements_of(*print.card, print.card->line, print.set), print, state));
  }
}

double KeywordPrint::kinetic_energy(const std::vector<int>& elements, const keyword::Print& print,
                                    const State& state) const {
  std::map<const SolidElements*, std::size_t> count;
  for (const int element : elements)
    for (const Place& place : values_.layers(element))
      if (place.block != nullptr) ++count[place.block];
  Energies energies;
  for (const auto& [block, number] : count) {
    if (number != block->cells().size())
      print.card->fail(0, "ELKE is printed as a total of whole sections; this set is a part of one");
    block->add_energies(state, Vector3::Zero(), energies);
  }
  return energies.kinetic;
}

}  // namespace jounce
