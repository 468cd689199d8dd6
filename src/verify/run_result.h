#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "verify/csv_table.h"
#include "verify/series.h"

namespace jounce::io {
class History;
}

namespace jounce::verify {

/// The results a run left in its folder: history.csv and events.csv, read when first asked for. Of modes:
/// modes.csv in place of history.csv, with the number of the mode in place of time.
class RunResult {
 public:
  explicit RunResult(std::filesystem::path folder, bool of_modes = false);
  ~RunResult();
  RunResult(RunResult&&) noexcept;
  RunResult& operator=(RunResult&&) noexcept;

  const std::filesystem::path& folder() const { return folder_; }

  /// Column `of` of history.csv over time, or an expression of its columns. Throws std::runtime_error when
  /// the file is missing or a column is unknown.
  Series series(const std::string& of) const;

  /// Names of the columns of history.csv.
  std::vector<std::string> columns() const;

  const CsvTable& events() const;

 private:
  io::History& history() const;

  std::filesystem::path folder_;
  bool of_modes_ = false;
  mutable std::unique_ptr<io::History> history_;
  mutable std::unique_ptr<CsvTable> events_;
};

}  // namespace jounce::verify
