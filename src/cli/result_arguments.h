#pragma once

#include <filesystem>
#include <string>

#include "cli/commands.h"

namespace CLI {  // of CLI11 NOLINT(readability-identifier-naming)
class App;
class Option;
}  // namespace CLI

namespace jounce::cli {

// Sub-commands that show results, or look after runs.

/// -o of a command that writes one file: nothing yet, or a file that is replaced.
CLI::Option* add_output_file(CLI::App& command, std::filesystem::path& file, const std::string& about);

CLI::App* add_plot(CLI::App& app, PlotArguments& plot);
CLI::App* add_draw(CLI::App& app, DrawArguments& draw);
CLI::App* add_animate(CLI::App& app, AnimateArguments& animation);
CLI::App* add_report(CLI::App& app, report::ReportRequest& report);
CLI::App* add_view(CLI::App& app, ViewArguments& view);
CLI::App* add_status(CLI::App& app, StatusArguments& status);
CLI::App* add_stop(CLI::App& app, StopArguments& stop);

}  // namespace jounce::cli
