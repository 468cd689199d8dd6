#include <fmt/format.h>

#include "cli/commands.h"

namespace jounce::cli {
namespace {

int finish(const RunReport& report, const char* command) {
  if (report.exit_status == kWrongInput) {
    fmt::print(stderr, "{}\n", report.message);
  } else if (report.exit_status != kSuccess) {
    fmt::print(stderr, "jounce {}: {}\n", command, report.message);
  } else {
    fmt::print("{}{}results in {}\n", report.message, report.message.ends_with('\n') ? "" : "\n",
               report.output.string());
  }
  return report.exit_status;
}

}  // namespace

int modes_command(const ModesOptions& options) { return finish(compute_modes(options), "modes"); }

int matrices_command(const MatricesOptions& options) { return finish(write_matrices(options), "matrices"); }

}  // namespace jounce::cli
