#include "cli/refusals.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>

#include "cli/commands.h"
#include "params/nearest.h"

namespace jounce::cli {
namespace {

/// The sub-command that the words belong to; the program itself where none was reached.
const CLI::App& reached(const CLI::App& app) {
  const std::vector<CLI::App*> used = app.get_subcommands();
  return used.empty() ? app : *used.front();
}

/// Names of the options of a sub-command, and of the program's own.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent())
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_snames()) names.push_back("-" + name);
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  return names;
}

}  // namespace

int refuse_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return -1;
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  if (std::find(known.begin(), known.end(), argv[1]) != known.end()) return -1;
  std::error_code no_throw;
  if (std::filesystem::exists(argv[1], no_throw)) {
    fmt::print(stderr,
               "jounce: the first argument must be a sub-command: jounce run {0} runs it, jounce check {0} "
               "checks it\n",
               argv[1]);
    return kWrongInput;
  }
  const std::string near = params::nearest(argv[1], known);
  fmt::print(stderr, "jounce: there is no sub-command '{}'{}; the sub-commands are {}\n", argv[1],
             near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), fmt::join(known, ", "));
  return kWrongInput;
}

int refuse_words(const CLI::App& app, int argc, char** argv) {
  const CLI::App& command = reached(app);
  const std::vector<std::string> known = option_names(command);
  const auto is_known = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  const std::string title = &command == &app ? "jounce" : "jounce " + command.get_name();
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") break;
    const bool is_long = word.starts_with("--");
    if (!is_long &&
        (word.size() < 2 || word[0] != '-' || std::isalpha(static_cast<unsigned char>(word[1])) == 0))
      continue;
    const std::string name = word.substr(0, word.find('='));
    // "-output" is "--output" with a dash too few, "-oresults" is "-o results".
    const bool lacks_dash = !is_long && name.size() > 2 && is_known("-" + name);
    if (is_known(is_long ? name : name.substr(0, 2)) && !lacks_dash) continue;
    const std::string near = lacks_dash                    ? "-" + name
                             : !is_long && name.size() > 2 ? params::nearest("-" + name, known)
                                                           : params::nearest(name, known);
    fmt::print(stderr, "{}: there is no option '{}'{}\n", title, name,
               near.empty() ? fmt::format("; the options are {}", fmt::join(known, ", "))
                            : fmt::format(" (did you mean '{}'?)", near));
    return kWrongInput;
  }
  return -1;
}

}  // namespace jounce::cli
