// Runs a deck with three steps and prints what becomes of the energy: steps DECK

#include <cstdio>

#include "io/history_reader.h"
#include "la/petsc.h"
#include "run_deck.h"

int main(int argc, char** argv) {
  const jounce::PetscSession session;  // one start of MPI for all runs
  for (const char* step : {"4e-3", "2e-3", "1e-3"}) {
    jounce::RunOptions options;
    options.deck = argc == 2 ? argv[1] : "";
    options.overrides = {std::string("integrator.step=") + step};
    options.output = std::string("results_") + step;
    options.quiet = true;
    const jounce::RunReport report = jounce::run_deck(options);
    if (report.exit_status != 0) {
      std::fprintf(stderr, "%s\n", report.message.c_str());
      return report.exit_status;
    }
    const jounce::io::History history(options.output / "history.csv");
    const auto& energy = history.column("energy_total");
    std::printf("step %s: %ld steps, energy %g J at the start, %g J at the end\n", step, report.steps,
                energy.front(), energy.back());
  }
}
