#include "verify/verify.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "io/folder.h"
#include "io/temporary_folder.h"
#include "la/petsc.h"
#include "params/input_error.h"
#include "params/nearest.h"
#include "verify/case_reader.h"
#include "verify/evaluation.h"
#include "verify/figure_reader.h"
#include "verify/manual.h"
#include "verify/report.h"

namespace jounce::verify {

namespace {

namespace fs = std::filesystem;

/// Folder for the results of the runs; a temporary one disappears with the object.
class Workspace {
 public:
  explicit Workspace(const fs::path& keep) : keep_(keep) {
    if (keep.empty())
      temporary_.emplace("verify");
    else
      io::make_folder(keep);
  }

  const fs::path& folder() const { return temporary_ ? temporary_->path() : keep_; }
  bool is_temporary() const { return temporary_.has_value(); }

 private:
  fs::path keep_;
  std::optional<io::TemporaryFolder> temporary_;
};

std::vector<std::string> case_names(const fs::path& data) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(data / "verification")) {
    if (fs::exists(entry.path() / "case.toml")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<Case> chosen_cases(const VerifyOptions& options, const fs::path& data) {
  if (!options.group.empty() &&
      std::find(groups().begin(), groups().end(), options.group) == groups().end()) {
    throw params::InputError(
        {"--group"},
        fmt::format("there is no group '{}': expected one of {}", options.group, fmt::join(groups(), ", ")),
        params::nearest(options.group, groups()));
  }
  const auto names = case_names(data);
  for (const auto& wanted : options.cases) {
    if (std::find(names.begin(), names.end(), wanted) == names.end()) {
      throw params::InputError({(data / "verification").string()},
                               fmt::format("there is no case '{}'", wanted), params::nearest(wanted, names));
    }
  }
  std::vector<Case> cases;
  std::vector<params::Diagnostic> mistakes;
  for (const auto& name : options.cases.empty() ? names : options.cases) {
    try {
      Case verified = read_case(data / "verification" / name);
      if (options.group.empty() || verified.group == options.group) cases.push_back(std::move(verified));
    } catch (const params::InputError& error) {
      mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (!mistakes.empty()) throw params::InputError(std::move(mistakes));
  return cases;
}

void print_list(const std::vector<Case>& cases, std::ostream& out) {
  for (const auto& verified : cases) {
    out << fmt::format("{:<24} {:<14} {:>3} figures  {}\n", verified.name, verified.group,
                       verified.checks.size(), verified.title);
  }
}

struct Totals {
  int passed = 0;
  int failed = 0;
  int left_out = 0;
};

void run_case(const Case& verified, const VerifyOptions& options, const fs::path& data, RunCache& cache,
              Totals& totals, std::ostream& out) {
  Evaluation evaluation(verified, data, cache);
  for (const auto& check : verified.checks) {
    if (options.is_short && evaluation.is_long(check)) {
      ++totals.left_out;
      continue;
    }
    const Figure figure = evaluation.figure(check);
    ++(figure.pass ? totals.passed : totals.failed);
    if (options.json) {
      out << json_object(figure) << std::endl;
    } else {
      print_table_row(figure, out);
      out.flush();
    }
  }
}

void write_tables(const Case& verified, const fs::path& data, const fs::path& folder, RunCache& cache) {
  for (const auto& table : verified.tables) {
    const fs::path file = folder / verified.name / (table.name + ".csv");
    fs::create_directories(file.parent_path());
    std::ofstream out(file);
    out << Evaluation(verified, data, cache).table(table);
    if (!out.flush()) throw params::InputError({file.string()}, "cannot write this file");
  }
}

}  // namespace

const std::vector<std::string>& groups() {
  static const std::vector<std::string> names = {"ggl",           "flexible", "friction",
                                                 "rigid-contact", "solids",   "tool"};
  return names;
}

fs::path data_folder() {
  std::vector<fs::path> places = {fs::current_path()};
  if (const char* named = std::getenv("JOUNCE_DATA")) places.emplace_back(named);
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none).parent_path();
  if (!none) {
    places.push_back(program / ".." / "share" / "jounce");
    places.push_back(program / "..");
  }
#ifdef JOUNCE_DATA_DIR
  places.emplace_back(JOUNCE_DATA_DIR);
#endif
  for (const auto& place : places) {
    if (fs::is_directory(place / "verification")) return fs::weakly_canonical(place);
  }
  throw params::InputError(
      {fs::current_path().string()},
      "there is no folder `verification` here: set JOUNCE_DATA to the folder that holds it");
}

int verify(const VerifyOptions& options, std::ostream& out) {
  if (options.list || options.manual) return verify(options, out, run_deck);
  const PetscSession session;  // MPI can be started only once in a process, and there are many runs
  return verify(options, out, run_deck);
}

int verify(const VerifyOptions& options, std::ostream& out, const RunFunction& run) {
  const fs::path data = options.data.empty() ? data_folder() : options.data;
  const std::vector<Case> cases = chosen_cases(options, data);
  if (options.list) {
    print_list(cases, out);
    return 0;
  }
  if (options.manual) {
    const RecordedFigures recorded =
        options.results.empty() ? RecordedFigures{} : read_figures(options.results);
    write_manual(cases, recorded, data, out);
    return 0;
  }
  const Workspace workspace(options.keep);
  const auto start = std::chrono::steady_clock::now();
  Totals totals;
  int runs = 0;
  if (!options.json) print_table_head(out);
  for (const auto& verified : cases) {
    RunCache cache(workspace.folder(), run);
    run_case(verified, options, data, cache, totals, out);
    if (!workspace.is_temporary()) write_tables(verified, data, workspace.folder(), cache);
    runs += cache.runs();
    if (workspace.is_temporary()) fs::remove_all(workspace.folder() / verified.name);
  }
  if (!options.json) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    out << fmt::format("{} figures of {} cases: {} pass, {} FAIL", totals.passed + totals.failed,
                       cases.size(), totals.passed, totals.failed);
    if (totals.left_out > 0) out << fmt::format(", {} long ones left out", totals.left_out);
    out << fmt::format(" ({} runs, {:.1f} s)\n", runs, elapsed.count());
  }
  return totals.failed == 0 ? 0 : 1;
}

}  // namespace jounce::verify
