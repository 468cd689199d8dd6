#include "run/setup.h"

#include <fmt/format.h>

#include <cmath>

#include "deck/build_model.h"
#include "run/coincident.h"
#include "run/given_periods.h"
#include "run/make_stepper.h"

namespace jounce {
namespace {

/// The columns that the deck asks for beside those that the history always has; all mistakes at once.
std::vector<Sensor> history_sensors(const deck::Deck& deck, const Model& model) {
  std::vector<Sensor> sensors;
  std::vector<params::Diagnostic> diagnostics;
  for (const params::Params* entry : deck.entries("history")) {
    try {
      sensors.push_back(make_sensor(*entry, model, deck.units()));
      for (const Sensor& known : Ledger::columns(deck.units(), {true, true, true}))
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

Setup::Setup(const deck::Deck& given, UserFunctions functions)
    : deck(given),
      schedule(control_table(deck)),
      model(deck::build_model(deck, std::move(functions))),
      analysis(make_analysis(deck, *model)),
      guard(*model),
      control(analysis->step_control(*model, schedule.max_cuts)),
      reach(analysis->contact_reach(model->system)),
      start(model->system.initial_state()) {
  start.t = schedule.start;
  for (HistoryArray& array : start.history) array.time = start.t;
  model->system.apply_prescribed(start);
  model->exchange.apply(start);
  if (schedule.follows_limit) follow_limit();
  notes = make_consistent(deck, *model, schedule.step, start);
  penetrations = initial_penetrations(model->system, start);
  check_penetrations(deck, penetrations);
  const auto add = [this](std::vector<std::string> sentences) {
    std::move(sentences.begin(), sentences.end(), std::back_inserter(notes));
  };
  if (!limited_by.empty())
    notes.push_back(fmt::format("steps follow the limit of stability: {:.4g} {} at the start, of {}",
                                schedule.step, units().time, limited_by));
  if (!limit_note.empty()) notes.push_back(limit_note);
  add(scaled_masses(*model));
  for (const InitialPenetration& contact : penetrations) notes.push_back(to_text(contact, units()));
  add(coincident_nodes(deck, *model));
  add(doubtful_steps(deck, schedule.step));
  redundancy = Redundancy(model->system, start);
  add(redundancy.describe(model->system));
  sensors = history_sensors(deck, *model);
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

}  // namespace jounce
