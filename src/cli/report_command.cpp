#include <fmt/format.h>

#include "cli/commands.h"
#include "report/result.h"

namespace jounce::cli {

int report_command(const report::ReportRequest& request) {
  try {
    fmt::print("{}\n", report::write_report(request).string());
    return kSuccess;
  } catch (const report::NoResult& error) {
    fmt::print(stderr, "jounce report: {}\n", error.what());
    return kWrongInput;
  } catch (const io::OutputError& error) {
    fmt::print(stderr, "jounce report: {}\n", error.what());
    return kFailed;
  }
}

}  // namespace jounce::cli
