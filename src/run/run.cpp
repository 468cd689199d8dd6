#include "run/run.h"

#include "deck/within_memory.h"
#include "io/output_error.h"
#include "la/petsc.h"
#include "run/keyword_run.h"
#include "run/model_file.h"
#include "run/simulation.h"

namespace jounce {

RunReport reported(const std::function<RunReport()>& work) {
  RunReport report;
  try {
    return work();
  } catch (const params::InputError& error) {
    report.exit_status = 2;
    report.message = error.what();
  } catch (const std::bad_alloc&) {
    report.exit_status = 1;
    report.message = "this needs more memory than there is";
  } catch (const std::length_error&) {
    report.exit_status = 1;
    report.message = "this needs more memory than there is";
  } catch (const std::exception& error) {
    report.exit_status = 1;
    report.message = error.what();
  }
  return report;
}

RunReport run_deck(const RunOptions& options) {
  const PetscSession petsc;
  RunReport report = reported([&] {
    if (is_keyword_file(options.deck)) return run_keyword_file(options);
    const deck::Deck deck = read_model_file(options.deck, options.overrides);
    return deck::within_memory(deck, [&] {
      Simulation simulation(deck, options);
      return simulation.run();
    });
  });
  if (report.output.empty()) report.output = options.output;
  return report;
}

}  // namespace jounce
