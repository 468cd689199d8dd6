#include "keyword/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "keyword/analysis_params.h"
#include "keyword/beam_section.h"
#include "keyword/connector_params.h"
#include "keyword/contact_params.h"
#include "keyword/coupling_params.h"
#include "keyword/element_changes.h"
#include "keyword/element_sides.h"
#include "keyword/expansion_params.h"
#include "keyword/initial_state.h"
#include "keyword/load_cards.h"
#include "keyword/load_params.h"
#include "keyword/local_axes.h"
#include "keyword/material_needs.h"
#include "keyword/material_params.h"
#include "keyword/mesh_groups.h"
#include "keyword/mpc_params.h"
#include "keyword/node_axes.h"
#include "keyword/shell_params.h"
#include "keyword/stable_increment.h"
#include "keyword/step_changes.h"
#include "keyword/step_jumps.h"
#include "keyword/thin_elements.h"

namespace jounce::keyword {
namespace {

// A row or layer of C3D20R can move without strain.
constexpr double kHourglassShareOfBeams = 1e-4, kHourglassShareOfShells = 1e-6;
/// Of solids: as little as makes the stiffness regular, so that what CalculiX finds is found.
constexpr double kHourglassShareOfSolids = 1e-11;

bool is_general(const Step& step) {
  return !step.perturbation && (step.is_static() || step.procedure->name == "DYNAMIC");
}

class Translator {
 public:
  Translator(const Input& input, const std::vector<std::size_t>& steps, const TranslationOptions& options)
      : input_(input), as_finite_(options.as_finite), pressures_follow_(options.pressures_follow) {
    result_.steps = steps;
    result_.loads = options.loads;
  }

  Translation translate() {
    if (input_.elements.empty()) throw params::InputError(file_, "there are no elements (*ELEMENT)");
    make_mesh(input_, result_);
    take_steps();
    result_.dimension = dimension();
    result_.is_chain = !goes_through_alike() || supports_change(input_, result_) ||
                       contacts_or_equations_change(input_, result_.steps) ||
                       (elements_change(input_, result_.steps) && result_.steps.size() > 1);
    for (const std::size_t number : result_.steps)
      if (const Card& card = *input_.steps[number].procedure; card.has("EXPLICIT"))
        explicit_ = explicit_increment(input_, result_, card);
    DeckTree deck(input_, result_.dimension);
    materials(deck);
    elements(deck);
    add_supports(input_, result_, deck);
    if (elements_change(input_, result_.steps)) add_idle_nodes(input_, result_, deck);
    equations(deck);
    add_expansion_ties(input_, result_, deck);
    add_contacts(input_, result_, deck);
    add_couplings(input_, result_, deck);
    add_mpcs(input_, result_, deck);
    add_connectors(input_, result_, deck);
    add_loads(input_, result_, deck);
    add_temperatures(input_, result_, deck);
    if (!result_.steps.empty()) add_analysis(input_, explicit_, result_);
    result_.model = std::move(deck).take();
    split_jumps(result_, result_.model);
    return std::move(result_);
  }

 private:
  int dimension() const {
    if (result_.element_groups.empty()) return 3;  // springs alone
    int dimension = 0;
    const auto space_of = [](const ElementGroup& group) {
      return group.type->is_shell() ? 3 : group.type->dimension;
    };
    for (const ElementGroup& group : result_.element_groups) dimension = std::max(dimension, space_of(group));
    if (dimension == 1) {  // bars alone: in the plane where all are T2D2
      const auto is_plane = [](const ElementGroup& group) { return group.type->name == "T2D2"; };
      dimension = std::all_of(result_.element_groups.begin(), result_.element_groups.end(), is_plane) ? 2 : 3;
    }
    for (const ElementGroup& group : result_.element_groups)
      if (group.type->dimension > 1 && space_of(group) != dimension)
        throw params::InputError(file_,
                                 "plane elements and elements in space in one model are not supported");
    return dimension;
  }

