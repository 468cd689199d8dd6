#include "cli/ccx_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "cli/commands.h"
#include "input_files/keyword_run.h"
#include "la/petsc.h"
#include "run/stop_signal.h"
#include "version.h"

namespace jounce::cli {
namespace {

/// Version of CalculiX whose files are read and written. Programs take the first number for the version.
constexpr const char* kInterface = "2.20";

std::string without_blanks(const std::string& word) {
  const std::size_t first = word.find_first_not_of(' '), last = word.find_last_not_of(' ');
  return first == std::string::npos ? std::string() : word.substr(first, last - first + 1);
}

void say(const std::string& line) {
  if (mpi_rank() != 0) return;
  fmt::print(" {}\n", line);
  std::fflush(stdout);
}

/// Every line of an error begins as CalculiX has it.
void say_error(const std::string& message) {
  for (std::size_t begin = 0; begin < message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    say("*ERROR: " + message.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

std::vector<std::string> ccx_words(int argc, const char* const* argv) {
  std::vector<std::string> words(argv, argv + argc);
  if (words.empty()) return words;
  const std::string name = std::filesystem::path(words[0]).filename().string();
  if (name == "jounce-ccx" || name == "ccx") words.insert(words.begin() + 1, "ccx");
  if (words.size() < 2 || words[1] != "ccx") return words;
  for (std::size_t i = 2; i < words.size(); ++i) words[i] = without_blanks(words[i]);
  return words;
}

int ccx_command(const CcxOptions& options) {
  if (options.version) {
    fmt::print("\nThis is Version {} of the interface of CalculiX, by {}\n\n", kInterface, version_line());
    return kSuccess;
  }
  std::filesystem::path stem = options.job.empty() ? options.name : options.job;
  if (stem.empty()) {
    fmt::print("jounce-ccx: Jounce with the interface of CalculiX Version {}\nUsage: jounce-ccx -i jobname\n",
               kInterface);
    return kWrongInput;
  }
  std::error_code no_throw;
  if (stem.extension() == ".inp" &&
      !std::filesystem::exists(std::filesystem::path(stem).concat(".inp"), no_throw))
    stem.replace_extension();
  const PetscSession petsc;
  const StopSignalCatcher catcher;
  say(fmt::format("{}, with the interface of CalculiX Version {}", version_line(), kInterface));
  const RunReport report = reported([&] { return run_job(stem, say, {options.umat, options.shells}); });
  if (report.exit_status != kSuccess) {
    say_error(report.message);
    return report.exit_status;
  }
  if (!report.warning.empty()) say("note: " + report.warning);
  say(report.message);
  say("Job finished");
  return kSuccess;
}

}  // namespace jounce::cli
