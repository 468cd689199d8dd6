#pragma once

#include <string>
#include <vector>

#include "deck/deck.h"
#include "petsc.h"
#include "registry.h"
#include "run/simulation.h"

namespace jounce::test {

/// A run of a deck without files, in this process.
struct QuietRun {
  RunReport report;
  RunRecord record;
  std::vector<Impact> impacts;
  std::vector<double> energies;  ///< kinetic and potential, at the start and after every step
  State end;
  std::vector<double> depths;  ///< of the deepest contact that there is, after every step

  explicit QuietRun(const std::string& text) {
    keep_petsc();
    RunOptions options;
    options.quiet = true;
    options.write = false;
    const deck::Deck deck = deck::read_deck_text(text, "deck.toml", deck_schema());
    Simulation simulation(deck, options);
    const System& system = simulation.model().system;
    energies.push_back(system.energies(simulation.state()).total());
    simulation.watch([&](const State& state, const StepResult& result, double) {
      impacts.insert(impacts.end(), result.impacts.begin(), result.impacts.end());
      energies.push_back(system.energies(state).total());
      depths.push_back(deepest(system, state).depth);
    });
    report = simulation.run();
    record = simulation.run_record();
    end = simulation.state();
  }
};

}  // namespace jounce::test
