#include "run/setup.h"

#include <fmt/format.h>

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
      for (const Sensor& known : Ledger::columns(deck.units(), true, true))
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
  notes = make_consistent(deck, *model, schedule.step, start);
  penetrations = initial_penetrations(model->system, start);
  check_penetrations(deck, penetrations);
  const auto add = [this](std::vector<std::string> sentences) {
    std::move(sentences.begin(), sentences.end(), std::back_inserter(notes));
  };
  for (const InitialPenetration& contact : penetrations) notes.push_back(to_text(contact, units()));
  add(coincident_nodes(deck, *model));
  add(doubtful_steps(deck));
  redundancy = Redundancy(model->system, start);
  add(redundancy.describe(model->system));
  sensors = history_sensors(deck, *model);
}

}  // namespace jounce
