#include "keyword/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "keyword/analysis_text.h"
#include "keyword/beam_text.h"
#include "keyword/connector_text.h"
#include "keyword/contact_text.h"
#include "keyword/coupling_text.h"
#include "keyword/initial_state.h"
#include "keyword/load_text.h"
#include "keyword/local_axes.h"
#include "keyword/material_text.h"
#include "keyword/mesh_groups.h"
#include "keyword/mpc_text.h"
#include "keyword/node_axes.h"
#include "keyword/stable_increment.h"

namespace jounce::keyword {
namespace {

constexpr double kHourglassShare = 1e-4;  ///< of B32R: one row of C3D20R can move without strain

bool is_static(const Step& step) { return step.procedure->name == "STATIC"; }
bool is_static_analysis(const Input& input, const std::vector<std::size_t>& steps) {
  return !steps.empty() && is_static(input.steps[steps.front()]);
}
bool is_general(const Step& step) {
  return !step.perturbation && (is_static(step) || step.procedure->name == "DYNAMIC");
}

bool loads_volumes(const Step& step) {
  return std::any_of(step.distributed.begin(), step.distributed.end(),
                     [](const auto& load) { return load.label == "GRAV" || load.label == "CENTRIF"; });
}

class Translator {
 public:
  Translator(const Input& input, std::string file, const std::vector<std::size_t>& steps, bool as_finite)
      : input_(input), file_(std::move(file)), deck_(input), as_finite_(as_finite) {
    result_.steps = steps;
  }

  Translation translate() {
    if (input_.elements.empty()) throw params::InputError({file_, 0, 0}, "there are no elements (*ELEMENT)");
    make_mesh(input_, result_);
    take_steps();
    result_.dimension = dimension();
    for (const std::size_t number : result_.steps)
      if (const Card& card = *input_.steps[number].procedure; card.has("EXPLICIT"))
        explicit_ = explicit_increment(input_, result_, card);
    materials();
    elements();
    write_supports(input_, result_, deck_);
    equations();
    write_beam_ties(input_, result_, deck_);
    write_contacts(input_, deck_, is_static_analysis(input_, result_.steps));
    write_couplings(input_, result_, deck_);
    write_mpcs(input_, result_, deck_);
    write_connectors(input_, result_, deck_);
    write_loads(input_, result_, deck_);
    write_temperatures(input_, result_, deck_);
    analysis();
    result_.model = head() + deck_.text();
    return std::move(result_);
  }

 private:
  /// Title, model and mesh with the groups that the rest uses.
  std::string head() const {
    return fmt::format(
               "title = \"{}\"\n\n[model]\ndimension = {}\n\n[[mesh]]\nname = \"m\"\ntype = \"abaqus\"\nfile "
               "= \"{}\"\n",
               escaped(input_.title.empty() ? file_ : input_.title), result_.dimension,
               escaped(std::filesystem::path(file_).filename().string())) +
           deck_.groups();
  }

  int dimension() const {
    if (result_.element_groups.empty()) return 3;  // springs alone
    int dimension = 0;
    for (const ElementGroup& group : result_.element_groups)
      dimension = std::max(dimension, group.type->dimension);
    if (dimension == 1) {  // bars alone: in the plane where all are T2D2
      const auto is_plane = [](const ElementGroup& group) { return group.type->name == "T2D2"; };
      dimension = std::all_of(result_.element_groups.begin(), result_.element_groups.end(), is_plane) ? 2 : 3;
    }
    for (const ElementGroup& group : result_.element_groups)
      if (group.type->dimension > 1 && group.type->dimension != dimension)
        throw params::InputError({file_, 0, 0},
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
      time.ramped = is_static(step);
      time.moves = card.name == "DYNAMIC";
      if (const std::string* way = step.card->find("AMPLITUDE")) time.ramped = *way == "RAMP";
      result_.times.push_back(time);
    }
    result_.finite_strain = as_finite_ || std::any_of(input_.steps.begin(), input_.steps.end(),
                                                      [](const Step& s) { return s.finite_strain; });
  }

