#include "run/step_loop.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "run/make_stepper.h"

namespace jounce {

void StepLoop::begin() {
  const Schedule& schedule = setup_.schedule;
  place_.nominal = static_cast<long>(std::floor((run_.state.t - schedule.start) / schedule.step + 1e-6));
  place_.path_size = schedule.step;
}

bool StepLoop::at_end() const {
  const Schedule& schedule = setup_.schedule;
  return setup_.stepper().chooses_step() ? run_.state.t >= schedule.end - 1e-9 * schedule.length()
                                         : place_.nominal >= schedule.steps;
}

bool StepLoop::grid_step() {
  // Full steps have exactly the same size, so that no matrix changes by round-off in the times. The last
  // one may be shorter, and so is the rest of a step that a restart begins in.
  const double step = setup_.schedule.step, to = setup_.schedule.time_of(place_.nominal + 1);
  const double round_off = 8 * std::numeric_limits<double>::epsilon() * std::abs(to);
  const bool full = std::abs(to - run_.state.t - step) < 1e-6 * step + round_off;
  if (!advance(to, full ? step : to - run_.state.t)) return false;
  ++place_.nominal;
  return true;
}

bool StepLoop::advance(double to, double size) {
  // The nominal step is cut in halves of halves; after a success the size is regained as soon as the grid
  // and the control allow.
  const int max_cuts = setup_.schedule.max_cuts;
  const long full = 1L << max_cuts;
  State& state = run_.state;
  const double from = state.t;
  long done = 0;
  int level = setup_.control.level();
  while (done < full) {
    level = stable_level(level, size);
    const long part = full >> level;
    const double h = size * static_cast<double>(part) / static_cast<double>(full);
    if (const Outcome outcome = attempts_.attempt(h, level); outcome != Outcome::accepted) {
      if (level == max_cuts || run_.is_hopeless) return false;
      ++level;
      if (outcome == Outcome::failed) ++run_.cuts;
      continue;
    }
    done += part;
    const double reported = state.t;
    state.t = done == full ? to : from + size * static_cast<double>(done) / static_cast<double>(full);
    if (!close(h, reported)) return false;
    if (level > 0 && done % (full >> (level - 1)) == 0 && setup_.control.may_grow()) --level;
  }
  if (setup_.control.is_on()) setup_.control.set_level(level);
  return true;
}

bool StepLoop::close(double h, double reported) {
  for (Impact& impact : run_.result.impacts)
    if (impact.time == reported) impact.time = run_.state.t;  // the same digits as in the history
  step_done(h);
  const bool holds = energy_holds();
  if (std::isfinite(run_.ledger->energy())) recorder_.record(run_);
  return holds && exchange_bodies();
}

int StepLoop::stable_level(int level, double size) {
  if (std::ldexp(size, -level) < setup_.analysis->next_longest_step(run_.state, run_.result)) return level;
  // that one is some per cent less
  const Integrator::LongestStep longest = setup_.analysis->longest_step(run_.state);
  if (std::ldexp(size, -level) < longest.step) return level;
  if (run_.limited++ == 0) {
    run_.limited_from = run_.state.t;
    run_.limited_by = longest.place;
  }
  while (level < setup_.schedule.max_cuts && std::ldexp(size, -level) >= longest.step) ++level;
  return level;
}

double StepLoop::next_stop(double step) const {
  constexpr double kMany = 10;
  const Schedule& schedule = setup_.schedule;
  const int frames = setup_.deck.table("output").integer("frames");
  const double spacing = frames > 0 ? schedule.length() / frames : 0;
  if (spacing < kMany * step) return schedule.end;
  // the next one that is not reached up to round-off, with the digits of FieldFrames
  const double next = std::floor((run_.state.t - schedule.start) / spacing + 1e-9) + 1;
  return std::min(schedule.end, schedule.start + next * schedule.length() / frames);
}

bool StepLoop::limited_step() {
  const Schedule& schedule = setup_.schedule;
  State& state = run_.state;
  const double longest = setup_.analysis->next_longest_step(state, run_.result);
  if (!(longest > std::ldexp(schedule.step, -schedule.max_cuts))) {
    const std::string& unit = setup_.units().time;
    run_.stop = fmt::format(
        "stopped at t = {:.9g} {}: stable steps would have to be {:.3g} {}, those at the start {:.3g} {} "
        "(integrator.max_cuts = {} allows that many halvings), because of {}. Results so far are complete.",
        state.t, unit, longest, unit, schedule.step, unit, schedule.max_cuts,
        setup_.analysis->longest_step(state).place);
    return false;
  }
  // Equal steps lead to the next stop, as long as the limit stays about where it is: matrices depend on them.
  // What round-off of many steps leaves over belongs to the last one.
  constexpr double kStays = 0.9, kRoundOff = 1e-6;
  const double to = next_stop(longest), left = to - state.t;
  double& step = run_.kept_step;
  if (!(step <= longest && step > kStays * longest && step <= left * (1 + kRoundOff)))
    step = left / std::ceil(left / longest * (1 - kRoundOff));
  const bool is_last = step > left * (1 - kRoundOff);
  while (true) {
    const double h = std::ldexp(is_last ? left : step, -place_.path_cuts);
    if (attempts_.attempt(h, place_.path_cuts) == Outcome::accepted) {
      const double reported = state.t;
      if (is_last && place_.path_cuts == 0) state.t = to;
      if (place_.path_cuts > 0) --place_.path_cuts;
      return close(h, reported);
    }
    if (place_.path_cuts == schedule.max_cuts || run_.is_hopeless) return false;
    ++place_.path_cuts;
    ++run_.cuts;
  }
}

bool StepLoop::path_step() {
  while (true) {
    if (run_.steps == setup_.analysis->max_steps()) {
      run_.stop = fmt::format(
          "stopped at t = {:.9g}: the load has not reached its end after {} steps (analysis.max_steps). "
          "Results so far are complete. Use a larger analysis.max_steps, or a larger analysis.step, which "
          "determines the length of all steps along the path.",
          run_.state.t, run_.steps);
      return false;
    }
    const double from = run_.state.t;
    if (attempts_.attempt(place_.path_size, place_.path_cuts) == Outcome::accepted) {
      step_done(std::abs(run_.state.t - from));
      break;
    }
    if (place_.path_cuts == setup_.schedule.max_cuts || run_.is_hopeless) return false;
    ++place_.path_cuts;
    ++run_.cuts;
    place_.path_size *= 0.5;
  }
  recorder_.record(run_);
  if (place_.path_cuts > 0) {
    --place_.path_cuts;
    place_.path_size *= 2;
  }
  return true;
}

void StepLoop::step_done(double h) {
  setup_.system().accept(run_.state);
  run_.h = h;
  ++run_.steps;
  run_.iterations += run_.result.iterations;
  Ledger& ledger = *run_.ledger;
  setup_.analysis->enter(ledger, *setup_.model, run_.state, run_.result, h);
  if (ledger.max_penetration() > run_.max_penetration &&
      setup_.system().numbering().any(!run_.result.rows.empty()))
    run_.penetrated.largest = deepest(setup_.system(), run_.state, run_.result.rows);
  run_.max_penetration = std::max(run_.max_penetration, ledger.max_penetration());
  if (run_.warned.empty() && !run_.result.warning.empty())
    run_.warned = fmt::format("t = {:.9g} {}: {}", run_.state.t, setup_.units().time, run_.result.warning);
  if (watch_) watch_(run_.state, run_.result, h);
}

/// What the keys of the scheme may do against energy that it adds.
std::string StepLoop::scheme_advice() const {
  const params::Params& time = control_table(setup_.deck);
  if (time.type() == "generalized-alpha" && !setup_.system().contacts().is_empty())
    return "This scheme has no impact law; use nsga-ggl for impacts, or try a smaller integrator.step";
  std::vector<std::string> tries = {"a smaller integrator.step"};
  if (time.has("rho_inf")) tries.emplace_back("a smaller integrator.rho_inf");
  if (time.has("corrections"))
    tries.emplace_back("for solids, shells, beams or bars in contact integrator.corrections = \"elastic\"");
  return fmt::format("Try {}", fmt::join(tries, ", or "));
}

std::string StepLoop::energy_advice() const {
  if (std::string lost = setup_.analysis->lost_stability(run_.state, run_.h); !lost.empty()) return lost;
  const auto& overlaps = setup_.penetrations;
  if (overlaps.empty()) return scheme_advice();
  return fmt::format(
      "The likely cause: {}{}. Place the bodies so that they do not overlap",
      to_text(overlaps.front(), setup_.units()),
      overlaps.size() > 1 ? fmt::format("; {} more contacts do as well", overlaps.size() - 1) : "");
}

bool StepLoop::energy_holds() {
  Ledger& ledger = *run_.ledger;
  if (!std::isfinite(ledger.energy())) {
    run_.result.failure_cause = "the energy is no longer a finite number";
    return false;
  }
  if (!setup_.analysis->gains_energy(ledger, *setup_.model, run_.state)) return true;
  const params::Units& units = setup_.units();
  const std::string unit = units.name(params::dim::energy);
  run_.stop = fmt::format(
      "stopped at t = {:.9g} {}: the scheme itself has added {:.3g} {} to a motion of {:.3g} {}, more than "
      "analysis.max_energy_gain = {:g} of it, so the motion is not reliable. Results so far are complete. "
      "{}; to continue anyway, set a larger analysis.max_energy_gain.",
      run_.state.t, units.time, ledger.gain(), unit, ledger.energy_scale(), unit,
      setup_.deck.table("analysis").number("max_energy_gain"), energy_advice());
  return false;
}

bool StepLoop::exchange_bodies() {
  try {
    if (setup_.model->exchange.apply(run_.state)) run_.ledger->exchanged(*setup_.model, run_.state);
  } catch (const PoolExhausted& error) {
    run_.stop = fmt::format(
        "{}; {} spare bodies suffice until the end of the run even without outflow. Results so far are "
        "complete.",
        error.what(), setup_.model->exchange.need(error.pool(), setup_.schedule.end));
  }
  return run_.stop.empty();
}

}  // namespace jounce
