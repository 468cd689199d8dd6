#include "report/status.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "io/csv.h"
#include "io/folder_lock.h"
#include "io/progress.h"
#include "io/stop_request.h"
#include "report/result.h"

namespace jounce::report {
namespace {

namespace fs = std::filesystem;

deck::Node record_of(const fs::path& folder) {
  require_result(folder, "status");
  const fs::path file = folder / "run.toml";
  if (!fs::exists(file))
    throw NoResult(folder,
                   fmt::format("'{}' has no run.toml: no run of jounce has begun there", folder.string()));
  deck::Node record = deck::parse_toml(io::read_text(file), file.string());
  if (text_at(record, "status").empty())
    throw io::OutputError(file, fmt::format("'{}' is damaged: it has no status", file.string()));
  return record;
}

std::string unit_of_time(const fs::path& folder) {
  const fs::path file = folder / "resolved.toml";
  std::error_code none;
  if (!fs::exists(file, none)) return {};  // run.toml is written before it
  return text_at(deck::parse_toml(io::read_text(file), file.string()), "units.time");
}

std::string state_of(const fs::path& folder, const deck::Node& record,
                     const std::optional<io::FolderUser>& user) {
  std::string status = text_at(record, "status");
  if (status != "running") return status;
  if (!user) return "ended without a word (killed): run.toml says running, but no process holds the folder";
  std::string text =
      fmt::format("{} ({}{})", io::is_stop_requested(folder) ? "running, asked to stop" : "running",
                  user->words, user->is_sure ? "" : ", if it still lives");
  const double age = std::chrono::duration<double>(fs::file_time_type::clock::now() -
                                                   fs::last_write_time(folder / "run.toml"))
                         .count();
  return text + fmt::format(", as of {} ago", io::duration(age));
}

std::string place_of(const deck::Node& record, const std::string& unit) {
  const double start = number_at(record, "interval.start"), end = number_at(record, "interval.end"),
               time = number_at(record, "statistics.time");
  std::string text = fmt::format("t = {:.6g} of {:.6g}{}{}", time, end, unit.empty() ? "" : " ", unit);
  if (end > start) text += fmt::format(" ({:.1f} %)", 100 * (time - start) / (end - start));
  return text;
}

std::string counts_of(const deck::Node& record) {
  const auto of = [&](const char* name) { return number_at(record, std::string("statistics.") + name); };
  const double steps = of("steps");
  std::string text = fmt::format("step {:.0f}", steps);
  if (steps > 0) text += fmt::format(", {:.2f} iterations a step", of("iterations") / steps);
  text += fmt::format(", {:.0f} cut{}", of("cuts"), of("cuts") == 1 ? "" : "s");
  if (std::isfinite(of("contacts")))
    text += fmt::format(", {:.0f} contact{}, energy error {:.1g}", of("contacts"),
                        of("contacts") == 1 ? "" : "s", of("energy_error"));
  return text;
}

std::string pace_of(const deck::Node& record, bool goes_on) {
  const double rate = number_at(record, "statistics.steps_per_second"),
               left = number_at(record, "statistics.seconds_left"),
               wall = number_at(record, "statistics.wall_seconds");
  std::string text = fmt::format("{} of wall time", io::duration(wall));
  if (goes_on && std::isfinite(rate))
    text += fmt::format(", {:.4g} steps/s, {} left", rate, io::duration(left));
  return text;
}

std::string chain_of(const deck::Node& record) {
  std::string text;
  for (const deck::Node* step : list_at(record, "step")) {
    text += fmt::format("  step '{}': {}", text_at(*step, "name"), text_at(*step, "status"));
    if (const double steps = number_at(*step, "steps"); std::isfinite(steps))
      text += fmt::format(", {}, {}, {:.0f} steps to t = {:.6g}", text_at(*step, "analysis"),
                          text_at(*step, "scheme"), steps, number_at(*step, "time"));
    text += "\n";
  }
  return text;
}

std::string warnings_of(const deck::Node& record) {
  std::string text;
  for (const deck::Node* warning : list_at(record, "warnings"))
    text += fmt::format("  warning: {} ({:.0f}): {}\n", text_at(*warning, "kind"),
                        number_at(*warning, "count"), text_at(*warning, "first"));
  return text;
}

}  // namespace

std::string status_text(const fs::path& folder) {
  const deck::Node record = record_of(folder);
  const auto user = io::folder_user(folder);
  std::string text = fmt::format("{}: {}\n", folder.string(), state_of(folder, record, user));
  if (std::isfinite(number_at(record, "statistics.time")))
    text += fmt::format("  {}\n  {}\n", place_of(record, unit_of_time(folder)), counts_of(record));
  text += fmt::format("  {}\n", pace_of(record, user.has_value())) + chain_of(record) + warnings_of(record);
  if (const std::string status = text_at(record, "status"); status == "failed" || status == "stopped")
    text += fmt::format("  {}\n", text_at(record, "message"));
  return text;
}

std::string ask_to_stop(const fs::path& folder) {
  const deck::Node record = record_of(folder);
  const auto user = io::folder_user(folder);
  if (!user) {
    const std::string status = text_at(record, "status");
    throw NoResult(folder, fmt::format("no run writes into '{}': its last one {}", folder.string(),
                                       status == "complete"  ? "is complete"
                                       : status == "running" ? "was killed"
                                                             : fmt::format("has {}", status)));
  }
  io::request_stop(folder);
  return user->words;
}

void wait_for_end(const fs::path& folder) {
  constexpr useconds_t kBetween = 100000;
  while (io::folder_user(folder)) usleep(kBetween);
}

}  // namespace jounce::report
