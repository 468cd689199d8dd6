#pragma once

#include <filesystem>
#include <optional>

#include "run/field_results.h"
#include "run/run_state.h"
#include "run/setup.h"

namespace jounce {

/// Frames of the field results lie at equal intervals; each is the first step at or after its time.
class FieldFrames {
 public:
  /// @param frames  of the whole run; 0: no field results
  FieldFrames(const Setup& setup, long frames) : setup_(setup), frames_(frames) {}

  /// @param restart  goes on with the file that exists
  void open(const std::filesystem::path& file, double time, bool restart);
  /// After a step: writes the frame that is due.
  void record(const RunState& run);
  /// The next frame is the first one after this time.
  void skip_to(double time);
  void close() {
    if (results_) results_->close();
  }

 private:
  double time_of(long frame) const;
  double slack() const { return 1e-9 * setup_.schedule.step; }

  const Setup& setup_;
  long frames_;
  long next_ = 0;
  std::optional<FieldResults> results_;
};

}  // namespace jounce
