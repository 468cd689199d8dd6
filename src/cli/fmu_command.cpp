#include <fmt/format.h>

#include "cli/commands.h"
#include "io/output_error.h"
#include "la/petsc.h"
#include "params/input_error.h"

namespace jounce::cli {

int fmu_command(const fmi::ExportRequest& request) {
  const PetscSession session;
  try {
    const fmi::Export made = fmi::write_fmu(request);
    fmt::print("{}: FMI {}.0 for co-simulation, {} inputs, {} outputs, {} parameters\n", made.file.string(),
               request.version, made.inputs, made.outputs, made.parameters);
    return kSuccess;
  } catch (const params::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return kWrongInput;
  } catch (const io::OutputError& error) {
    fmt::print(stderr, "jounce fmu: {}\n", error.what());
    return kFailed;
  } catch (const std::runtime_error& error) {  // a start that is impossible
    fmt::print(stderr, "jounce fmu: {}\n", error.what());
    return kFailed;
  }
}

}  // namespace jounce::cli
