#include "input_files/keyword_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "input_files/fortran_number.h"

namespace jounce {
namespace {

std::string row(std::span<const double> values) {
  std::string text;
  for (const double value : values) text += fmt::format(" {:13.6E}", value);
  return text;
}

bool is_node_quantity(const std::string& name) { return name == "U" || name == "V" || name == "RF"; }
bool is_element_quantity(const std::string& name) {
  return name == "S" || name == "PEEQ" || name == "EVOL" || name == "ELSE" || name == "ELKE";
}

/// Adds what a print asks for that is not printed.
void add_unknown(const keyword::Input& input, const keyword::Step& step, const keyword::Print& print,
                 std::vector<std::string>& notes) {
  const std::string where = params::to_string(print.card->where());
  const bool nodes = print.card->name == "NODE PRINT", elements = print.card->name == "EL PRINT";
  if (print.card->name == "CONTACT PRINT" || print.card->name == "SECTION PRINT")
    notes.push_back(fmt::format("{}: *{} prints nothing; use columns of [[history]] for forces", where,
                                print.card->name));
  if (!nodes && !elements) return;  // fields are always written
  if (step.procedure->name == "FREQUENCY" && !print.quantities.empty())
    notes.push_back(fmt::format("{}: *{} prints nothing for modes", where, print.card->name));
  for (const std::string& quantity : print.quantities)
    if (nodes ? !is_node_quantity(quantity) : !is_element_quantity(quantity))
      notes.push_back(fmt::format("{}: {} is not printed by *{}", where, quantity, print.card->name));
  if (!elements || print.quantities.empty()) return;
  const auto set = input.elements_of(*print.card, print.card->line, print.set);
  if (std::any_of(set.begin(), set.end(),
                  [&](int element) { return input.elements[element].type->dimension < 2; }))
    notes.push_back(fmt::format(
        "{}: *EL PRINT prints solids only, not the bars, springs and dashpots of set {}", where, print.set));
}

bool is_in_global_axes(const keyword::Print& print) {
  const std::string* global = print.card->find("GLOBAL");
  return global != nullptr && *global != "NO";
}

/// Rigid motion: translation along or rotation about an axis, of a node at x.
Vector3 rigid(int motion, const Vector3& x) {
  return motion < 3 ? Vector3(Vector3::Unit(motion)) : Vector3(Vector3(Vector3::Unit(motion - 3)).cross(x));
}

}  // namespace

KeywordPrint::KeywordPrint(KeywordValues& values)
    : values_(values), input_(values.input()), model_(values.model()) {
  // What cannot be printed is said before the run.
  for (const keyword::Step& step : input_.steps)
    for (const keyword::Print& print : step.prints)
      if (print.card->name == "EL PRINT" &&
          std::any_of(print.quantities.begin(), print.quantities.end(),
                      [](const std::string& q) { return q == "ELSE" || q == "ELKE"; }))
        energies_of(input_.elements_of(*print.card, print.card->line, print.set), print,
                    model_.system.initial_state());
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
    if (print.set.empty() || !is_due(print, number, moment)) continue;
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

void KeywordPrint::node_print(const keyword::Print& print, const Moment& moment, const State& state,
                              const Forces& forces) {
  const double time = moment.time;
  const auto nodes = input_.nodes_of(*print.card, print.card->line, print.set);
  for (const std::string& quantity : print.quantities) {
    if (!is_node_quantity(quantity)) continue;
    const Vector values = quantity == "U"   ? values_.displacements(state)
                          : quantity == "V" ? state.v
                                            : values_.node_forces(state, forces);
    const char* title = quantity == "U"   ? "displacements (vx,vy,vz)"
                        : quantity == "V" ? "velocities (vx,vy,vz)"
                                          : "forces (fx,fy,fz)";
    const std::string* mode = print.card->find("TOTALS");
    const bool is_global = is_in_global_axes(print);
    if (mode == nullptr || *mode != "ONLY")
      text_ += fmt::format(" {} for set {} and time {:>14}\n\n", title, print.set, fortran(time, 7));
    Vector3 total = Vector3::Zero();
    for (const int node : nodes) {
      Vector3 value = Vector3::Zero();
      if (values_.is_in_mesh(node) || input_.expanded_nodes.contains(node)) {
        value = values_.node_value(node, values, quantity == "RF");
      } else if (input_.coupling_of(node) >= 0) {
        value = quantity == "U"   ? values_.references().displacement(node, state, moment.is_modal)
                : quantity == "V" ? values_.references().velocity(node, state, moment.is_modal)
                                  : values_.references().force(node, state, forces.reaction);
      }
      total += value;
      const int number = input_.node_numbers[node];
      const Vector3 printed = is_global ? value : Vector3(values_.in_axes_of(node, value));
      if (mode == nullptr || *mode != "ONLY")
        text_ += fmt::format("{:10}{}\n", number, row({printed.data(), 3}));
      if (quantity != "RF" && nodes.size() <= kMostNodes)
        to_table(quantity == "U" ? 'u' : 'v', number, value);
    }
    text_ += '\n';
    if (mode != nullptr && quantity == "RF")
      text_ += fmt::format(" total force (fx,fy,fz) for set {} and time {:>14}\n\n      {}\n\n", print.set,
                           fortran(time, 7), row({total.data(), 3}));
  }
}

void KeywordPrint::totals(const std::string& what, const std::string& set, double time, double value) {
  text_ += fmt::format(" total {} for set {} and time {:>14}\n\n       {:13.6E}\n\n", what, set,
                       fortran(time, 7), value);
}

std::size_t KeywordPrint::printed_points(int element) const {
  const std::string_view type = input_.elements[element].type->name;
  // C3D20R without the further points of B32R
  return type == "C3D20R" ? 8 : static_cast<std::size_t>(values_.place(element).block->n_points());
}

int KeywordPrint::printed_layers(int element) const {
  const keyword::ElementType& type = *input_.elements[element].type;
  return type.dimension == 3 || input_.is_of_abaqus     ? 1
         : type.nodes > 4 && type.formulation == "full" ? 3
                                                        : 2;
}

void KeywordPrint::stress_print(const keyword::Print& print, double time, const State& state) {
  text_ += fmt::format(" stresses (elem, integ.pnt.,sxx,syy,szz,sxy,sxz,syz) for set {} and time {:>14}\n\n",
                       print.set, fortran(time, 7));
  std::vector<Voigt> stress;
  for (const int element : input_.elements_of(*print.card, print.card->line, print.set)) {
    if (values_.place(element).block == nullptr) continue;
    values_.point_stresses(state, element, stress);
    stress.resize(printed_points(element));
    int point = 0;
    if (!is_in_global_axes(print))
      for (Voigt& s : stress) s = values_.in_material_axes(element, s);
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

void KeywordPrint::element_print(const keyword::Print& print, double time, const State& state) {
  const auto elements = input_.elements_of(*print.card, print.card->line, print.set);
  const std::string* mode = print.card->find("TOTALS");
  for (const std::string& quantity : print.quantities) {
    if (quantity == "S") {
      stress_print(print, time, state);
    } else if (quantity == "PEEQ") {
      plastic_strain_print(print, time, state);
    } else if (quantity == "EVOL") {
      double total = 0;
      std::string lines;
      for (const int element : elements) {
        const KeywordValues::Place& place = values_.place(element);
        if (place.block == nullptr) continue;
        const double volume = place.block->volume(place.number);
        total += volume;
        lines += fmt::format("{:10} {:13.6E}\n", input_.elements[element].number, volume);
      }
      if (mode == nullptr || *mode != "ONLY")
        text_ += fmt::format(" volume (element, volume) for set {} and time {:>14}\n\n{}\n", print.set,
                             fortran(time, 7), lines);
      if (mode != nullptr) totals("volume", print.set, time, total);
    } else if (is_element_quantity(quantity)) {
      const Energies energies = energies_of(elements, print, state);
      if (quantity == "ELSE") totals("internal energy", print.set, time, energies.strain);
      if (quantity == "ELKE") totals("kinetic energy", print.set, time, energies.kinetic);
    }
  }
}

Energies KeywordPrint::energies_of(const std::vector<int>& elements, const keyword::Print& print,
                                   const State& state) const {
  std::map<const SolidElements*, std::size_t> count;
  for (const int element : elements)
    if (const KeywordValues::Place& place = values_.place(element); place.block != nullptr)
      ++count[place.block];
  Energies energies;
  for (const auto& [block, number] : count) {
    if (number != block->cells().size())
      print.card->fail(0, "ELSE and ELKE are printed as totals of whole sections; this set is a part of one");
    block->add_energies(state, Vector3::Zero(), energies);
  }
  return energies;
}

void KeywordPrint::buckling(const Vector& factors) {
  text_ +=
      "\n     B U C K L I N G   F A C T O R   O U T P U T\n\n MODE NO       BUCKLING\n                "
      "FACTOR\n\n";
  for (Index k = 0; k < factors.size(); ++k)
    text_ += fmt::format("{:7}  {:>14}\n", k + 1, fortran(factors[k], 7));
  table_.names = {"time", "factor"};
  for (Index k = 0; k < factors.size(); ++k) table_.rows.push_back({static_cast<double>(k + 1), factors[k]});
}

void KeywordPrint::modes(const EigenPairs& pairs) {
  const auto& contacts = model_.system.contacts().all();
  const bool has_friction = std::any_of(contacts.begin(), contacts.end(),
                                        [](const auto& pair) { return pair->law().tangents > 0; });
  text_ += "\n     E I G E N V A L U E   O U T P U T\n\n";
  text_ += has_friction ? " MODE NO                     FREQUENCY                   \n"
                          "                      REAL PART         IMAGINARY PART\n"
                          "             (RAD/TIME)   (CYCLES/TIME)   (RAD/TIME)\n\n"
                        : " MODE NO    EIGENVALUE                       FREQUENCY   \n"
                          "                                     REAL PART            IMAGINARY PART\n"
                          "                           (RAD/TIME)      (CYCLES/TIME     (RAD/TIME)\n\n";
  const auto line = [](std::span<const double> values) {
    std::string text;
    for (const double value : values) text += fmt::format("  {:>14}", fortran(value, 7));
    return text;
  };
  for (Index k = 0; k < pairs.values.size(); ++k) {
    const double value = pairs.values[k], omega = std::sqrt(std::abs(value));
    const double real = value > 0 ? omega : 0, imaginary = value > 0 ? 0 : omega;
    const std::array columns = {value, real, real / (2 * std::numbers::pi), imaginary};
    text_ += fmt::format("{:7}{}\n", k + 1, line(std::span(columns).subspan(has_friction ? 1 : 0)));
  }
  // M times the rigid motions, over all degrees of freedom
  const System& system = model_.system;
  const State& state = system.initial_state();
  std::array<Vector, 6> products;
  std::array<double, 6> total{};
  for (int motion = 0; motion < 6; ++motion) {
    Vector e = Vector::Zero(system.nv());
    for (const NodePlace& place : system.dofs().places) {
      Vector3 x = Vector3::Zero();
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (place.position[axis] >= 0) x[static_cast<Index>(axis)] = state.q[place.position[axis]];
      const Vector3 d = rigid(motion, x);
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (place.position[axis] >= 0) e[place.position[axis]] = d[static_cast<Index>(axis)];
    }
    Vector& product = products[motion];
    product = Vector::Zero(system.nv());
    system.add_mass_product(state, e, 1.0, product);
    total[motion] = e.dot(product);
  }
  const std::string columns =
      "X-COMPONENT     Y-COMPONENT     Z-COMPONENT     X-ROTATION      Y-ROTATION      Z-ROTATION\n\n";
  std::string factors, masses;
  std::array<double, 6> sum{};
  for (Index k = 0; k < pairs.values.size(); ++k) {
    std::array<double, 6> factor{}, mass{};
    for (std::size_t motion = 0; motion < 6; ++motion) {
      factor[motion] = products[motion].head(pairs.vectors.rows()).dot(pairs.vectors.col(k));
      mass[motion] = factor[motion] * factor[motion];
      sum[motion] += mass[motion];
    }
    factors += fmt::format("{:7}{}\n", k + 1, line(factor));
    masses += fmt::format("{:7}{}\n", k + 1, line(mass));
  }
  text_ += "\n     P A R T I C I P A T I O N   F A C T O R S\n\nMODE NO.   " + columns + factors;
  text_ += "\n     E F F E C T I V E   M O D A L   M A S S\n\nMODE NO.   " + columns + masses;
  text_ += fmt::format("TOTAL  {}\n", line(sum));
  text_ += "\n     T O T A L   E F F E C T I V E   M A S S\n\n           " + columns + "       " +
           line(total) + "\n";
}

void KeywordPrint::participation(double frequency, const EigenPairs& pairs, const Eigen::VectorXcd& factors) {
  text_ += fmt::format(
      "\nP A R T I C I P A T I O N   F A C T O R S   F O R   F R E Q U E N C Y   {:>20} (CYCLES/TIME)\n\n "
      "MODE NO    "
      "FREQUENCY               FACTOR\n           (CYCLES/TIME)      REAL        IMAGINARY\n\n",
      fortran(frequency, 13));
  for (Index k = 0; k < factors.size(); ++k) {
    const double own = std::sqrt(std::max(0.0, pairs.values[k])) / (2 * std::numbers::pi);
    text_ += fmt::format("{:7}  {:>14} {:>15} {:>15}\n", k + 1, fortran(own, 7),
                         fortran(factors[k].real(), 7), fortran(factors[k].imag(), 7));
  }
}

}  // namespace jounce