  bool needs_density() const {
    const auto uses_mass = [](const Step& step) {
      return (!is_static(step) && step.procedure->name != "BUCKLE") || loads_volumes(step);
    };
    return std::any_of(input_.steps.begin(), input_.steps.end(), uses_mass);
  }

  void materials() {
    std::set<std::string> used;
    for (const ElementGroup& group : result_.element_groups) {
      if (group.section == nullptr) {
        const Element& element = input_.elements[static_cast<std::size_t>(group.elements[0])];
        throw params::InputError({file_, element.line, 0},
                                 fmt::format("element {} belongs to no *SOLID SECTION", element.number));
      }
      if (input_.materials.count(group.section->material) == 0)
        group.section->card->fail(0, fmt::format("there is no material named '{}'", group.section->material));
      used.insert(group.section->material);
    }
    for (const auto& [name, material] : input_.materials)
      if (used.count(name) > 0) deck_.write("{}", material_text(input_, name, material, needs_density()));
  }

  bool is_plastic(const Section& section) const {
    const Material& material = input_.materials.at(section.material);
    return std::any_of(material.options.begin(), material.options.end(),
                       [](const Card* card) { return card->name == "PLASTIC"; });
  }
  /// Hardening curves are of true stress over logarithmic plastic strain.
  const char* strain_of(const Section& section) const {
    if (!result_.finite_strain) return "small";
    return is_plastic(section) ? "logarithmic" : "green-lagrange";
  }

  void elements() {
    for (const ElementGroup& group : result_.element_groups) {
      const Card& card = *group.section->card;
      deck_.write("\n[[element]]\nname = \"{0}\"\nmesh = \"m.{0}\"\nmaterial = \"{1}\"\nstrain = \"{2}\"\n",
                  group.name, group.section->material, strain_of(*group.section));
      const double size = group.section->size();
      if (group.type->dimension == 1) {
        deck_.write("type = \"bar\"\narea = {}\n", size);
        continue;
      }
      deck_.write("type = \"solid\"\nformulation = \"{}\"\n", formulation(*group.type));
      if (card.name == "BEAM SECTION" && group.type->name == "C3D20R")
        deck_.write("hourglass_share = {}\n", kHourglassShare);
      if (!group.type->plane.empty()) deck_.write("plane = \"{}\"\n", group.type->plane);
      if (!group.type->plane.empty() && group.type->plane != "axisymmetric")
        deck_.write("thickness = {}\n", size);
      // Abaqus lumps the mass of linear solids, explicit dynamics that of all.
      const bool is_linear =
          topology(*find_shape(group.type->dimension, group.type->nodes)).corners == group.type->nodes;
      if ((input_.is_of_abaqus && is_linear) || is_explicit())
        deck_.write("mass = \"lumped\"\n");
      else if (!input_.is_of_abaqus && has_masses_of_stiffness() &&
               !(is_linear && group.type->formulation == "reduced"))
        deck_.write("mass = \"stiffness-points\"\n");
      const auto scaling = explicit_ ? explicit_ : frequency_mass_scaling(input_);
      if (scaling && scaling->scaled_to > 0)
        deck_.write("mass_scaling = {}\n", scaling->least_crossing(*group.type));
      const Material& material = input_.materials.at(group.section->material);
      const Damping damping = damping_of(material);
      if (damping.alpha > 0) deck_.write("damping_mass = {}\n", damping.alpha);
      if (damping.beta > 0) deck_.write("damping_stiffness = {}\n", damping.beta);
      if (card.has("ORIENTATION") && has_axes(material)) orientation(card);
      initial_state(group);
    }
  }

  void initial_state(const ElementGroup& group) {
    const InitialState state = input_.initial_state_of(group.elements[0]);
    const std::string text = initial_state_text(state);
    if (!text.empty() && is_plastic(*group.section))
      state.card->fail(
          0, fmt::format("initial stresses and strains of plastic materials ('{}') are not supported",
                         group.section->material));
    deck_.write("{}", text);
  }

