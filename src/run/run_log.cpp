#include "run/run_log.h"

#include <fmt/format.h>

#include "io/output_error.h"
#include "version.h"

namespace jounce {

RunLog::RunLog(const std::filesystem::path& folder, io::LineFile::Start start, const RunRecord& record)
    : begun_(record.begun) {
  open(folder, start);
  line(fmt::format("{}  {}", record.started, record.command));
  line(version_line() + (record.ranks > 1 ? fmt::format(", {} ranks", record.ranks) : ""));
  for (const std::string& note : record.notes) lines("note: " + note);
}

void RunLog::open(const std::filesystem::path& folder, io::LineFile::Start start) {
  try {
    file_ = std::make_unique<io::LineFile>(folder / kFile, start);
  } catch (const io::OutputError&) {  // the results themselves say what is wrong with the folder
  }
}

void RunLog::go_on(const std::filesystem::path& folder, const RunRecord& record,
                   const std::vector<std::string>& notes, std::string_view found) {
  RunLog log;
  log.begun_ = record.begun;
  log.open(folder, io::LineFile::Start::append);
  for (const std::string& note : notes) log.lines("note: " + note);
  log.lines(found);
}

void RunLog::line(std::string_view text) {
  if (!file_) return;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  try {
    file_->line(fmt::format("{:10.1f} s  {}", seconds, text));
    file_->flush();
  } catch (const io::OutputError&) {
    file_.reset();
  }
}

void RunLog::lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end != 0) line(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

void write_log(const std::filesystem::path& folder, const RunRecord& record) {
  RunLog log(folder, io::LineFile::Start::fresh, record);
  log.lines(fmt::format("{}: {}", record.status, record.message));
}

std::string sum_of(const std::vector<RunRecord::Warning>& warnings) {
  long count = 0;
  std::string text;
  for (const RunRecord::Warning& warning : warnings) {
    count += warning.count;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", warning.count, warning.what());
  }
  if (count == 0) return {};
  return fmt::format("{} warning{}: {}", count, count == 1 ? "" : "s", text);
}

}  // namespace jounce
