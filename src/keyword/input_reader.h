#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "keyword/coupling_params.h"
#include "keyword/cyclic_symmetry.h"
#include "keyword/element_changes.h"
#include "keyword/initial_state.h"
#include "keyword/load_cards.h"
#include "keyword/mesh_cards.h"
#include "keyword/mpc_params.h"
#include "keyword/node_axes.h"
#include "keyword/other_physics.h"
#include "keyword/shell_section.h"
#include "keyword/step_changes.h"
#include "keyword/submodel.h"
#include "keyword/substructure_cards.h"
#include "keyword/time_points.h"
#include "params/nearest.h"

namespace jounce::keyword {

/// Takes the cards of a file one after another: what each says goes to the input.
class InputReader {
 public:
  explicit InputReader(Input& input) : input_(input) {}

  /// Gives cards the names that this reader has for them and their parameters.
  static void name_cards(std::vector<Card>& cards) {
    for (Card& card : cards) {
      name_with_blanks(card);
      complete_parameters(card);
    }
  }

  /// Cards must have their names (name_cards).
  void read() {
    std::vector<params::Diagnostic> wrong;
    refuse_other_physics(input_.cards);
    for (const bool are_nodes : {true, false})  // cards before them may name nodes
      for (const Card& card : input_.cards) try {
          if ((card.name == "NODE") == are_nodes) take(card);
        } catch (const params::InputError& error) {
          // A card that failed is missing to those behind it: only what they are themselves still counts.
          if (wrong.empty() || is_unsupported_)
            wrong.insert(wrong.end(), error.diagnostics().begin(), error.diagnostics().end());
        }
    if (step_ != nullptr && wrong.empty() && input_.cards.back().name == "STEP") {
      input_.notes.push_back(
          fmt::format("{}: an empty step is skipped", params::to_string(step_->card->where())));
      input_.steps.pop_back();
      step_ = nullptr;
    }
    if (step_ != nullptr && wrong.empty())
      wrong.push_back({step_->card->where(), "*END STEP is missing in this step", {}});
    if (!wrong.empty()) throw params::InputError(wrong);
  }

 private:
  struct Handler {
    std::string_view name;
    void (InputReader::*take)(const Card&);
    std::vector<std::string_view> parameters;
  };
  static const std::vector<Handler>& handlers();

  /// Blanks in keywords may be left out: *ENDSTEP.
  static void name_with_blanks(Card& card) {
    const auto is_same = [&](std::string_view name) {
      std::string joined(name);
      std::erase(joined, ' ');
      return joined == card.name;
    };
    for (const Handler& handler : handlers())
      if (is_same(handler.name)) card.name = handler.name;
  }

  /// Parameters may be cut where what is left, four letters at least, begins one alone: FREQ.
  static void complete_parameters(Card& card) {
    constexpr std::size_t kLeast = 4;
    const auto place = std::ranges::find(handlers(), card.name, &Handler::name);
    if (place == handlers().end()) return;
    const auto& known = place->parameters;
    for (Card::Parameter& parameter : card.parameters) {
      if (parameter.name.size() < kLeast || std::ranges::find(known, parameter.name) != known.end()) continue;
      const auto begins = [&](std::string_view name) { return name.starts_with(parameter.name); };
      if (std::ranges::count_if(known, begins) == 1) parameter.name = *std::ranges::find_if(known, begins);
    }
  }

  void take(const Card& card) {
    is_unsupported_ = true;
    const auto& all = handlers();
    const auto place =
        std::find_if(all.begin(), all.end(), [&](const Handler& h) { return h.name == card.name; });
    if (place == all.end()) {
      std::vector<std::string> names;
      for (const Handler& handler : all) names.emplace_back(handler.name);
      throw params::InputError(card.where(), fmt::format("the card *{} is not supported", card.name),
                               params::nearest(card.name, names));
    }
    for (const Card::Parameter& parameter : card.parameters)
      if (std::find(place->parameters.begin(), place->parameters.end(), parameter.name) ==
          place->parameters.end())
        throw params::InputError(
            card.where(),
            fmt::format("*{} with the parameter {} is not supported", card.name, parameter.name),
            params::nearest(parameter.name, {place->parameters.begin(), place->parameters.end()}));
    is_unsupported_ = false;
    const std::size_t notes = input_.notes.size();
    (this->*place->take)(card);
    if (card.is_restarted) input_.notes.resize(notes);  // the job before has said so
  }

