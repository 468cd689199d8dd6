#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::io {

/// A CSV file of numbers with one header line, read as columns: history files, events, reference data. A
/// truncated last line (killed run) is ignored, so are empty lines and lines that start with '#'. Cells that
/// are not numbers (names of contacts) read as NaN. The units come from `<stem>_units.csv` if present.
class History {
 public:
  /// Throws OutputError: no such file, no header, a line with a wrong number of cells (with its line number).
  explicit History(const std::filesystem::path& path);
  bool has(std::string_view name) const;
  /// Values of a column. Throws OutputError naming the nearest column when there is none of that name.
  const std::vector<double>& column(std::string_view name) const;
  const std::vector<std::string>& names() const { return names_; }
  std::size_t size() const { return rows_; }  ///< number of rows
  /// Unit of a column, "" when unknown or dimensionless. Throws like `column`.
  const std::string& unit(std::string_view name) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::size_t index(std::string_view name) const;

  std::filesystem::path path_;
  std::vector<std::string> names_;
  std::vector<std::string> units_;
  std::vector<std::vector<double>> columns_;
  std::size_t rows_ = 0;
};

}  // namespace jounce::io
