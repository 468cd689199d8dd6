#pragma once

#include <filesystem>

#include "run/run_log.h"
#include "run/run_state.h"
#include "run/setup.h"

namespace jounce {

/// What a run tells about itself while it goes on: run.toml every few seconds, run.log, its warnings; and
/// whether it shall stop. Only the rank that writes results has files and looks for the wish of
/// `jounce stop`; the others agree with what it finds (Simulation).
class RunMonitor {
 public:
  static constexpr double kRecordSeconds = 2;  ///< between two writings of run.toml

  RunMonitor(const Setup& setup, const RunState& run, RunRecord& record)
      : setup_(setup), run_(run), record_(record) {}

  /// What the next step of the deck goes on with.
  struct Left {
    RunLog log;
    std::size_t logged_cuts = 0;
    long limited = 0, searched_again = 0;
  };
  Left leave() { return std::move(told_); }
  void take_over(Left left) { told_ = std::move(left); }

  /// The analysis begins: its line in the table of the steps.
  void begin_step(std::size_t earlier_steps);
  /// The folder is there, and belongs to this run. @param restart  the log goes on
  void open(const std::filesystem::path& folder, bool restart, bool is_continued);
  /// After a step.
  void step_done() {
    if (!folder_.empty()) look();
  }
  /// After an iteration of a step.
  void iterated() {
    if (!folder_.empty()) look();
  }
  /// What asks the run to stop: a signal, kStopRequest, or 0.
  int stop() const;

  /// Enters where the run stands into the record: counts, energies, warnings, the step of the deck.
  void enter(const std::string& status);
  /// The run, or the step of a deck, has ended, and its record is written: the log says so.
  void end();

 private:
  void look();
  void tell_warnings();
  void tell_progress(double now);
  RunRecord::Now where(double now);
  std::vector<RunRecord::Warning> warnings() const;
  double fraction() const;

  const Setup& setup_;
  const RunState& run_;
  RunRecord& record_;
  Left told_;
  std::filesystem::path folder_;  ///< empty: this rank writes nothing
  bool stop_requested_ = false;
  double began_ = 0, next_look_ = 0, next_record_ = 0;  ///< on the clock of io::coarse_seconds
  double last_record_ = 0;
  long steps_at_record_ = 0;
  double told_at_ = 0, told_fraction_ = 0;                           ///< the last line of progress in the log
  long steps_before_ = 0, iterations_before_ = 0, cuts_before_ = 0;  ///< of the steps of the deck before
};

}  // namespace jounce
