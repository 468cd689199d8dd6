#include "verify/csv_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace jounce::verify {

namespace {

/// Cells of one line; a cell may be quoted, with doubled quotes inside.
std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else if (c != '\r' && (quoted || (c != ' ' && c != '\t'))) {
      cells.back() += c;
    }
  }
  return cells;
}

}  // namespace

CsvTable::CsvTable(const std::filesystem::path& file) : file_(file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(fmt::format("cannot read {}", file.string()));
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
    auto cells = split(line);
    if (names_.empty()) {
      names_ = std::move(cells);
      continue;
    }
    if (cells.size() != names_.size()) {
      throw std::runtime_error(fmt::format("{}:{}: {} cells, expected {} as in the header", file.string(),
                                           number, cells.size(), names_.size()));
    }
    cells_.push_back(std::move(cells));
  }
  if (names_.empty()) throw std::runtime_error(fmt::format("{}: no header row", file.string()));
}

bool CsvTable::has(const std::string& column) const {
  return std::find(names_.begin(), names_.end(), column) != names_.end();
}

std::size_t CsvTable::index(const std::string& column) const {
  const auto found = std::find(names_.begin(), names_.end(), column);
  if (found == names_.end()) {
    throw std::runtime_error(fmt::format("{}: no column '{}'", file_.string(), column));
  }
  return static_cast<std::size_t>(found - names_.begin());
}

const std::string& CsvTable::text(std::size_t row, const std::string& column) const {
  return cells_.at(row)[index(column)];
}

double CsvTable::number(std::size_t row, const std::string& column) const {
  const std::string& cell = text(row, column);
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  if (cell.empty() || *end != '\0') {
    throw std::runtime_error(fmt::format("{}: row {} of column '{}' is '{}', not a number", file_.string(),
                                         row + 1, column, cell));
  }
  return value;
}

std::vector<double> CsvTable::numbers(const std::string& column) const {
  std::vector<double> values(rows());
  for (std::size_t row = 0; row < rows(); ++row) values[row] = number(row, column);
  return values;
}

}  // namespace jounce::verify
