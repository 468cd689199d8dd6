#include <fmt/format.h>

#include "cli/commands.h"
#include "io/output_error.h"

namespace jounce::cli {

int report_command(const report::ReportRequest& request) {
  try {
    fmt::print("{}\n", report::write_report(request).string());
    return kSuccess;
  } catch (const io::OutputError& error) {
    fmt::print(stderr, "jounce report: {}\n", error.what());
    return kWrongInput;
  }
}

}  // namespace jounce::cli
