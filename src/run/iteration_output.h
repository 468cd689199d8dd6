#pragma once

#include <functional>
#include <optional>
#include <string>

#include "deck/deck.h"
#include "io/progress.h"
#include "run/convergence_file.h"
#include "run/convergence_table.h"
#include "run/run.h"
#include "run/run_state.h"
#include "run/write_failure.h"

namespace jounce {

/// What a run shows and keeps of the iterations of its steps: convergence.csv, the table of `jounce run -v`
/// and the line of progress. A signal that asks to stop ends the iterations here.
class IterationOutput {
 public:
  static constexpr const char* kFile = "convergence.csv";

  /// @param writes  this rank shows and writes
  IterationOutput(const std::filesystem::path& folder, const deck::Deck& deck, const RunOptions& options,
                  bool writes);

  void open(io::LineFile::Start start) { convergence_.open(start); }
  /// Called after every iteration; returns what asks the run to stop (RunMonitor::stop).
  void ask(std::function<int()> ask) { ask_ = std::move(ask); }
  /// The stepper's iterations are looked at from here on; progress counts from `start` to `end`.
  void begin(Stepper& stepper, double start, double end);

  /// Throws StepInterrupted between the parts of a step that was cut when something asks to stop.
  /// @param level  how often the size h was halved
  void begin_attempt(const RunState& run, double h, int level);
  /// The attempt begins anew.
  void repeat_attempt();
  /// @param converged  accepted, or refused as too long
  void end_attempt(bool accepted, bool converged);
  void step_done(const RunState& run);

  /// After every attempt at a step, with its iterations.
  using WatchAttempt = std::function<void(const ConvergenceFile::Attempt&, const ConvergenceLog&)>;
  void watch(WatchAttempt watch) { watch_ = std::move(watch); }

  /// What changed in the last iterations of a step that failed, a sentence; empty for nothing.
  std::string flips() const;
  const WriteFailure& failure() const { return failure_; }
  void flush() { convergence_.flush(); }
  void close() { convergence_.close(); }
  /// @param word  how the run ended
  void finish(const RunState& run, const std::string& word);

 private:
  /// After every iteration of a step: shows it; throws StepInterrupted when a signal asks to stop.
  void iterated(const ConvergenceLog::Row* row);
  void show(const std::string& text) const;
  void stop_if_asked(int code) const;

  std::string time_unit_, part_;
  bool writes_, shows_table_;
  io::ProgressMode mode_;
  ConvergenceFile convergence_;
  ConvergenceTable table_;
  ConvergenceFile::Attempt attempt_;  ///< at a step, under way or the last one
  double begin_ = 0;                  ///< of that step
  int level_ = 0;
  WatchAttempt watch_;
  std::function<int()> ask_;
  std::optional<io::Progress> progress_;
  WriteFailure failure_;
};

}  // namespace jounce
