#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "cli/commands.h"
#include "io/output_error.h"

namespace jounce::cli {
namespace {

/// True under mpiexec with several ranks (of Open MPI, or those that follow MPICH). MPI itself is not
/// started: the runs would inherit it.
bool is_one_of_ranks() {
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* const size = std::getenv(name); size != nullptr && std::atoi(size) > 1) return true;
  return false;
}

}  // namespace

int study_command(const study::StudyRequest& request) {
  try {
    if (is_one_of_ranks())
      throw std::invalid_argument("a study starts its runs itself, one rank each: call it without mpiexec");
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
