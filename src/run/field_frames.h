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

  /// On the rank that writes, and on all ranks where the model is in parts; collective then.
  void begin();
  /// On the rank that writes. @param restart  goes on with the file that exists
  void open(const std::filesystem::path& file, double time, bool restart);
  /// A frame follows a step to this time, up to round-off.
  bool is_due(double time) const { return results_ && next_ <= frames_ && time + slack() >= time_of(next_); }
  /// The values of a frame. Collective, where the model is in parts.
  void evaluate(const RunState& run);
  /// Writes the frame that was evaluated last.
  void write(const RunState& run);
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