  void take_steps() {
    for (const std::size_t i : result_.steps) {
      const Step& step = input_.steps[i];
      const Card& card = *step.procedure;
      StepTime time;
      time.start = result_.times.empty() ? 0.0 : result_.times.back().end;
      time.end = time.start + (card.data.empty() ? 1.0 : card.number(card.data[0], 1, 1.0));
      if (!(time.end > time.start) && is_general(step))
        card.fail(card.data[0].line,
                  fmt::format("*{}: the period of the step, the second number, must be greater "
                              "than zero",
                              card.name));
      if (is_periodic(card))
        time.end = time.start + (card.data.empty() ? 1.0 : card.number(card.data[0], 6, 1.0));
      time.ramped = step.is_static() || card.name == "BUCKLE";
      time.moves = card.name == "DYNAMIC";
      if (const std::string* way = step.card->find("AMPLITUDE")) time.ramped = *way == "RAMP";
      result_.times.push_back(time);
    }
    result_.finite_strain = as_finite_ || std::any_of(input_.steps.begin(), input_.steps.end(),
                                                      [](const Step& s) { return s.finite_strain; });
    result_.pressures_follow = pressures_follow_ && result_.finite_strain;
  }

  /// Other procedures than equilibria and motions stand alone.
  bool goes_through_alike() const {
    return result_.steps.size() < 2 || is_one_analysis(input_, result_.steps);
  }

  void materials(DeckTree& deck) {
    std::set<std::string> used;
    for (const ElementGroup& group : result_.element_groups) {
      if (group.section == nullptr) {
        const Element& element = input_.elements[group.elements[0]];
        throw params::InputError(element.where(),
                                 fmt::format("element {} belongs to no *SOLID SECTION", element.number));
      }
      for (const std::string& name : input_.materials_of(*group.section)) {
        if (input_.materials.count(name) == 0)
          group.section->card->fail(group.section->line,
                                    fmt::format("there is no material named '{}'", name));
        used.insert(name);
      }
    }
    const MaterialNeeds needs = needs_of(input_, result_.steps);
    for (const auto& [name, material] : input_.materials)
      if (used.count(name) > 0)
        deck.add("material", material.card->where()).take(material_keys(name, material, needs));
  }

  bool is_plastic(const Section& section) const {
    return std::ranges::any_of(input_.materials_of(section),
                               [&](const std::string& name) { return is_plastic(name); });
  }
  bool is_plastic(const std::string& name) const {
    const Material& material = input_.materials.at(name);
    if (is_of_library(name, material)) return true;
    return std::any_of(material.options.begin(), material.options.end(), [](const Card* card) {
      return card->name == "PLASTIC" || card->name == "CREEP" || card->name == "DEFORMATION PLASTICITY";
    });
  }
  /// Hardening curves are of true stress over logarithmic plastic strain.
  const char* strain_of(const Section& section) const {
    if (!result_.finite_strain) return "small";
    return is_plastic(section) ? "logarithmic" : "green-lagrange";
  }

  void elements(DeckTree& deck) {
    for (const ElementGroup& group : result_.element_groups) {
      params::Node& entry = deck.add("element", group.section->card->where())
                                .set("name", group.name)
                                .set("mesh", "m." + group.name);
      if (!group.type->is_shell())
        entry.set("material", group.section->material).set("strain", strain_of(*group.section));
      if (!group.steps.empty())
        entry.set("steps", result_.step_names([&](std::size_t k) {
          return std::ranges::find(group.steps, k) != group.steps.end();
        }));
      if (group.type->dimension == 1)
        entry.set("type", "bar").set("area", group.section->size());
      else if (group.type->is_shell())
        shell(group, entry);
      else
        solid(group, entry);
    }
  }

  void shell(const ElementGroup& group, params::Node& entry) {
    entry.take(shell_keys(input_, group, is_plastic(*group.section) ? "logarithmic" : "green-lagrange"));
    if (has_lumped_masses(*group.type)) entry.set("mass", "lumped");
    if (explicit_ && explicit_->scaled_to > 0)
      group.section->card->fail(0,
                                "masses of shells are not scaled with --shells: the least increment must be "
                                "no longer than the stable one");
    damp(group, entry);
  }

