#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::io {

enum class ProgressMode { automatic, bar, lines, none };  ///< automatic: bar on a terminal, else lines

struct ProgressOptions {
  double start_time = 0.0;  ///< simulated time at which this run starts (restart: not 0)
  double end_time = 0.0;
  std::string time_unit = "s";
  std::FILE* stream = stderr;
  ProgressMode mode = ProgressMode::automatic;
  double patience = 10.0;  ///< seconds without a line after which a step that lasts has one
  std::string part{};      ///< "2/3": which of several runs in a row this is; empty: one alone
};

/// "8 s", "3:25", "2:03:25", rounded up; "?" for what is not finite.
std::string duration(double seconds);

/// What a step reports.
struct StepReport {
  std::int64_t step = 0;
  double time = 0.0;
  int newton_iterations = 0;  ///< of this step
  int active_contacts = 0;    ///< after this step
  long cuts = 0;              ///< of all steps so far
  double energy_error = 0.0;  ///< energy that nothing accounts for, over the scale of energies
};

/// What an iteration of a step reports.
struct IterationReport {
  std::int64_t step = 0;  ///< the one under way
  double time = 0.0;      ///< where it begins
  int iteration = 0;
  int cuts = 0;              ///< how often its size was halved
  double residual = 0.0;     ///< over its limit
  std::string_view stage{};  ///< what is being tried; empty: the first way
};

/// Progress of a run: on a terminal one line rewritten in place at most ten times a second (bar, percent,
/// simulated time, time left, step, Newton iterations, active contacts, cuts, energy error, steps a second;
/// shortened to the width of the terminal), otherwise plain lines with the same about every tenth of the run,
/// at least 2 s apart. `update` costs a few
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
  /// While a step lasts: the bar shows the iteration once nothing was drawn for half a second, and where
  /// there is no bar a line follows when there was none for `patience`. One reading of the coarse clock.
  void iterate(const IterationReport& report);
  /// Last line: clears the bar and prints the summary `message` (or a default one when empty). Call it once;
  /// a destructor without it (exception) only ends the bar's line.
  void finish(const StepReport& last, const std::string& message = {});
  /// Prints a line of text (warning) without spoiling the bar.
  void note(const std::string& text);
  ProgressMode mode() const { return options_.mode; }

 private:
  void look(const StepReport& report);
  void draw_bar(const StepReport& report, double now);
  void draw(double time, std::span<const std::string> parts, double now);
  void print_line(const StepReport& report, double now);
  double fraction(double time) const;
  double seconds_left(double time, double now) const;
  double rate(const StepReport& report, double now);
  /// What both ways say of a step, behind the time.
  std::vector<std::string> parts_of(const StepReport& report, double now);

  ProgressOptions options_;
  std::int64_t calls_left_ = 1;
  std::int64_t stride_ = 1;
  double began_ = 0.0;
  double last_look_ = 0.0;
  double last_print_ = 0.0;
  double next_fraction_ = 0.0;
  double rate_ = 0.0;  ///< steps a second, over about the last second
  double rate_time_ = 0.0;
  std::int64_t rate_step_ = -1;
  bool bar_open_ = false;
  bool is_iterating_ = false;  ///< the bar shows the iterations of a step
};

}  // namespace jounce::io
