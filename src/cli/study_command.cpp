#include <fmt/format.h>

#include <iostream>
#include <stdexcept>

#include "cli/commands.h"
#include "io/output_error.h"

namespace jounce::cli {

int study_command(const study::StudyRequest& request) {
  try {
    return study::run_study(request, std::cout);
  } catch (const std::invalid_argument& error) {
    fmt::print(stderr, "jounce study: {}\n", error.what());
    return kWrongInput;
  } catch (const io::OutputError& error) {
    fmt::print(stderr, "jounce study: {}\n", error.what());
    return kFailed;
  }
}

}  // namespace jounce::cli
