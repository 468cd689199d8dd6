#include "run/run_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/output_error.h"
#include "io/stop_request.h"
#include "io/wall_clock.h"
#include "run/deleted_elements.h"
#include "run/run_end.h"
#include "run/stop_signal.h"

namespace jounce {
namespace {

constexpr double kLookSeconds = 0.5;  // between two looks for jounce.stop
// The log has a line of progress for every hundredth of the run, and every minute of a run that takes longer.
constexpr double kToldFraction = 0.01, kToldSeconds = 60;

}  // namespace

void RunMonitor::begin_step(std::size_t earlier_steps) {
  began_ = last_record_ = told_at_ = io::coarse_seconds();
  steps_before_ = run_.steps;
  iterations_before_ = run_.iterations;
  cuts_before_ = run_.cuts;
  steps_at_record_ = run_.steps;
  const std::vector<std::string> names = setup_.deck.step_names();
  if (names.empty()) return;
  if (record_.chain.empty())
    for (const std::string& name : names)
      record_.chain.push_back(
          {.name = name, .status = record_.chain.size() < earlier_steps ? "earlier" : "pending"});
  RunRecord::Step& step = record_.chain[setup_.deck.step()];
  step.status = "running";
  step.analysis = setup_.analysis->type();
  step.scheme = setup_.stepper().name();
  step.start = setup_.schedule.start;
  step.end = setup_.schedule.end;
  step.time = run_.state.t;
}

void RunMonitor::open(const std::filesystem::path& folder, bool restart, bool is_continued) {
  folder_ = folder;
  next_look_ = began_ + kLookSeconds;
  next_record_ = began_ + kRecordSeconds;
  if (!is_continued) {
    io::forget_stop(folder);
    const auto start = restart ? io::LineFile::Start::append : io::LineFile::Start::fresh;
    told_.log = RunLog(folder, start, record_);
  } else {
    for (const std::string& note : setup_.notes) told_.log.lines("note: " + note);
  }
  const std::string& unit = setup_.units().time;
  if (const auto names = setup_.deck.step_names(); !names.empty())
    told_.log.line(
        fmt::format("step '{}' ({} of {})", names[setup_.deck.step()], setup_.deck.step() + 1, names.size()));
  told_.log.line(fmt::format("{}, {}: t = {:.9g} to {:.9g} {}", setup_.analysis->type(),
                             setup_.stepper().name(), run_.state.t, setup_.schedule.end, unit));
}

int RunMonitor::stop() const {
  if (const int signal = stop_signal(); signal != 0) return signal;
  return stop_requested_ ? kStopRequest : 0;
}

double RunMonitor::fraction() const {
  const double length = setup_.schedule.length();
  return length > 0 ? std::clamp((run_.state.t - setup_.schedule.start) / length, 0.0, 1.0) : 1.0;
}

void RunMonitor::look() {
  const double now = io::coarse_seconds();
  if (now < next_look_) return;
  next_look_ = now + kLookSeconds;
  stop_requested_ = stop_requested_ || io::is_stop_requested(folder_);
  tell_warnings();
  if (now < next_record_) return;
  next_record_ = now + kRecordSeconds;
  enter("running");
  record_.now = where(now);
  try {
    write_record(folder_, record_);
  } catch (const io::OutputError&) {  // results that cannot be written end the run, this does not
  }
  tell_progress(now);
}

RunRecord::Now RunMonitor::where(double now) {
  const double passed = now - last_record_, done = fraction();
  const double rate = passed > 0 ? static_cast<double>(run_.steps - steps_at_record_) / passed : 0;
  last_record_ = now;
  steps_at_record_ = run_.steps;
  return {run_.result.active_contacts, run_.energy_error(), rate,
          done > 0 ? (now - began_) * (1 - done) / done : INFINITY};
}

void RunMonitor::tell_progress(double now) {
  const double done = fraction();
  if (done - told_fraction_ < kToldFraction && now - told_at_ < kToldSeconds) return;
  told_at_ = now;
  told_fraction_ = done;
  const RunRecord::Now& at = *record_.now;
  told_.log.line(
      fmt::format("{:5.1f} %  step {}  t = {:.9g} {}  iterations {}  contacts {}  energy error {:.2g}"
                  "  {:.4g} steps/s",
                  100 * done, run_.steps, run_.state.t, setup_.units().time, run_.result.iterations,
                  at.contacts, at.energy_error, at.steps_per_second));
}

void RunMonitor::tell_warnings() {
  const std::string& unit = setup_.units().time;
  for (; told_.logged_cuts < run_.listed_cuts.size(); ++told_.logged_cuts) {
    const RunRecord::Cut& cut = run_.listed_cuts[told_.logged_cuts];
    told_.log.line(fmt::format("warning: the step of {:.6g} {} from t = {:.9g} {} did not converge: {}",
                               cut.size, unit, cut.time, unit, cut.reason));
    if (told_.logged_cuts + 1 == RunRecord::kListedCuts)
      told_.log.line("further steps that do not converge are counted only");
  }
  for (const RunRecord::Warning& warning : warnings()) {
    long* const told = warning.kind == "limited"  ? &told_.limited
                       : warning.kind == "search" ? &told_.searched_again
                                                  : nullptr;
    if (told == nullptr || *told > 0) continue;
    *told = warning.count;
    told_.log.line(fmt::format("warning: {}; further ones are counted only", warning.first));
  }
}

std::vector<RunRecord::Warning> RunMonitor::warnings() const {
  const std::string& unit = setup_.units().time;
  std::vector<RunRecord::Warning> list;
  if (run_.cuts > 0) {
    const auto& cuts = run_.listed_cuts;
    list.push_back({"cut", run_.cuts,
                    cuts.empty()
                        ? "before the restart"
                        : fmt::format("t = {:.9g} {}: {}", cuts.front().time, unit, cuts.front().reason)});
  }
  if (run_.limited > 0)
    list.push_back(
        {"limited", run_.limited,
         fmt::format("from t = {:.6g} {} on steps are cut to the limit of stability of {}", run_.limited_from,
                     unit, run_.limited_by.empty() ? "the model" : run_.limited_by)});
  if (run_.searched_again > 0)
    list.push_back(
        {"search", run_.searched_again,
         fmt::format("the step from t = {:.9g} {} was repeated with contacts that its search had missed",
                     run_.searched_from, unit)});
  if (!run_.warned.empty()) list.push_back({"step", 1, run_.warned});
  if (const std::string deep = run_.penetrated.warning(setup_.units()); !deep.empty())
    list.push_back({"penetration", 1, deep});
  return list;
}

void RunMonitor::enter(const std::string& status) {
  record_.status = status;
  record_.time = run_.state.t;
  record_.steps = run_.steps;
  record_.iterations = run_.iterations;
  record_.cuts = run_.cuts;
  record_.listed_cuts = run_.listed_cuts;
  record_.refused = run_.refused;
  record_.factorisations = setup_.stepper().factorisations();
  record_.max_penetration = run_.max_penetration;
  if (run_.ledger) record_.energy_gain = run_.ledger->largest_gain();
  record_.penetrations = run_.penetrated;
  record_.searched_again = run_.searched_again;
  record_.warnings = warnings();
  record_.now.reset();
  if (record_.chain.empty()) return;
  RunRecord::Step& step = record_.chain[setup_.deck.step()];
  step.status = status;
  step.time = run_.state.t;
  step.steps = run_.steps - steps_before_;
  step.iterations = run_.iterations - iterations_before_;
  step.cuts = run_.cuts - cuts_before_;
  step.wall_seconds = io::coarse_seconds() - began_;
}

void RunMonitor::end() {
  if (folder_.empty()) return;
  tell_warnings();
  told_.log.lines(record_.message);
  const bool is_over = record_.status != "running";
  if (!is_over) return;
  if (const std::string sum = sum_of(record_.warnings); !sum.empty()) told_.log.line(sum);
  told_.log.line(fmt::format("{} after {:.3f} s of wall time, {:.3f} s of processor time", record_.status,
                             record_.wall_seconds, record_.cpu_seconds));
  io::forget_stop(folder_);
}

}  // namespace jounce