  static bool is_linear(const ElementType& type) {
    return topology(*find_shape(type.dimension, type.nodes)).corners == type.nodes;
  }
  /// Abaqus lumps the masses of linear elements, explicit dynamics those of all.
  bool has_lumped_masses(const ElementType& type) const {
    return (input_.is_of_abaqus && is_linear(type)) || is_explicit();
  }

  void damp(const ElementGroup& group, params::Node& entry) const {
    const std::vector<std::string> materials = input_.materials_of(*group.section);
    const Damping damping = damping_of(input_.materials.at(materials[0]));
    for (const std::string& other : materials)
      if (damping_of(input_.materials.at(other)) != damping)
        group.section->card->fail(
            0,
            fmt::format("*{}: the *DAMPING of '{}' differs from that of '{}'; layers of one shell have the "
                        "same",
                        group.section->card->name, other, materials[0]));
    if (damping.alpha > 0) entry.set("damping_mass", damping.alpha);
    if (damping.beta > 0) entry.set("damping_stiffness", damping.beta);
  }

  void solid(const ElementGroup& group, params::Node& entry) {
    const ElementType& type = *group.type;
    entry.set("type", "solid").set("formulation", formulation(type));
    if (type.name == "C3D20R") against_hourglass(group, entry);
    if (!type.plane.empty()) entry.set("plane", std::string(type.plane));
    if (!type.plane.empty() && type.plane != "axisymmetric") entry.set("thickness", group.section->size());
    if (has_lumped_masses(type))
      entry.set("mass", "lumped");
    else if (!input_.is_of_abaqus && has_masses_of_stiffness(type) &&
             !(is_linear(type) && type.formulation == "reduced"))
      entry.set("mass", "stiffness-points");
    const auto scaling = explicit_ ? explicit_ : frequency_mass_scaling(input_);
    if (scaling && scaling->scaled_to > 0) entry.set("mass_scaling", scaling->least_crossing(type));
    damp(group, entry);
    if (has_local_axes(input_, *group.section)) orientation(group, entry);
    if (group.section->strain_free) entry.set("strain_free", true);
    const InitialState state = input_.initial_state_of(group.elements[0]);
    const params::Node keys = initial_state_keys(state);
    entry.take(keys);
    if (!keys.children.empty() && is_plastic(*group.section))
      state.card->fail(
          0, fmt::format("initial stresses and strains of plastic materials ('{}') are not supported",
                         group.section->material));
  }

  /// Hollow sections have points enough.
  void against_hourglass(const ElementGroup& group, params::Node& entry) {
    const Card& card = *group.section->card;
    if (!is_expanded(group)) {
      if (is_row_or_layer(group)) entry.set("hourglass_share", kHourglassShareOfSolids);
      return;
    }
    if (!is_of_beams(card)) {
      if (const auto& layer = group.section->layer)
        entry.set("layer", std::vector<double>(layer->begin(), layer->end()));
      else
        entry.set("hourglass_share", kHourglassShareOfShells);
      return;
    }
    const BeamSection section = read_beam_section(card);
    if (section.is_hollow)
      entry.set("section", card.at("SECTION") == "PIPE" ? "pipe" : "box")
          .set("section_sizes", section.hollow);
    else
      entry.set("hourglass_share", kHourglassShareOfBeams);
  }

  bool is_row_or_layer(const ElementGroup& group) {
    if (free_thicknesses_.empty()) free_thicknesses_ = free_thicknesses(input_);
    return std::ranges::any_of(group.elements, [&](int element) {
      return free_thicknesses_[static_cast<std::size_t>(element)] > 0;
    });
  }

  bool is_expanded(const ElementGroup& group) const {
    return input_.flat_elements.count(group.elements[0]) > 0;
  }

