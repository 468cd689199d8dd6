#include "run/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "la/petsc.h"
#include "parallel/together.h"
#include "run/deleted_elements.h"
#include "run/run_end.h"
#include "run/share_elements.h"
#include "run/stop_signal.h"

namespace jounce {

namespace {

/// Among what asks a run to stop: a file of the results cannot be written. Above all of stop_signal.h.
constexpr int kWriteFailure = 2 * kStopRequest;

std::optional<Setup::Before> end_of(const Simulation* before, bool has_moved) {
  if (before == nullptr) return std::nullopt;
  return Setup::Before{before->model().system, before->state(), has_moved};
}

}  // namespace

Simulation::Simulation(const deck::Deck& deck, const RunOptions& options, UserFunctions functions,
                       Simulation* before, const Ledger::Parts& others)
    : options_(options),
      record_(before != nullptr ? before->record_ : begin_record(command_line("run", options))),
      setup_(deck, std::move(functions), end_of(before, before != nullptr && before->has_moved_), others,
             options.in_parts),
      recorder_(setup_, options),
      loop_(setup_, run_, recorder_),
      checkpoints_(setup_, options, run_, recorder_),
      monitor_(setup_, run_, record_),
      has_moved_((before != nullptr && before->has_moved_) || setup_.analysis->impulse_rule().has_value()) {
  run_.state = std::move(setup_.start);
  if (before != nullptr) left_ = before->leave(setup_.system());
}

void Simulation::record_failure(const std::string& message, bool of_next) {
  if (!recorder_.is_open()) return;
  failed_ = true;
  try {
    RunReport report{1, message, recorder_.folder(), run_.steps};
    record_end(report, of_next);
  } catch (const io::OutputError&) {  // the first failure is the one to report
  }
}

RunReport Simulation::run() {
  try {
    begin();
    while (next()) {
    }
    return finish();
  } catch (const io::OutputError& error) {  // a full disk, say
    const std::string message = error.what() + usable();
    record_failure(message);
    throw io::OutputError(error.path(), message);
  } catch (const std::exception& error) {
    record_failure(error.what());
    throw;
  }
}

std::string Simulation::usable() const {
  if (!recorder_.is_open()) return {};
  const std::string& unit = setup_.units().time;
  std::string text =
      fmt::format(". The run ended at t = {:.9g} {}; what {} holds of it so far can be plotted and reported",
                  run_.state.t, unit, recorder_.folder().string());
  if (std::isfinite(checkpoints_.time()))
    text += fmt::format(", and --restart {} continues from t = {:.9g} {}", checkpoints_.file().string(),
                        checkpoints_.time(), unit);
  return text;
}

void Simulation::begin() {
  prepare_start();
  if (!options_.restart.empty()) checkpoints_.read(options_.restart);
  if (resumed_ != nullptr) go_on_from_end();
  if (left_) take_over();
  checkpoints_.begin();
  loop_.begin();
  record_.time = run_.state.t;
  const bool is_continued = setup_.is_later() && options_.restart.empty() && !is_resumed();
  monitor_.begin_step(is_continued ? 0 : setup_.deck.step());
  if (!setup_.system().is_whole()) recorder_.begin_frames();
  parallel::Communicator ranks;
  parallel::together(ranks, [&] {
    if (setup_.system().is_whole()) recorder_.begin_frames();
    recorder_.open(run_, record_);
    if (recorder_.writes()) monitor_.open(recorder_.folder(), !options_.restart.empty(), is_continued);
  });
  recorder_.iterations().ask([this] {
    monitor_.iterated();
    return monitor_.stop();
  });
  recorder_.iterations().begin(setup_.stepper(), run_.state.t, setup_.schedule.end);
  if (recorder_.writes() && !options_.quiet && options_.restart.empty())
    for (const std::string& note : setup_.notes) fmt::print("{}\n", note);
  recorder_.begin(run_);
  parallel::agree(ranks, recorder_.failure());
}

void Simulation::prepare_start() {
  Model& model = *setup_.model;
  Analysis& analysis = *setup_.analysis;
  const Stepper& stepper = analysis.stepper();
  State& state = run_.state;
  if (options_.restart.empty() && !is_resumed()) analysis.balance(model.system, state);
  if (const std::string found = setup_.guard.find_inverted(state); !found.empty())
    throw std::runtime_error(fmt::format("the start is impossible: {}", found));
  if (mpi_size() > 1 && model.system.is_whole() && !recorder_.dumps_contact_problems() &&
      stepper.sharing() != Sharing::none)
    share_elements(model, stepper.sharing(), mpi_size(), mpi_rank());
  begin_record_of_run();
  begin_steps();
}

void Simulation::begin_steps() {
  Analysis& analysis = *setup_.analysis;
  analysis.begin(setup_.model->system, run_.state, setup_.schedule.step, run_.result);
  setup_.control.begin(run_.state, run_.result.acceleration);
  run_.ledger.emplace(*setup_.model, run_.state, run_.result.reaction, analysis.impulse_rule(), setup_.parts);
}

void Simulation::begin_record_of_run() {
  record_.analysis = setup_.analysis->type();
  record_.scheme = left_ ? fmt::format("{}, {}", record_.scheme, stepper().name()) : stepper().name();
  if (!left_) record_.start = is_resumed() ? run_.state.t : setup_.schedule.start;
  record_.end = setup_.schedule.end;
  record_.step = setup_.schedule.step;
  record_.notes.insert(record_.notes.end(), setup_.notes.begin(), setup_.notes.end());
  record_.model = summary_of(*setup_.model);
}

bool Simulation::next() {
  if (failed_ || loop_.at_end()) return false;
  try {
    failed_ = !(loop_.next() && close_step());
  } catch (const StepInterrupted& interrupted) {  // in the middle of a step, which has left no trace
    failed_ = true;
    recorder_.iterations().end_attempt(false, false);
    stop_by(interrupted.signal);
  }
  return !failed_;
}

bool Simulation::close_step() {
  recorder_.iterations().step_done(run_);
  monitor_.step_done();
  const bool due = checkpoints_.is_due(loop_.done());
  // Ranks may hear of a signal at different steps, and one of them writes.
  parallel::Communicator ranks;
  const int code = static_cast<int>(ranks.max(recorder_.failure() ? kWriteFailure : monitor_.stop()));
  if (code == kWriteFailure) parallel::agree(ranks, recorder_.failure());
  if (code != 0) {
    stop_by(code);
    return false;
  }
  if (due) checkpoints_.take();
  return true;
}

void Simulation::stop_by(int code) {
  stopped_by_ = code;
  checkpoints_.take();
  run_.stop = stopped_text(setup_, run_, code, checkpoints_.file());
}

bool Simulation::is_followed() const {
  const std::size_t count = setup_.deck.step_names().size();
  return !failed_ && loop_.at_end() && setup_.deck.step() + 1 < count;
}

RunReport Simulation::finish() {
  RunReport report;
  report.output = recorder_.folder();
  report.steps = run_.steps;
  find_penetrations();
  parallel::Communicator ranks;
  recorder_.end_history(run_);
  parallel::agree(ranks, recorder_.failure());
  judge(report);
  recorder_.close();
  parallel::agree(ranks, recorder_.failure());
  recorder_.iterations().finish(run_, !failed_ ? "done" : stopped_by_ != 0 ? "stopped" : "failed");
  report.warning = run_.penetrated.warning(setup_.units());
  if (!run_.warned.empty())
    report.warning = run_.warned + (report.warning.empty() ? "" : ". ") + report.warning;
  if (report.exit_status == 1 && !report.warning.empty())
    report.message += fmt::format(" Note: {}.", report.warning);
  record_end(report);
  if (!is_followed()) recorder_.release();
  return report;
}

void Simulation::judge(RunReport& report) {
  if (!failed_) {
    report.message = end_summary(setup_, run_);
    return;
  }
  report.exit_status = stopped_by_ == 0 ? 1 : 128 + (stopped_by_ == kStopRequest ? SIGTERM : stopped_by_);
  if (stopped_by_ == 0) {
    const auto checkpoint = recorder_.folder() / "failed.checkpoint.h5";
    checkpoints_.write(checkpoint);
    if (run_.stop.empty())
      run_.stop = failure_text(
          setup_, run_, recorder_.iterations(),
          options_.write ? fmt::format(" Results so far are complete; the last good state is in {}.",
                                       checkpoint.string())
                         : "");
  }
  report.message = run_.stop;
}

std::string Simulation::failure() const {
  return run_.stop.empty() ? failure_text(setup_, run_, recorder_.iterations(), "") : run_.stop;
}

void Simulation::find_penetrations() {
  const System& system = setup_.system();
  if (!setup_.analysis->has_exact_contacts() || system.contacts().is_empty()) return;
  Penetrations& found = run_.penetrated;
  found.at_end = deepest(system, run_.state);
  if (found.at_end.depth > found.largest.depth) found.largest = found.at_end;
  run_.max_penetration = std::max(run_.max_penetration, found.at_end.depth);
}

void Simulation::record_end(RunReport& report, bool of_next) {
  monitor_.enter(report.exit_status == 0 ? "complete" : stopped_by_ != 0 ? "stopped" : "failed");
  report.warnings = sum_of(record_.warnings);
  if (is_followed()) record_.status = "running";
  if (of_next) {
    record_.chain[setup_.deck.step()].status = "complete";
    record_.chain[setup_.deck.step() + 1].status = "failed";
  }
  record_.message = report.message;
  record_.can_fail = elements_can_fail(*setup_.model);
  record_.deleted = deleted_elements(*setup_.model, run_.state);
  if (const std::string limited = limited_text(setup_, run_); !limited.empty() && !is_followed())
    record_.notes.push_back(limited);
  if (recorder_.writes()) write_record(recorder_.folder(), record_);
  monitor_.end();
}

}  // namespace jounce