  void nothing(const Card& card) {
    input_.notes.push_back(fmt::format("{}: *{} has no effect", params::to_string(card.where()), card.name));
  }
  void preprint(const Card& card) {
    input_.is_of_abaqus = true;
    nothing(card);
  }
  /// Holds for this step and those after it; before the first step for all.
  void restart(const Card& card) {
    if (card.has("READ")) card.fail(0, "*RESTART, READ must be the first card of a file");
    if (!card.has("WRITE")) card.fail(0, "*RESTART needs either READ or WRITE");
    const auto every = to_integer(card.value("FREQUENCY", "1"));
    if (!every || *every < 0)
      card.fail(0, fmt::format("*RESTART: FREQUENCY is '{}'; a whole number of steps is expected",
                               card.at("FREQUENCY")));
    restart_ = {*every, card.has("OVERLAY")};
  }
  void structure(const Card&) { input_.is_of_abaqus = true; }
  void heading(const Card& card) {
    if (!card.data.empty() && !card.data[0].fields.empty()) input_.title = card.data[0].fields[0];
  }

  void node(const Card& card) { read_nodes(card, input_); }
  void element(const Card& card) { read_elements(card, input_); }
  void node_set(const Card& card) { read_node_set(card, input_); }
  void element_set(const Card& card) { read_element_set(card, input_); }
  void surface(const Card& card) { read_surface(card, input_); }
  void equation(const Card& card) {
    if (card.has("REMOVE") || card.has("REMOVEALL"))
      remove_equations(card, input_, in_step(card).changes);
    else
      read_equations(card, input_);
  }

  void material(const Card& card) {
    material_ = &input_.materials[card.at("NAME")];
    material_->card = &card;
  }
  void material_option(const Card& card) {
    if (material_ == nullptr) card.fail(0, fmt::format("*{} needs a *MATERIAL before it", card.name));
    material_->options.push_back(&card);
  }
  void section(const Card& card) {
    const bool has_layers = card.has("COMPOSITE");  // with materials of their own
    input_.sections.push_back(
        {&card, plain_name(card.at("ELSET")), has_layers ? std::string() : card.at("MATERIAL")});
    if (has_layers) input_.layers[&card] = read_layers(card);
    input_.elements_of(card, 0, card.at("ELSET"));
  }
  void connector_section(const Card& card) {
    input_.connector_sections.push_back({&card, plain_name(card.at("ELSET")), {}});
    input_.elements_of(card, 0, card.at("ELSET"));
  }
  void interaction(const Card& card) {
    interaction_ = &input_.interactions[card.at("NAME")];
    interaction_->card = &card;
  }
  void interaction_option(const Card& card) {
    if (changed_ != nullptr) return changed_->push_back(&card);
    if (interaction_ == nullptr)
      card.fail(0, fmt::format("*{} needs a *SURFACE INTERACTION before it", card.name));
    interaction_->options.push_back(&card);
  }
  /// Nothing moves fast in other steps.
  void contact_damping(const Card& card) {
    if (std::ranges::any_of(input_.cards, [](const Card& other) { return other.name == "DYNAMIC"; }))
      card.fail(0,
                "*CONTACT DAMPING is not supported: contact in *DYNAMIC steps is exact, without springs and "
                "dampers");
    nothing(card);
  }
  void change_interaction(const Card& card) {
    changed_ = &changed_interaction(card, input_, in_step(card).changes);
  }
  void model_change(const Card& card) {
    if (card.at("TYPE") == "ELEMENT")
      read_element_change(card, input_, in_step(card).changes);
    else
      read_model_change(card, input_, in_step(card).changes);
  }
  void change_section(const Card& card) { read_element_change(card, input_, in_step(card).changes); }
  void surface_pair(const Card& card) {
    read_surface_pairs(card, card.name != "TIE"           ? input_.contacts
                             : card.has("CYCLICSYMMETRY") ? input_.cyclic_pairs
                                                          : input_.ties);
  }
  void cyclic_model(const Card& card) { read_cyclic_model(card, input_); }
  void nodal_diameters(const Card& card) { read_nodal_diameters(card, input_, in_step(card)); }
  void mpc(const Card& card) { read_mpcs(card, input_); }
  void pre_tension(const Card& card) {
    input_.pre_tensions.push_back({&card, one_node(card, input_, "NODE")});
    card.at("SURFACE");
  }
  void coupling(const Card& card) { input_.couplings.push_back(read_coupling(card, input_)); }
  void coupling_kind(const Card& card) { take_coupling_kind(card, input_); }
  void nodal_thickness(const Card& card) { read_nodal_thickness(card, input_); }
  void normal(const Card& card) { read_normals(card, input_); }
  void orientation(const Card& card) { input_.orientations[card.at("NAME")] = &card; }

