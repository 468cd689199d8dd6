#include "cli/animate_command.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "io/output_error.h"

namespace jounce::cli {

int animate_command(const AnimateArguments& arguments) {
  try {
    const io::FieldFile file(io::field_file_of(arguments.result));
    const picture::Animated animated = picture::animate(file, arguments);
    fmt::print("{} from {:.6g} to {:.6g}{}{}, {} frames\n{}\n", animated.name, animated.range.first,
               animated.range.second, animated.unit.empty() ? "" : " ", animated.unit, animated.frames,
               animated.file.string());
    return kSuccess;
  } catch (const io::OutputError& error) {
    fmt::print(stderr, "jounce animate: {}\n", error.what());
    return kWrongInput;
  }
}

}  // namespace jounce::cli
