#include "run/schedule.h"

#include <fmt/format.h>

#include <cmath>

namespace jounce {
namespace {

constexpr long kMostSteps = 2000000000L;

/// Number of steps in the interval, kMostSteps + 1 where there are more.
long step_count(double length, double step) {
  const double exact = length / step;
  if (!(exact <= static_cast<double>(kMostSteps))) return kMostSteps + 1;
  const double whole = std::round(exact);
  return static_cast<long>(std::abs(exact - whole) < 1e-6 ? whole : std::ceil(exact));
}

}  // namespace

Schedule::Schedule(const params::Params& control)
    : start(control.number("start")),
      end(control.number("end")),
      follows_limit(!control.has("step")),
      max_cuts(control.integer("max_cuts")) {
  if (end < start) control.fail("end", fmt::format("the end must not lie before the start ({})", start));
  if (!follows_limit) set_step(control, control.number("step"));
}

void Schedule::set_step(const params::Params& control, double size) {
  step = size;
  steps = step_count(end - start, step);
  time_tolerance = 0.25 * std::ldexp(step, -max_cuts);
  if (steps > kMostSteps)
    control.fail(follows_limit ? "" : "step", "more than 2e9 steps; the step is too small for the interval");
}

}  // namespace jounce
