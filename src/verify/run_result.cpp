#include "verify/run_result.h"

#include <map>

#include "io/history_reader.h"
#include "params/formula.h"

namespace jounce::verify {

RunResult::RunResult(std::filesystem::path folder, bool of_modes)
    : folder_(std::move(folder)), of_modes_(of_modes) {}
RunResult::~RunResult() = default;
RunResult::RunResult(RunResult&&) noexcept = default;
RunResult& RunResult::operator=(RunResult&&) noexcept = default;

io::History& RunResult::history() const {
  if (!history_)
    history_ = std::make_unique<io::History>(folder_ / (of_modes_ ? "modes.csv" : "history.csv"));
  return *history_;
}

std::vector<std::string> RunResult::columns() const { return history().names(); }

Series RunResult::series(const std::string& of) const {
  io::History& table = history();
  const std::vector<double>& time = table.column(of_modes_ ? "mode" : "time");
  if (table.has(of)) return {time, table.column(of)};
  const params::Formula formula(of, table.names());
  std::map<std::string, const std::vector<double>*> columns;
  for (const auto& name : formula.used()) columns[name] = &table.column(name);
  return {time, formula.evaluate(columns, time.size())};
}

const CsvTable& RunResult::events() const {
  if (!events_) events_ = std::make_unique<CsvTable>(folder_ / "events.csv");
  return *events_;
}

}  // namespace jounce::verify
