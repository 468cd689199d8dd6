#include "study/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <thread>

#include "deck/tree.h"
#include "io/atomic_file.h"
#include "io/csv.h"
#include "io/folder.h"
#include "io/folder_lock.h"
#include "io/history_reader.h"
#include "io/output_error.h"
#include "params/quote.h"
#include "report/result.h"
#include "run/run_record.h"
#include "study/processes.h"
#include "version.h"

namespace jounce::study {
namespace {

namespace fs = std::filesystem;

/// Results of an earlier study in the same folder must not be taken for those of a run that fails early.
void forget_results(const fs::path& folder) {
  std::error_code ignored;
  for (const char* const file : {"run.toml", "history.csv"}) fs::remove(folder / file, ignored);
}

std::vector<Job> jobs_of(const StudyRequest& request, Study& study, const fs::path& folder) {
  std::vector<Job> jobs;
  for (VariantResult& result : study.results) {
    result.folder = folder / result.variant.name;
    io::make_folder(result.folder);
    forget_results(result.folder);
    Job job{{"run", request.deck.string(), "-q", "-o", result.folder.string()}, result.folder / "log.txt"};
    for (const std::string& value : request.overrides)
      job.arguments.insert(job.arguments.end(), {"--set", value});
    for (const std::string& value : overrides_of(study.variations, result.variant))
      job.arguments.insert(job.arguments.end(), {"--set", value});
    jobs.push_back(std::move(job));
  }
  return jobs;
}

/// First line of what a run that left no record printed.
std::string printed(const fs::path& log) {
  try {
    const std::string text = io::read_text(log);
    return text.substr(0, text.find('\n'));
  } catch (const io::OutputError&) {
    return {};
  }
}

void read_history(const Study& study, VariantResult& result, std::vector<std::string>& units) {
  const io::History history(result.folder / "history.csv");
  if (history.size() == 0) return;
  for (std::size_t q = 0; q < study.quantities.size(); ++q) {
    const auto& values = history.column(study.quantities[q]);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    result.extents.push_back({values.back(), *low, *high});
    units[q] = history.unit(study.quantities[q]);
  }
}

void read_variant(Study& study, VariantResult& result, int status, double seconds) {
  result.status = status;
  result.wall_seconds = seconds;
  result.steps = result.iterations = result.cuts = NAN;
  try {
    const fs::path file = result.folder / "run.toml";
    if (fs::exists(file)) {
      const deck::Node record = deck::parse_toml(io::read_text(file), file.string());
      result.wall_seconds = report::number_at(record, "statistics.wall_seconds");
      result.steps = report::number_at(record, "statistics.steps");
      result.iterations = report::number_at(record, "statistics.iterations");
      result.cuts = report::number_at(record, "statistics.cuts");
      if (status != 0) result.message = report::text_at(record, "message");
    }
    if (fs::exists(result.folder / "history.csv")) read_history(study, result, study.units);
  } catch (const std::exception& error) {
    result.extents.clear();
    result.message = error.what();
  }
  if (status < 0) result.message = fmt::format("ended by signal {}", -status);
  if (result.message.empty() && !result.is_complete()) result.message = printed(result.folder / "log.txt");
}

std::string command_of(const StudyRequest& request) {
  std::string line = "jounce study " + shell_word(request.deck.string());
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) line += fmt::format(" {} {}", option, shell_word(value));
  };
  for (const std::string& value : request.overrides) add("--set", value);
  for (const std::string& value : request.variations) add("--vary", value);
  for (const std::string& name : request.quantities) add("--quantity", name);
  add("--refine", request.refine);
  add("--reference", request.reference);
  add("-o", request.output.string());
  return line;
}

/// What study.toml says; the runs have their own run.toml.
std::string record_of(const StudyRequest& request) {
  return fmt::format("# What jounce did here.\ncommand = {}\ndeck = {}\nprogram = {}\nbuild = {}\n",
                     params::quote(command_of(request)), params::quote(request.deck.string()),
                     params::quote(version_line()), params::quote(version_text()));
}

}  // namespace

int run_study(const StudyRequest& request, std::ostream& out) {
  Study study = plan_study(request);
  const fs::path folder =
      request.output.empty() ? fs::path(request.deck.stem().string() + ".study") : request.output;
  io::make_folder(folder);
  const io::FolderLock lock(folder);
  io::write_atomically(folder / "study.toml", record_of(request));
  const std::vector<Job> jobs = jobs_of(request, study, folder);
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::size_t ended = 0;
  run_jobs(jobs, request.jobs > 0 ? request.jobs : cores, [&](std::size_t job, int status, double seconds) {
    VariantResult& result = study.results[job];
    read_variant(study, result, status, seconds);
    ++ended;
    if (!request.quiet)
      out << fmt::format("{}/{} {}: {}, {:.3g} s\n", ended, jobs.size(), result.variant.name,
                         result.is_complete() ? "complete" : "failed", seconds)
          << std::flush;
  });
  find_orders(study);
  io::write_atomically(folder / "study.csv", study_csv(study));
  std::string title;
  for (const VariantResult& result : study.results) {
    if (title.empty() && fs::exists(result.folder / "resolved.toml"))
      title = report::text_at(report::read_result(result.folder).deck, "title");
  }
  draw_study(study, folder, title);
  if (!request.quiet) {
    out << "\n" << study_table(study);
    for (const std::string& note : study.notes) out << "note: " << note << "\n";
    out << "results in " << folder.string() << "\n";
  }
  return std::all_of(study.results.begin(), study.results.end(),
                     [](const VariantResult& result) { return result.is_complete(); })
             ? 0
             : 1;
}

}  // namespace jounce::study
