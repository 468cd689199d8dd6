#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/history_writer.h"
#include "run/run_state.h"
#include "run/setup.h"

namespace jounce {

/// The columns of a history - time, what the deck asks for, the ledger of energy - and their values.
class HistoryRow {
 public:
  explicit HistoryRow(const Setup& setup) : setup_(setup) {}

  std::vector<io::Column> columns() const;
  /// Values after the last step, in the order of the columns; until the next call. Of redundant joint rows
  /// the run has the least forces from here on.
  const std::vector<double>& values(RunState& run);
  /// Calls `visit` with the name and the present value of every column but the time.
  void observe(RunState& run, const std::function<void(const std::string& name, double value)>& visit);

 private:
  const Setup& setup_;
  std::vector<double> values_;
};

}  // namespace jounce
