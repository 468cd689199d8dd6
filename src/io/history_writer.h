#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/line_file.h"

namespace jounce::io {

/// One column of a history file.
struct Column {
  std::string name;         ///< plain name, unique in the file, e.g. "gap_velocity"
  std::string unit;         ///< derived unit as printed, e.g. "m/s"; empty for pure numbers
  std::string description;  ///< one line, shown in history_units.csv; may be empty
};

/// Path of the table of units beside a history file: `history.csv` has `history_units.csv`.
std::filesystem::path units_path(const std::filesystem::path& history);

/// Time histories as CSV: line 1 holds the plain column names, every further line one row, numbers as the
/// shortest text that reads back to the same double (integers without a point; `nan`, `inf`, `-inf`).
/// Units and descriptions stand in a second file, `<stem>_units.csv` with the columns name,unit,description,
/// so that readers of plain CSV need no options.
///
/// Writing a row allocates nothing and costs some tens of nanoseconds per column. Whole lines reach the file
/// at least every 0.25 s of wall time while rows keep coming, so a killed run leaves a readable file.
class HistoryWriter {
 public:
  /// @param start fresh: a new file with header and the table of units; append: continue an existing file
  ///   (after `truncate_after`), whose header must name the same columns.
  /// Throws OutputError.
  HistoryWriter(const std::filesystem::path& path, std::vector<Column> columns,
                LineFile::Start start = LineFile::Start::fresh);

  /// Writes the table of units anew, of a file that was continued.
  void describe() const;
  /// One row, one value per column in the order of the columns. Throws OutputError.
  void row(std::span<const double> values);
  void flush() { file_.flush(); }
  /// Of what was flushed.
  FileMark mark() const { return file_.mark(); }
  void close() { file_.close(); }
  const std::vector<Column>& columns() const { return columns_; }

 private:
  std::vector<Column> columns_;
  LineFile file_;
};

}  // namespace jounce::io