  /// CalculiX integrates masses, and with them the forces of GRAV and CENTRIF, at the points of the
  /// stiffness. Motions by steps need masses that are not singular, and there it makes no difference that
  /// matters.
  bool has_masses_of_stiffness() const {
    const auto any = [&](auto&& is) { return std::any_of(input_.steps.begin(), input_.steps.end(), is); };
    return any([](const Step& s) { return s.procedure->name == "FREQUENCY" || loads_volumes(s); }) &&
           !any([](const Step& s) { return s.procedure->name == "DYNAMIC"; });
  }

  bool is_explicit() const {
    return std::any_of(input_.steps.begin(), input_.steps.end(),
                       [](const Step& step) { return step.procedure->has("EXPLICIT"); });
  }

  /// Abaqus integrates the volume change of linear quadrilaterals and hexahedra selectively, CalculiX does
  /// not.
  std::string_view formulation(const ElementType& type) const {
    return type.formulation == "b-bar" && !input_.is_of_abaqus ? "full" : type.formulation;
  }

  /// Axes of isotropic materials count for prints only.
  static bool has_axes(const Material& material) {
    return std::any_of(material.options.begin(), material.options.end(), [](const Card* card) {
      return card->name == "ELASTIC" && card->has("TYPE") && !card->at("TYPE").starts_with("ISO");
    });
  }

  void orientation(const Card& section) {
    const Matrix3 axes = axes_of_orientation(input_, section);
    if (result_.dimension == 2)
      deck_.write("axes = [{}, {}]\n", axes(0, 0), axes(1, 0));
    else
      deck_.write("axes = [{}]\n", fmt::join(axes.data(), axes.data() + 6, ", "));
  }

  void equations() {
    int number = 0;
    for (const Equation& equation : input_.equations) {
      deck_.write("\n[[joint]]\nname = \"equation_{}\"\ntype = \"equation\"\nterms = [\n", ++number);
      for (const EquationTerm& given : equation.terms)
        for (const EquationTerm& term : equation.is_global
                                            ? std::vector<EquationTerm>{{given.node, given.dof, 1.0}}
                                            : global_terms(input_, given.node, given.dof)) {
          if (term.dof > result_.dimension)
            throw params::InputError(
                {file_, equation.line, 0},
                fmt::format("degree of freedom {} in an equation; displacements 1 to {} are possible",
                            term.dof, result_.dimension));
          const std::string name =
              fmt::format("node_{}", input_.node_numbers[static_cast<std::size_t>(term.node)]);
          deck_.write("  {{ on = \"{}\", component = \"{}\", factor = {} }},\n",
                      deck_.node_group({term.node}, name), axis_of(term.dof), given.factor * term.factor);
        }
      deck_.write("]\n");
    }
  }

  void analysis() {
    if (result_.steps.empty()) return;
    const AnalysisText analysis = analysis_text(input_, result_, file_, explicit_ ? explicit_->size : 0);
    result_.analysis = analysis.text;
    result_.increment = analysis.increment;
  }

  const Input& input_;
  std::string file_;
  Translation result_;
  DeckText deck_;
  bool as_finite_;
  std::optional<ExplicitIncrement> explicit_;
};

}  // namespace

std::vector<std::size_t> general_steps(const Input& input) {
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    if (!is_general(input.steps[i])) continue;
    if (!steps.empty() && is_static(input.steps[steps.front()]) != is_static(input.steps[i]))
      input.steps[i].card->fail(0, "static and dynamic steps in one model are not supported");
    steps.push_back(i);
  }
  return steps;
}

Translation translate(const Input& input, const std::string& file, const std::vector<std::size_t>& steps,
                      bool as_finite) {
  return Translator(input, file, steps, as_finite).translate();
}

}  // namespace jounce::keyword