  void transform(const Card& card) { read_transform(card, input_); }

  void amplitude(const Card& card) {
    Amplitude& amplitude = input_.amplitudes[card.at("NAME")];
    amplitude.total_time = card.has("TIME") && card.at("TIME").starts_with("TOTAL");
    const std::vector<double> values = card.numbers();
    if (values.empty() || values.size() % 2 != 0)
      card.fail(0, "an amplitude is a list of pairs of time and value");
    for (std::size_t i = 0; i < values.size(); i += 2) {
      if (i > 0 && values[i] <= amplitude.times.back()) card.fail(0, "the times of an amplitude must rise");
      amplitude.times.push_back(values[i]);
      amplitude.values.push_back(values[i + 1]);
    }
    if (const std::string kind = card.value("DEFINITION", "TABULAR"); kind == "SMOOTH STEP")
      smooth(amplitude);
    else if (kind != "TABULAR")
      card.fail(0, fmt::format("*AMPLITUDE with DEFINITION={} is not supported; TABULAR and SMOOTH STEP are",
                               kind));
    if (const std::string values_are = card.value("VALUE", "RELATIVE"); values_are != "RELATIVE")
      card.fail(0, fmt::format("*AMPLITUDE with VALUE={} is not supported; RELATIVE is", values_are));
  }
  /// From value to value by x^3 (10 - 15 x + 6 x^2) over the share x of an interval, in straight pieces: they
  /// differ from it by 7e-5 of the step between the values at most.
  static void smooth(Amplitude& amplitude) {
    constexpr int kPieces = 100;
    Amplitude given = amplitude;
    amplitude.times.resize(1);
    amplitude.values.resize(1);
    for (std::size_t i = 1; i < given.times.size(); ++i) {
      const double from = given.values[i - 1], change = given.values[i] - from;
      for (int k = 1; k <= kPieces; ++k) {
        const double x = static_cast<double>(k) / kPieces;
        amplitude.times.push_back(
            k == kPieces ? given.times[i] : given.times[i - 1] + x * (given.times[i] - given.times[i - 1]));
        amplitude.values.push_back(from + change * x * x * x * (10 - 15 * x + 6 * x * x));
      }
    }
  }

  void time_points(const Card& card) { read_time_points(card, input_); }

  void boundary(const Card& card) {
    if (step_ != nullptr && card.has("OP") && card.at("OP") == "NEW") step_->new_boundaries = true;
    if (card.has("SUBMODEL"))
      read_global_displacements(card, input_, in_step(card));
    else
      read_supports(card, input_, step_ != nullptr ? step_->boundaries : input_.boundaries);
  }
  void submodel(const Card& card) { read_submodel(card, input_); }
  void point_load(const Card& card) {
    if (card.has("SUBMODEL"))
      read_global_forces(card, input_, in_step(card));
    else
      read_forces(card, input_, in_step(card));
  }
  void distributed_load(const Card& card) { read_distributed_loads(card, input_, in_step(card)); }
  void temperature(const Card& card) {
    if (card.has("SUBMODEL"))
      read_global_temperatures(card, input_, in_step(card));
    else
      read_temperatures(card, input_, in_step(card));
  }

