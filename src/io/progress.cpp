#include "io/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "io/wall_clock.h"

namespace jounce::io {
namespace {

constexpr double bar_seconds = 0.1;    // between two drawings of the bar
constexpr double line_seconds = 2.0;   // between two plain lines
constexpr double look_seconds = 0.02;  // aimed at between two readings of the clock
constexpr std::int64_t longest_skip = 4096;
constexpr double long_seconds = 0.5;   // until the bar shows the iterations of a step
constexpr double line_fraction = 0.1;  // of the run between two plain lines
constexpr double rate_seconds = 1.0;   // over which steps a second are counted

int terminal_width(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::string with_unit(double time, const std::string& unit) {
  return unit.empty() ? fmt::format("{:.5g}", time) : fmt::format("{:.5g} {}", time, unit);
}

}  // namespace

std::string duration(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  const auto whole = static_cast<long long>(std::ceil(std::max(seconds, 0.0)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

Progress::Progress(ProgressOptions options) : options_(std::move(options)) {
  if (options_.mode == ProgressMode::automatic) {
    options_.mode = isatty(fileno(options_.stream)) == 1 ? ProgressMode::bar : ProgressMode::lines;
  }
  if (options_.mode == ProgressMode::none) calls_left_ = INT64_MAX;
  began_ = last_look_ = last_print_ = coarse_seconds();
  next_fraction_ = line_fraction;
}

Progress::~Progress() {
  if (!bar_open_) return;
  std::fputc('\n', options_.stream);
  std::fflush(options_.stream);
}

double Progress::fraction(double time) const {
  const double span = options_.end_time - options_.start_time;
  return span > 0.0 ? std::clamp((time - options_.start_time) / span, 0.0, 1.0) : 1.0;
}

double Progress::seconds_left(double time, double now) const {
  const double done = fraction(time);
  return done > 0.0 ? (now - began_) * (1.0 - done) / done : INFINITY;
}

void Progress::look(const StepReport& report) {
  if (options_.mode == ProgressMode::none) {
    calls_left_ = INT64_MAX;
    return;
  }
  const double now = coarse_seconds();
  const double passed = now - last_look_;
  if (passed < 0.5 * look_seconds) {
    stride_ = std::min(2 * stride_, longest_skip);
  } else if (passed > look_seconds) {
    stride_ = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(static_cast<double>(stride_) * look_seconds / passed));
  }
  last_look_ = now;
  calls_left_ = stride_;
  is_iterating_ = false;
  if (options_.mode == ProgressMode::bar) {
    if (now - last_print_ >= bar_seconds) draw_bar(report, now);
  } else if (now - last_print_ >= line_seconds && fraction(report.time) >= next_fraction_) {
    print_line(report, now);
  }
}

void Progress::draw_bar(const StepReport& report, double now) {
  // The most important parts first; those that do not fit are left out.
  std::vector<std::string> parts = {
      (options_.part.empty() ? "" : options_.part + " ") +
          fmt::format("{:5.1f} %", 100.0 * fraction(report.time)),
      fmt::format("  t = {} / {}", fmt::format("{:.5g}", report.time),
                  with_unit(options_.end_time, options_.time_unit)),
  };
  std::ranges::move(parts_of(report, now), std::back_inserter(parts));
  draw(report.time, parts, now);
}

double Progress::rate(const StepReport& report, double now) {
  const double passed = now - rate_time_;
  if (rate_step_ < 0) {  // steps of a run that goes on are not of this one
    rate_step_ = report.step;
    rate_time_ = now;
  } else if (passed >= rate_seconds || rate_ == 0) {
    if (passed > 0) rate_ = static_cast<double>(report.step - rate_step_) / passed;
    if (passed >= rate_seconds) {
      rate_step_ = report.step;
      rate_time_ = now;
    }
  }
  return rate_;
}

std::vector<std::string> Progress::parts_of(const StepReport& report, double now) {
  const double steps_per_second = rate(report, now);
  std::vector<std::string> parts = {
      fmt::format("  left {}", duration(seconds_left(report.time, now))),
      fmt::format("  step {}", report.step),
      fmt::format("  Newton {}", report.newton_iterations),
      fmt::format("  contacts {}", report.active_contacts),
  };
  if (report.cuts > 0) parts.push_back(fmt::format("  cuts {}", report.cuts));
  parts.push_back(fmt::format("  energy error {:.1g}", report.energy_error));
  if (steps_per_second > 0) parts.push_back(fmt::format("  {:.3g} steps/s", steps_per_second));
  return parts;
}

void Progress::draw(double time, std::span<const std::string> parts, double now) {
  last_print_ = now;
  bar_open_ = true;
  const std::size_t width = static_cast<std::size_t>(std::max(terminal_width(options_.stream) - 1, 10));
  std::string text;
  for (const std::string& part : parts) {
    if (text.size() + part.size() > width) break;
    text += part;
  }
  constexpr std::size_t shortest_bar = 10, longest_bar = 40, brackets = 3;
  if (text.size() + brackets + shortest_bar <= width) {
    const std::size_t cells = std::min(width - text.size() - brackets, longest_bar);
    const auto full = static_cast<std::size_t>(fraction(time) * static_cast<double>(cells));
    text = "[" + std::string(full, '#') + std::string(cells - full, '.') + "] " + text;
  }
  fmt::print(options_.stream, "\r{}\033[K", text);
  std::fflush(options_.stream);
}

void Progress::iterate(const IterationReport& report) {
  if (options_.mode == ProgressMode::none) return;
  const bool is_bar = options_.mode == ProgressMode::bar;
  const double now = coarse_seconds();
  const double since = now - std::max(last_print_, last_look_);
  const bool is_shown = is_bar && is_iterating_ && now - last_print_ >= bar_seconds;
  if (!is_shown && since < (is_bar ? long_seconds : options_.patience)) return;
  is_iterating_ = true;
  calls_left_ = 1;  // steps have become slow
  const std::string parts[] = {
      fmt::format("{:5.1f} %", 100.0 * fraction(report.time)),
      fmt::format("  t = {}", with_unit(report.time, options_.time_unit)),
      fmt::format("  step {}", report.step),
      report.cuts > 0 ? fmt::format("  cut {}", report.cuts) : std::string(),
      fmt::format("  iteration {}", report.iteration),
      fmt::format("  residual {:.3g}", report.residual),
      report.stage.empty() ? std::string() : fmt::format("  ({})", report.stage),
  };
  if (is_bar) return draw(report.time, parts, now);
  last_print_ = now;
  std::string text;
  for (const std::string& part : parts) text += part;
  fmt::print(options_.stream, "{}\n", text);
  std::fflush(options_.stream);
}

void Progress::print_line(const StepReport& report, double now) {
  last_print_ = now;
  const double done = fraction(report.time);
  next_fraction_ = line_fraction * (std::floor(done / line_fraction + 1e-9) + 1.0);
  fmt::print(options_.stream, "{}{:3.0f} %  t = {}{}\n", options_.part.empty() ? "" : options_.part + " ",
             100.0 * done, with_unit(report.time, options_.time_unit), fmt::join(parts_of(report, now), ""));
  std::fflush(options_.stream);
}

void Progress::finish(const StepReport& last, const std::string& message) {
  if (options_.mode == ProgressMode::none) return;
  if (std::exchange(bar_open_, false)) fmt::print(options_.stream, "\r\033[K");
  if (message.empty()) {
    fmt::print(options_.stream, "{} steps to t = {} in {:.3g} s\n", last.step,
               with_unit(last.time, options_.time_unit), coarse_seconds() - began_);
  } else {
    fmt::print(options_.stream, "{}\n", message);
  }
  std::fflush(options_.stream);
}

void Progress::note(const std::string& text) {
  if (options_.mode == ProgressMode::none) return;
  if (std::exchange(bar_open_, false)) fmt::print(options_.stream, "\r\033[K");
  fmt::print(options_.stream, "{}\n", text);
  std::fflush(options_.stream);
}

}  // namespace jounce::io
