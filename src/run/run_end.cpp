#include "run/run_end.h"

#include <fmt/format.h>

#include <csignal>

#include "run/deleted_elements.h"
#include "run/stop_signal.h"

namespace jounce {
namespace {

/// Rows that follow from others where a step failed, and what it means.
std::string dependent_joints(const Setup& setup, const RunState& run) {
  if (run.bad_value || !run.state.q.allFinite()) return {};
  const Redundancy here(setup.system(), run.state);
  if (!here.any()) return {};
  const auto sentences = here.describe(setup.system(), "where the mechanism stands now");
  const std::size_t more = sentences.size() - 1;
  return fmt::format(
      " {}{}. Newton's method fails there: near such a position, a toggle or a taut chain, the joints' "
      "Jacobian loses its rank, so that the next step is not determined or needs forces without bound. Start "
      "away from it, omit the redundant row, or give the mechanism some elasticity or clearance there.",
      sentences.front(),
      more == 0 ? "" : fmt::format(", and {} more row{}", more, more == 1 ? " is" : "s are"));
}

std::string advice(const Setup& setup, const RunState& run) {
  if (run.bad_value) return {};
  if (!run.result.advice.empty()) return " " + run.result.advice;
  return fmt::format(" Try a smaller {0}.step, a larger {0}.max_iterations, or look at the part named.",
                     setup.analysis->control());
}

}  // namespace

std::string failure_text(const Setup& setup, const RunState& run, const IterationOutput& iterations,
                         const std::string& saved) {
  const std::string step = fmt::format("the step from t = {:.9g} {} failed", run.state.t, setup.units().time);
  if (run.is_hopeless)
    return fmt::format("{}, as it would at any size: {}.{}", step, run.result.failure_cause, saved);
  const int cuts = setup.schedule.max_cuts;
  return fmt::format("{}, also after {} cut{}: {}.{}{}{}{}", step, cuts, cuts == 1 ? "" : "s",
                     run.result.failure_cause, dependent_joints(setup, run), iterations.flips(), saved,
                     advice(setup, run));
}

std::string stopped_text(const Setup& setup, const RunState& run, int code,
                         const std::filesystem::path& checkpoint) {
  return fmt::format(
      "stopped by {} at t = {:.9g} {}. Results so far are complete; the same command with --restart {} "
      "continues from here.",
      code == kStopRequest ? "jounce stop"
      : code == SIGINT     ? "an interrupt"
                           : "a request to terminate",
      run.state.t, setup.units().time, checkpoint.string());
}

std::string limited_text(const Setup& setup, const RunState& run) {
  if (run.limited == 0) return {};
  return fmt::format("{} step{} cut to the limit of stability, from t = {:.6g} {} on by that of {}",
                     run.limited, run.limited == 1 ? "" : "s", run.limited_from, setup.units().time,
                     run.limited_by.empty() ? "the model" : run.limited_by);
}

std::string end_summary(const Setup& setup, const RunState& run) {
  const params::Units& units = setup.units();
  std::string text =
      fmt::format("{} steps to t = {:.9g} {} by {}, {:.2f} iterations a step, {} factorisations", run.steps,
                  run.state.t, units.time, setup.stepper().name(),
                  run.steps > 0 ? static_cast<double>(run.iterations) / static_cast<double>(run.steps) : 0.0,
                  setup.stepper().factorisations());
  if (run.refused > 0) text += fmt::format(", {} steps repeated with smaller ones", run.refused);
  if (run.cuts > 0) text += fmt::format(", {} cuts of the step", run.cuts);
  if (const std::string limited = limited_text(setup, run); !limited.empty()) text += ", " + limited;
  if (run.searched_again > 0)
    text += fmt::format(", {} repeats for contacts that a search had missed", run.searched_again);
  if (const DeletedElements deleted = deleted_elements(*setup.model, run.state); deleted.count > 0)
    text += fmt::format(", {} element{} failed, the first at t = {:.6g} {}", deleted.count,
                        deleted.count == 1 ? "" : "s", deleted.first, units.time);
  if (!setup.system().contacts().is_empty()) {
    if (run.penetrated.largest.counts())
      text += ", largest penetration " + to_text(run.penetrated.largest, units);
    else
      text += fmt::format(", largest penetration {:.3g} {}", run.max_penetration, units.length);
    if (run.penetrated.at_end.counts())
      text += fmt::format("; {:.3g} {} at the end", run.penetrated.at_end.depth,
                          run.penetrated.at_end.is_angular ? "rad" : units.length);
  }
  return text + setup.stepper().traffic();
}

}  // namespace jounce
