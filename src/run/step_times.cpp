#include "run/step_times.h"

#include <fmt/format.h>

#include <cmath>
#include <ctime>

namespace jounce {
namespace {

double since(std::clock_t before) { return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC; }

/// "0.0123 s", "4.2 min", "3.1 h"
std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.2g} s", seconds);
  return seconds < 6000 ? fmt::format("{:.2g} min", seconds / 60) : fmt::format("{:.2g} h", seconds / 3600);
}

}  // namespace

StepTimes time_steps(Simulation& simulation, int n) {
  StepTimes times;
  simulation.begin();
  const std::clock_t before = std::clock();
  long iterations = 0;
  while (times.steps < n && simulation.next())
    if (++times.steps == 1) {
      times.first_seconds = since(before);
      iterations = simulation.iterations();
    }
  const double all = since(before);
  if (times.steps > 1) {
    times.seconds = (all - times.first_seconds) / (times.steps - 1);
    times.iterations = static_cast<double>(simulation.iterations() - iterations) / (times.steps - 1);
  }
  times.nominal_steps = simulation.nominal_steps();
  const RunReport report = simulation.finish();
  if (report.exit_status != 0) times.failure = report.message;
  return times;
}

std::string step_times_text(const StepTimes& times) {
  if (times.steps == 0) return "";
  std::string text =
      fmt::format("  the first step took {} of the processor", duration_text(times.first_seconds));
  if (times.steps == 1) return text + "; run more of them for an estimate\n";
  text += fmt::format(", the next {} took {} each with {:.2g} iterations", times.steps - 1,
                      duration_text(times.seconds), times.iterations);
  if (times.nominal_steps > times.steps)
    text += fmt::format(
        "; at this rate all {} take {}, more if contacts occur later", times.nominal_steps,
        duration_text(times.first_seconds + static_cast<double>(times.nominal_steps - 1) * times.seconds));
  return text + '\n';
}

}  // namespace jounce
