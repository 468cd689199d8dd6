#include "cli/status_command.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "params/input_error.h"
#include "report/result.h"
#include "report/status.h"

namespace jounce::cli {
namespace {

/// Calls `work` and says what it throws. Returns the exit status.
template <class Work>
int told(const char* command, const Work& work) {
  try {
    work();
    return kSuccess;
  } catch (const report::NoResult& error) {
    fmt::print(stderr, "jounce {}: {}\n", command, error.what());
    return kWrongInput;
  } catch (const io::OutputError& error) {
    fmt::print(stderr, "jounce {}: {}\n", command, error.what());
    return kFailed;
  } catch (const params::InputError& error) {  // a damaged run.toml
    fmt::print(stderr, "jounce {}: {}\n", command, error.what());
    return kFailed;
  }
}

}  // namespace

int status_command(const StatusArguments& arguments) {
  int status = kSuccess;
  for (const auto& folder : arguments.folders)
    status = std::max(status, told("status", [&] { fmt::print("{}", report::status_text(folder)); }));
  return status;
}

int stop_command(const StopArguments& arguments) {
  return told("stop", [&] {
    const std::string user = report::ask_to_stop(arguments.folder);
    fmt::print("asked {} to stop after its step, with a checkpoint\n", user);
    if (!arguments.wait) return;
    std::fflush(stdout);
    report::wait_for_end(arguments.folder);
    fmt::print("{}", report::status_text(arguments.folder));
  });
}

}  // namespace jounce::cli
