#include "run/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact/limited_reach.h"
#include "model/carry.h"
#include "run/coincident.h"
#include "run/given_periods.h"
#include "run/in_parts.h"
#include "run/make_stepper.h"

namespace jounce {
namespace {

/// Whether a column is about a part that does not act in this step, or about supports none of which does.
bool is_elsewhere(const deck::Deck& deck, const params::Params& entry) {
  if (!entry.has("of")) return false;
  const std::string& of = entry.text("of");
  if (entry.text("quantity") != "support_force") return deck.acts_elsewhere(of.substr(0, of.find(':')));
  const auto holds = [&](const params::Params* support) { return support->text("on") == of; };
  return std::ranges::any_of(deck.entries_of_all_steps("boundary"), holds) &&
         std::ranges::none_of(deck.entries("boundary"), holds);
}

/// The columns that the deck asks for beside those that the history always has; all mistakes at once.
std::vector<Sensor> history_sensors(const deck::Deck& deck, const Model& model) {
  std::vector<Sensor> sensors;
  std::vector<params::Diagnostic> diagnostics;
  for (const params::Params* entry : deck.entries("history")) {
    try {
      if (is_elsewhere(deck, *entry))
        sensors.push_back({entry->name(), "", "", [](const Observation&) { return std::nan(""); }});
      else
        sensors.push_back(make_sensor(*entry, model, deck.units()));
      for (const Sensor& known : Ledger::columns(deck.units(), {true, true, true, true}))
        if (known.name == entry->name() || entry->name() == "time")
          entry->fail(
              "", fmt::format("column '{}' is always in the history; choose another name", entry->name()));
    } catch (const params::InputError& error) {
      diagnostics.insert(diagnostics.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (!diagnostics.empty()) throw params::InputError(diagnostics);
  return sensors;
}

/// Joints of a system that another does not have.
std::set<std::string> begun_joints(const System& before, const System& system) {
  std::set<std::string> begun;
  for (const auto& joint : system.joints().all()) begun.insert(joint->name());
  for (const auto& joint : before.joints().all()) begun.erase(joint->name());
  return begun;
}

/// "(1, 0, 0)": where the node of a degree of freedom is; empty for what has no place.
std::string place_of(const System& system, const State& state, Index dof) {
  for (const NodePlace& node : system.dofs().places) {
    if (node.angle != dof && std::ranges::count(node.position, dof) == 0) continue;
    Vector3 x = Vector3::Zero();
    for (Index i = 0; i < 3; ++i)
      if (node.position[static_cast<std::size_t>(i)] >= 0)
        x[i] = state.q[node.position[static_cast<std::size_t>(i)]];
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", x.x(), x.y(), x.z());
  }
  return {};
}

/// What mass scaling added, by blocks.
std::vector<std::string> scaled_masses(const Model& model) {
  std::vector<std::string> sentences;
  for (const SolidElements* block : solids_of(model.system.blocks())) {
    const ScaledMass scaled = block->scaled_mass();
    if (scaled.elements == 0) continue;
    double volume = 0;
    for (std::size_t i = 0; i < block->cells().size(); ++i) volume += block->volume(i);
    const double mass = volume * block->properties().material->density();
    sentences.push_back(fmt::format(
        "mass scaling of '{}' adds {:.3g} of the mass {:.3g} to motions within {} of {} elements "
        "({:.3g} %); rigid motions do not feel it",
        block->name(), scaled.mass, mass, scaled.elements, block->cells().size(), 100 * scaled.mass / mass));
  }
  return sentences;
}

}  // namespace

Setup::Setup(const deck::Deck& given, UserFunctions functions, const std::optional<Before>& before,
             const Ledger::Parts& others, bool in_parts)
    : deck(given),
      schedule(control_table(deck)),
      analysis(analysis_of(deck, std::move(functions), in_parts, model, notes)),
      guard(*model),
      control(analysis->step_control(*model, schedule.max_cuts)),
      reach(analysis->contact_reach(model->system)),
      start(model->system.initial_state()),
      parts(Ledger::parts_of(*model) | others) {
  start.t = schedule.start;
  for (HistoryArray& array : start.history) array.time = start.t;
  if (before) go_on_from(*before);
  if (before)
    apply_supports();
  else
    model->system.apply_prescribed(start);
  if (!before) model->exchange.apply(start);
  if (schedule.follows_limit) follow_limit();
  look_at_start(before.has_value() || !is_later(),
                before ? begun_joints(before->system, model->system) : std::set<std::string>{});
  sensors = history_sensors(deck, *model);
}

void Setup::go_on_from(const Before& before) {
  const params::Params& step = *deck.find("step", deck.step_names()[deck.step()]);
  try {
    State carried = carry(before.system, before.state, model->system);
    if (!before.has_moved) carried.v += start.v;
    start = std::move(carried);
  } catch (const std::runtime_error& error) {
    step.fail("", fmt::format("step '{}' cannot go on: {}", step.name(), error.what()));
  }
  model->system.hold(start, schedule.end);
}

void Setup::apply_supports() {
  constexpr double kRoundOff = 1e-9;
  const State stood = start;
  model->system.apply_prescribed(start);
  const Index n = model->system.n_free(), held = model->system.nv() - n;
  if (held == 0) return;
  Index largest = 0;
  const double jump = (start.q - stood.q).segment(n, held).cwiseAbs().maxCoeff(&largest);
  if (jump > kRoundOff * start.q.lpNorm<Eigen::Infinity>())
    notes.push_back(fmt::format("supports move the node at {} by {:.4g} {} at once where step '{}' begins",
                                place_of(model->system, stood, n + largest), jump, units().length,
                                deck.step_names()[deck.step()]));
}

void Setup::look_at_start(bool is_known, const std::set<std::string>& begun) {
  const auto add = [this](std::vector<std::string> sentences) {
    std::move(sentences.begin(), sentences.end(), std::back_inserter(notes));
  };
  if (is_known) {
    if (!is_later() || !begun.empty()) add(make_consistent(deck, *model, schedule.step, start, begun));
    penetrations = initial_penetrations(model->system, start);
    if (!is_later()) check_penetrations(deck, penetrations);
  }
  if (!limited_by.empty())
    notes.push_back(fmt::format("steps follow the limit of stability: {:.4g} {} at the start, of {}",
                                schedule.step, units().time, limited_by));
  if (!limit_note.empty()) notes.push_back(limit_note);
  if (!is_later()) add(scaled_masses(*model));
  for (const InitialPenetration& contact : penetrations) notes.push_back(to_text(contact, units()));
  if (!is_later() && model->system.is_whole())
    add(coincident_nodes(deck, {model->meshes.begin(), model->meshes.end()}));
  add(doubtful_steps(deck, schedule.step));
  redundancy = Redundancy(model->system, start);
  add(redundancy.describe(model->system));
}

void Setup::follow_limit() {
  const params::Params& time = control_table(deck);
  const Integrator::LongestStep longest = analysis->longest_step(start);
  if (!std::isfinite(longest.step))
    time.fail("",
              "[integrator] lacks the key 'step': nothing in the model limits the steps of half-explicit");
  if (!(longest.step > 0)) time.fail("", "the limit of stability of half-explicit is zero: give a 'step'");
  schedule.set_step(time, longest.step);
  limited_by = longest.place.empty() ? "the model" : longest.place;
  limit_note = longest.note;
}

void Setup::forget() const {
  stepper().refresh();
  system().forget_answers();
  for (const auto& pair : system().contacts().all())
    if (const LimitedReach* limited = pair->limited_reach(); limited != nullptr) limited->forget_search();
}

}  // namespace jounce
