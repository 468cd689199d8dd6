#include "cli/plot_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "cli/commands.h"
#include "io/output_error.h"
#include "io/plot.h"

namespace jounce::cli {
namespace {

/// Title of the deck that left the results, from the first line of resolved.toml; "" when there is none.
std::string title_of(const std::filesystem::path& result) {
  const auto folder = std::filesystem::is_directory(result) ? result : result.parent_path();
  std::ifstream file(folder / "resolved.toml");
  std::string line;
  const std::string start = "title = \"";
  if (!std::getline(file, line) || !line.starts_with(start) || !line.ends_with('"')) return {};
  std::string title;
  for (std::size_t i = start.size(); i + 1 < line.size(); ++i) {
    if (line[i] == '\\') ++i;
    title += line[i];
  }
  return title;
}

std::string common_title(const std::vector<std::filesystem::path>& results) {
  const std::string title = title_of(results.front());
  const bool all = std::all_of(results.begin(), results.end(),
                               [&](const auto& result) { return title_of(result) == title; });
  return all ? title : "";
}

}  // namespace

int plot_command(const PlotArguments& arguments) {
  io::PlotRequest request;
  for (const auto& result : arguments.results) request.files.push_back({result, {}, {}, {}, false});
  if (!arguments.reference.empty()) request.files.push_back({arguments.reference, {}, {}, {}, true});
  request.columns = arguments.columns;
  request.x = arguments.x;
  request.title = arguments.title.empty() ? common_title(arguments.results) : arguments.title;
  request.x_label = arguments.x_label;
  request.y_label = arguments.y_label;
  if (arguments.size.size() == 2) request.width = arguments.size[0], request.height = arguments.size[1];
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
