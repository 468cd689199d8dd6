#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jounce::verify {

/// A small CSV table with one header row, kept as text: events.csv and reference tables. Lines that start
/// with # are comments.
class CsvTable {
 public:
  /// Throws std::runtime_error naming the file (and line) when it cannot be read or a row has the wrong
  /// number of cells.
  explicit CsvTable(const std::filesystem::path& file);

  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return cells_.size(); }
  bool has(const std::string& column) const;

  const std::string& text(std::size_t row, const std::string& column) const;
  double number(std::size_t row, const std::string& column) const;
  std::vector<double> numbers(const std::string& column) const;

 private:
  std::size_t index(const std::string& column) const;

  std::filesystem::path file_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> cells_;
};

}  // namespace jounce::verify
