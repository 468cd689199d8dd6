#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::report {

/// A cell of a table.
struct Cell {
  std::string text;        ///< not escaped yet
  bool is_number = false;  ///< to the right
};

/// Cell of a number with 6 digits.
Cell number_cell(double value, const std::string& unit = {});

using Row = std::vector<Cell>;

/// A table that scrolls by itself where the screen is narrow. `head` may be empty.
std::string table(const std::vector<std::string>& head, const std::vector<Row>& rows);

/// Names beside values.
std::string facts(const std::vector<std::pair<std::string, std::string>>& rows);

/// Content behind a line that opens it.
std::string folded(const std::string& summary, const std::string& content, bool is_open = false);

/// A table with a line that says what and how many there are: short ones open, longer ones folded; of the
/// longest only the first rows, with the file that has the others.
std::string listed(const std::string& what, const std::vector<std::string>& head, std::vector<Row> rows,
                   const std::string& file);

/// A section with its heading; empty where the content is.
std::string section(const std::string& heading, const std::string& content);

/// The whole page: one file without scripts that loads nothing.
std::string page(const std::string& title, const std::string& body);

}  // namespace jounce::report
