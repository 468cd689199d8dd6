#include "io/history_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/csv.h"
#include "io/history_writer.h"
#include "io/output_error.h"
#include "params/nearest.h"

namespace jounce::io {
namespace {

/// name -> unit of the table of units beside a history; false when there is none.
bool read_units(const std::filesystem::path& path, const std::vector<std::string>& names,
                std::vector<std::string>& units) {
  if (!std::filesystem::is_regular_file(path)) return false;
  const std::string text = read_text(path);
  std::string_view rest = text;
  std::vector<std::string_view> cells;
  std::vector<std::string> storage;
  for (bool complete = false; !rest.empty();) {
    split_csv(next_line(rest, complete), cells, storage);
    if (cells.size() < 2) continue;
    const auto found = std::find(names.begin(), names.end(), cells[0]);
    if (found != names.end()) units[found - names.begin()] = cells[1];
  }
  return true;
}

}  // namespace

History::History(const std::filesystem::path& path) : path_(path) {
  const std::string text = read_text(path);
  std::string_view rest = text;
  std::vector<std::string_view> cells;
  std::vector<std::string> storage;
  bool complete = false;
  bool has_units = false;
  std::size_t line_number = 0;
  while (!rest.empty()) {
    const std::string_view line = next_line(rest, complete);
    ++line_number;
    if (line.empty() || line.front() == '#') continue;
    split_csv(line, cells, storage);
    if (names_.empty()) {
      names_.assign(cells.begin(), cells.end());
      units_.resize(names_.size());
      columns_.resize(names_.size());
      has_units = read_units(units_path(path), names_, units_);
      continue;
    }
    const bool unfinished = !complete && (has_units || cells.size() < names_.size());
    if (unfinished) break;
    if (cells.size() != names_.size()) {
      throw OutputError(path, fmt::format("{}:{}: this line has {} cells, expected {} as in the header",
                                          path.string(), line_number, cells.size(), names_.size()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      double value = std::numeric_limits<double>::quiet_NaN();
      if (!parse_number(cells[i], value)) value = std::numeric_limits<double>::quiet_NaN();
      columns_[i].push_back(value);
    }
    ++rows_;
  }
  if (names_.empty()) {
    throw OutputError(
        path, fmt::format("'{}' is empty; expected a CSV file with the column names in its first line",
                          path.string()));
  }
}

std::size_t History::index(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
  const std::string near = params::nearest(name, names_);
  throw OutputError(path_, fmt::format("'{}' has no column '{}'{}; it has: {}", path_.string(), name,
                                       near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                       fmt::join(names_, ", ")));
}

bool History::has(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

const std::vector<double>& History::column(std::string_view name) const { return columns_[index(name)]; }

const std::string& History::unit(std::string_view name) const { return units_[index(name)]; }

}  // namespace jounce::io
