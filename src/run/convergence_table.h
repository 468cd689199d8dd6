#pragma once

#include <array>
#include <string>

#include "run/convergence_file.h"

namespace jounce {

/// What `jounce run -v` shows of every attempt at a step, line by line as the iterations come.
class ConvergenceTable {
 public:
  explicit ConvergenceTable(std::string time_unit = {}) : time_unit_(std::move(time_unit)) {}

  /// A new attempt: number, end and size of the step.
  std::string begin(const ConvergenceFile::Attempt& attempt);
  /// A line for a row of the log; heads before the first one, and where a field has residuals that had none.
  std::string row(const ConvergenceLog& log, const ConvergenceLog::Row& row);
  /// What came out of it; nothing for a step that is accepted.
  std::string end(const ConvergenceFile::Attempt& attempt) const;

 private:
  std::string time_unit_;
  std::array<bool, FieldResiduals::kFields> is_shown_{};
  bool has_heads_ = false;
};

}  // namespace jounce
