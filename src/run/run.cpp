#include "run/run.h"

#include "io/output_error.h"
#include "la/petsc.h"
#include "registry.h"
#include "run/simulation.h"

namespace jounce {

RunReport run_deck(const RunOptions& options) {
  const PetscSession petsc;
  RunReport report;
  report.output = options.output;
  try {
    const deck::Deck deck = deck::read_deck(options.deck, deck_schema(), options.overrides);
    Simulation simulation(deck, options);
    return simulation.run();
  } catch (const params::InputError& error) {
    report.exit_status = 2;
    report.message = error.what();
  } catch (const std::exception& error) {
    report.exit_status = 1;
    report.message = error.what();
  }
  return report;
}

}  // namespace jounce
