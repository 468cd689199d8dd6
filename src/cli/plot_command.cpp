#include "cli/plot_command.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "io/output_error.h"
#include "io/plot.h"

namespace jounce::cli {

int plot_command(const PlotArguments& arguments) {
  io::PlotRequest request;
  for (const auto& result : arguments.results) request.files.push_back({result, {}, {}, {}, false});
  if (!arguments.reference.empty()) request.files.push_back({arguments.reference, {}, {}, {}, true});
  request.columns = arguments.columns;
  request.x = arguments.x;
  request.title = arguments.title;
  request.log_x = arguments.log_x;
  request.log_y = arguments.log_y;
  if (arguments.x_range.size() == 2) request.x_range = {arguments.x_range[0], arguments.x_range[1]};
  if (arguments.y_range.size() == 2) request.y_range = {arguments.y_range[0], arguments.y_range[1]};
  std::filesystem::path png = arguments.png;
  if (png.empty()) {
    const std::filesystem::path& first = arguments.results.front();
    png = (std::filesystem::is_directory(first) ? first : first.parent_path()) /
          (arguments.columns.front() + ".png");
  }
  try {
    io::plot(request, png);
  } catch (const io::OutputError& error) {
    fmt::print(stderr, "jounce plot: {}\n", error.what());
    return kWrongInput;
  }
  fmt::print("{}\n", png.string());
  return kSuccess;
}

}  // namespace jounce::cli