  /// CalculiX integrates masses, and with them the forces of GRAV and CENTRIF, at the points of the
  /// stiffness. Motions by steps need masses that are not singular, and there it makes no difference that
  /// matters.
  ///
  /// Tetrahedra of second order always get them: meshes of curved parts have some whose Jacobian is positive
  /// at these four points alone.
  bool has_masses_of_stiffness(const ElementType& type) const {
    const auto any = [&](auto&& is) { return std::any_of(input_.steps.begin(), input_.steps.end(), is); };
    return (type.name == "C3D10" ||
            any([](const Step& s) { return s.procedure->name == "FREQUENCY" || loads_volumes(s); })) &&
           !any([](const Step& s) { return s.procedure->name == "DYNAMIC"; });
  }

  bool is_explicit() const {
    return std::any_of(input_.steps.begin(), input_.steps.end(),
                       [](const Step& step) { return step.procedure->has("EXPLICIT"); });
  }

  /// Abaqus integrates the volume change of linear quadrilaterals and hexahedra selectively, CalculiX does
  /// not.
  std::string formulation(const ElementType& type) const {
    return type.formulation == "b-bar" && !input_.is_of_abaqus ? "full" : std::string(type.formulation);
  }

  void orientation(const ElementGroup& group, params::Node& entry) const {
    const Matrix3 axes = axes_of_element(input_, *group.section, group.elements[0]);
    if (result_.dimension == 2)
      entry.set("axes", as_list(axes.col(0), 2));
    else
      entry.set("axes", std::vector<double>(axes.data(), axes.data() + 6));
  }

  void equations(DeckTree& deck) {
    int number = 0;
    for (const Equation& equation : input_.equations) {
      params::Node& joint =
          deck.add("joint", equation.where)
              .set("name", fmt::format("{}_{}", equation.is_cyclic ? "sector_tie" : "equation", ++number))
              .set("type", "equation");
      std::vector<EquationTerm> terms;
      for (const EquationTerm& given : equation.terms)
        if (equation.is_global)
          terms.push_back(given);
        else
          for (const EquationTerm& term : global_terms(input_, given.node, given.dof))
            terms.push_back({term.node, term.dof, given.factor * term.factor});
      for (const EquationTerm& term : terms)
        if (term.dof > result_.dimension)
          throw params::InputError(
              equation.where,
              fmt::format("degree of freedom {} in an equation; displacements 1 to {} are possible", term.dof,
                          result_.dimension));
      joint.set("terms", deck.terms(terms));
      const auto acts = [&](std::size_t k) { return holds(input_, equation, result_.steps[k]); };
      const auto steps = result_.step_names(acts);
      if (steps.size() < result_.steps.size()) joint.set("steps", steps);
    }
  }

  const Input& input_;
  std::vector<std::uint8_t> free_thicknesses_;  ///< found when first asked for
  const params::Location file_ = {input_.file.string(), 0, 0};
  Translation result_;
  bool as_finite_, pressures_follow_;
  std::optional<ExplicitIncrement> explicit_;
};

}  // namespace

std::vector<std::size_t> general_steps(const Input& input) {
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < input.steps.size(); ++i)
    if (is_general(input.steps[i])) steps.push_back(i);
  return steps;
}

Translation translate(const Input& input, const std::vector<std::size_t>& steps,
                      const TranslationOptions& options) {
  return Translator(input, steps, options).translate();
}

std::vector<std::string> Translation::step_names(const std::function<bool(std::size_t)>& acts) const {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < steps.size(); ++k)
    if (acts(k)) names.push_back(fmt::format("step_{}", steps[k] + 1));
  return names;
}

bool Translation::has(const Card& load) const {
  return loads == LoadPart::all ||
         (loads != LoadPart::none && is_imaginary(load) == (loads == LoadPart::imaginary));
}

params::Node Translation::deck() const {
  params::Node deck = model;
  deck.children.insert(deck.children.end(), analysis.children.begin(), analysis.children.end());
  return deck;
}

}  // namespace jounce::keyword
