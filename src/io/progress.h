#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace jounce::io {

enum class ProgressMode { automatic, bar, lines, none };  ///< automatic: bar on a terminal, else lines

struct ProgressOptions {
  double start_time = 0.0;  ///< simulated time at which this run starts (restart: not 0)
  double end_time = 0.0;
  std::string time_unit = "s";
  std::FILE* stream = stderr;
  ProgressMode mode = ProgressMode::automatic;
};

/// What a step reports.
struct StepReport {
  std::int64_t step = 0;
  double time = 0.0;
  int newton_iterations = 0;  ///< of this step
  int active_contacts = 0;    ///< after this step
};

/// Progress of a run: on a terminal one line rewritten in place at most ten times a second (bar, percent,
/// simulated time, step, time left, Newton iterations, active contacts; shortened to the width of the
/// terminal), otherwise plain lines about every tenth of the run, at least 2 s apart. `update` costs a few
/// nanoseconds: the clock is read only every N calls, N adapted to the pace of the run.
class Progress {
 public:
  explicit Progress(ProgressOptions options);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(const StepReport& report) {
    if (--calls_left_ <= 0) look(report);
  }
  /// Last line: clears the bar and prints the summary `message` (or a default one when empty). Call it once;
  /// a destructor without it (exception) only ends the bar's line.
  void finish(const StepReport& last, const std::string& message = {});
  /// Prints a line of text (warning) without spoiling the bar.
  void note(const std::string& text);
  ProgressMode mode() const { return options_.mode; }

 private:
  void look(const StepReport& report);
  void draw_bar(const StepReport& report, double now);
  void print_line(const StepReport& report, double now);
  double fraction(double time) const;
  double seconds_left(double time, double now) const;

  ProgressOptions options_;
  std::int64_t calls_left_ = 1;
  std::int64_t stride_ = 1;
  double began_ = 0.0;
  double last_look_ = 0.0;
  double last_print_ = 0.0;
  double next_fraction_ = 0.0;
  bool bar_open_ = false;
};

}  // namespace jounce::io