  void begin_step(const Card& card) {
    if (step_ != nullptr) card.fail(0, "the step before has no *END STEP");
    input_.steps.emplace_back();
    step_ = &input_.steps.back();
    step_->card = &card;
    step_->finite_strain = card.has("NLGEOM") && *card.find("NLGEOM") != "NO";
    step_->perturbation = card.has("PERTURBATION");
  }
  void end_step(const Card& card) {
    if (in_step(card).procedure == nullptr) card.fail(0, "the step has no procedure such as *STATIC");
    check_substructure(*step_);
    if (input_.steps.size() > 1) keep_prints(input_.steps[input_.steps.size() - 2]);
    step_->restart = restart_;
    step_ = nullptr;
    changed_ = nullptr;
  }
  /// Cards that end each other's prints: *NODE FILE and *NODE OUTPUT write to one file.
  static std::string kind_of(const Print& print) {
    const std::string& name = print.card->name;
    if (name.ends_with("PRINT")) return name;
    return name.starts_with("EL") ? "EL FILE" : name.substr(0, name.find(' ')) + " FILE";
  }
  /// What a step prints goes on in the next one, unless that has a card of the kind.
  void keep_prints(const Step& before) {
    const std::vector<Print> own = step_->prints;
    for (const Print& print : before.prints)
      if (std::none_of(own.begin(), own.end(), [&](const Print& p) { return kind_of(p) == kind_of(print); }))
        step_->prints.push_back(print);
  }
  void procedure(const Card& card) {
    Step& step = in_step(card);
    if (step.procedure != nullptr)
      card.fail(0, fmt::format("the step has *{} already", step.procedure->name));
    step.procedure = &card;
  }
  void print(const Card& card) {
    Step& step = in_step(card);
    Print print{&card, {}, {}, 1, find_time_points(card, input_)};
    if (const std::string* every = card.find("FREQUENCY")) print.frequency = to_integer(*every).value_or(1);
    for (const DataLine& line : card.data)
      for (const std::string& field : line.fields)
        if (!field.empty()) print.quantities.push_back(field);
    if (card.has("SECTIONFORCES"))
      input_.notes.push_back(
          fmt::format("{}: SECTION FORCES are not computed", params::to_string(card.where())));
    const bool is_printed = print.frequency > 0 && !print.quantities.empty();
    if (is_printed && card.name == "NODE PRINT") {
      print.set = plain_name(card.at("NSET"));
      input_.nodes_of(card, card.line, print.set);
    }
    if (is_printed && card.name == "EL PRINT") {
      print.set = plain_name(card.at("ELSET"));
      input_.elements_of(card, card.line, print.set);
    }
    step.prints.push_back(std::move(print));
  }
  void damping(const Card& card) { in_step(card).damping.push_back(&card); }
  void matrix_output(const Card& card) {
    in_step(card);
    if (!card.has("FORMAT") || card.at("FORMAT") != "COORDINATE")
      card.fail(0, "*MATRIX OUTPUT is supported with FORMAT=COORDINATE");
  }
  void substructure(const Card& card) { read_substructure_card(card, input_, in_step(card)); }
  void initial_conditions(const Card& card) {
    const std::string& type = card.at("TYPE");
    if (type == "STRESS" || type == "PLASTIC STRAIN") return read_initial_state(card, input_);
    if (type == "DISPLACEMENT") return refuse_displacements(card);
    if (type != "VELOCITY" && type != "TEMPERATURE")
      card.fail(0, fmt::format(
                       "*INITIAL CONDITIONS of type {} are not supported; VELOCITY, TEMPERATURE, STRESS and "
                       "PLASTIC STRAIN are",
                       type));
    (type == "VELOCITY" ? input_.initial_velocities : input_.initial_temperatures).push_back(&card);
  }
  /// Zeros are what every model begins with.
  void refuse_displacements(const Card& card) const {
    for (const DataLine& line : card.data) {
      input_.nodes_of(card, line.line, card.text(line, 0));
      if (card.number(line, 2) != 0)
        card.fail(line.line,
                  "*INITIAL CONDITIONS, TYPE=DISPLACEMENT with displacements other than 0 is not supported: "
                  "give them by *BOUNDARY in a *STATIC step before");
    }
  }
  Step& in_step(const Card& card) {
    if (step_ == nullptr) card.fail(0, fmt::format("*{} belongs into a step", card.name));
    return *step_;
  }

  Input& input_;
  Material* material_ = nullptr;
  Interaction* interaction_ = nullptr;
  std::vector<const Card*>* changed_ = nullptr;  ///< options of *CHANGE FRICTION and *CHANGE SURFACE BEHAVIOR
  Step* step_ = nullptr;
  RestartWrite restart_;
  bool is_unsupported_ = false;  ///< what a card is was looked at last, not yet what it says
};

}  // namespace jounce::keyword
