#include "io/history_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <set>
#include <stdexcept>

#include "io/csv.h"
#include "io/output_error.h"

namespace jounce::io {
namespace {

constexpr std::size_t longest_number = 25;  // "-2.2250738585072014e-308" and a separator

std::string header(const std::vector<Column>& columns) {
  std::string line;
  for (const Column& column : columns) {
    if (!line.empty()) line += ',';
    line += csv_cell(column.name);
  }
  return line;
}

void check_names(const std::vector<Column>& columns) {
  if (columns.empty()) throw std::invalid_argument("a history needs at least one column");
  std::set<std::string_view> seen;
  for (const Column& column : columns) {
    if (column.name.empty() || !seen.insert(column.name).second) {
      throw std::invalid_argument(fmt::format("history column '{}' is empty or occurs twice", column.name));
    }
  }
}

void write_units(const std::filesystem::path& path, const std::vector<Column>& columns) {
  LineFile file(path, LineFile::Start::fresh);
  file.line("name,unit,description");
  for (const Column& column : columns) {
    file.line(
        fmt::format("{},{},{}", csv_cell(column.name), csv_cell(column.unit), csv_cell(column.description)));
  }
  file.close();
}

void check_header(const std::filesystem::path& path, const std::string& expected) {
  const std::string text = read_text(path);
  std::string_view rest = text;
  bool complete = false;
  const std::string_view found = next_line(rest, complete);
  if (!complete || found != expected) {
    throw OutputError(
        path, fmt::format("cannot continue '{}': its columns are '{}', this run writes '{}'; use the same "
                          "history quantities as before, or another folder",
                          path.string(), found, expected));
  }
}

/// Shortest text that reads back to the same double; integral values as plain integers.
char* print_number(char* out, char* end, double value) {
  if (std::fabs(value) < 1e15) {
    const auto integer = static_cast<std::int64_t>(value);
    if (static_cast<double>(integer) == value && (integer != 0 || !std::signbit(value))) {
      return std::to_chars(out, end, integer).ptr;
    }
  }
  if (std::isnan(value)) return std::copy_n("nan", 3, out);
  return std::to_chars(out, end, value).ptr;
}

}  // namespace

std::filesystem::path units_path(const std::filesystem::path& history) {
  return history.parent_path() / (history.stem().string() + "_units.csv");
}

HistoryWriter::HistoryWriter(const std::filesystem::path& path, std::vector<Column> columns,
                             LineFile::Start start)
    : columns_((check_names(columns), std::move(columns))), file_(path, start) {
  if (start == LineFile::Start::append) {
    check_header(path, header(columns_));
  } else {
    file_.line(header(columns_));
    file_.flush();
    write_units(units_path(path), columns_);
  }
}

void HistoryWriter::describe() const { write_units(units_path(file_.path()), columns_); }

void HistoryWriter::row(std::span<const double> values) {
  assert(values.size() == columns_.size());
  char* const begin = file_.reserve(longest_number * values.size() + 1);
  char* out = begin;
  for (const double value : values) {
    out = print_number(out, out + longest_number, value);
    *out++ = ',';
  }
  out[-1] = '\n';
  file_.commit(out);
  file_.tick();
}

}  // namespace jounce::io
