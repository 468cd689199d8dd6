#include <fmt/format.h>

#include <iostream>

#include "cli/commands.h"
#include "params/input_error.h"

namespace jounce::cli {

int verify_command(const verify::VerifyOptions& options) {
  try {
    return verify::verify(options, std::cout);
  } catch (const params::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return kWrongInput;
  }
}

}  // namespace jounce::cli
