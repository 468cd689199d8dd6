#include "deck/time_table.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "params/nearest.h"

namespace jounce::deck {

namespace {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Cells of a line; blanks only separate where there is neither comma nor semicolon.
std::vector<std::string_view> split(std::string_view line) {
  char separator = ' ';
  for (const char c : {',', ';', '\t'}) {
    if (separator == ' ' && line.find(c) != std::string_view::npos) separator = c;
  }
  std::vector<std::string_view> cells;
  while (true) {
    const auto end = line.find(separator);
    cells.push_back(trim(line.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
    if (separator == ' ') line = trim(line);
  }
}

std::optional<double> to_number(std::string_view cell) {
  if (cell.size() > 1 && cell.front() == '+') cell.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

std::string without_unit(std::string_view cell) {
  if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
  return std::string(trim(cell.substr(0, cell.find_first_of("[("))));
}

/// Index of the column by its name or its number.
std::size_t find_column(const std::vector<std::string>& names, std::size_t columns,
                        const std::string& wanted) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == wanted) return i;
  }
  const auto number = to_number(wanted);
  if (number && *number >= 1 && *number <= static_cast<double>(columns))
    return static_cast<std::size_t>(*number) - 1;
  const std::string hint = params::nearest(wanted, names);
  throw std::runtime_error(fmt::format("there is no column '{}'{}", wanted,
                                       hint.empty() ? "" : fmt::format(", did you mean '{}'?", hint)));
}

class Table {
 public:
  Table(const std::string& time_column, const std::string& value_column)
      : time_column_(time_column), value_column_(value_column) {}

  void add(std::string_view line) {
    if (line.empty() || line.front() == '#') return;
    const auto cells = split(line);
    if (!has_columns_) {
      has_columns_ = true;
      std::vector<std::string> names;
      if (!to_number(cells.front())) {
        for (const auto cell : cells) names.push_back(without_unit(cell));
      }
      time_ = find_column(names, cells.size(), time_column_);
      value_ = find_column(names, cells.size(), value_column_);
      if (!names.empty()) return;
    }
    times_.push_back(cell_value(cells, time_));
    values_.push_back(cell_value(cells, value_));
  }

  params::TimeFunction function() {
    return params::TimeFunction::table(std::move(times_), std::move(values_));
  }

 private:
  static double cell_value(const std::vector<std::string_view>& cells, std::size_t column) {
    if (column >= cells.size()) throw std::runtime_error(fmt::format("column {} is missing", column + 1));
    const auto value = to_number(cells[column]);
    if (!value) throw std::runtime_error(fmt::format("expected a number, not '{}'", cells[column]));
    return *value;
  }

  const std::string& time_column_;
  const std::string& value_column_;
  bool has_columns_ = false;
  std::size_t time_ = 0, value_ = 1;
  std::vector<double> times_, values_;
};

}  // namespace

params::TimeFunction read_time_table(const std::filesystem::path& file, const std::string& time_column,
                                     const std::string& value_column) {
  const std::string name = file.string();
  std::error_code status;
  if (!std::filesystem::is_regular_file(file, status)) {
    throw std::runtime_error(fmt::format("there is no file '{}'", name));
  }
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error(fmt::format("the file '{}' cannot be read", name));
  Table table(time_column, value_column);
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    try {
      table.add(trim(line));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}:{}: {}", name, number, error.what()));
    }
  }
  if (stream.bad()) throw std::runtime_error(fmt::format("the file '{}' cannot be read", name));
  try {
    return table.function();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace jounce::deck
