#include <fmt/format.h>

#include "cli/commands.h"
#include "la/petsc.h"
#include "run/stop_signal.h"

namespace jounce::cli {

int run_command(const RunOptions& options) {
  const PetscSession petsc;
  const StopSignalCatcher catcher;
  const RunReport report = run_deck(options);
  if (mpi_rank() != 0) return report.exit_status;
  if (report.exit_status == kWrongInput)
    fmt::print(stderr, "{}\n", report.message);
  else if (report.exit_status != kSuccess)
    fmt::print(stderr, "jounce run: {}\n", report.message);
  else if (!options.quiet)
    fmt::print("{}\n{}results in {}\n", report.message,
               report.warnings.empty() ? "" : report.warnings + " (run.log)\n", report.output.string());
  if (report.exit_status == kSuccess && !report.warning.empty())
    fmt::print(stderr, "jounce run: note: {}\n", report.warning);
  return report.exit_status;
}

}  // namespace jounce::cli
