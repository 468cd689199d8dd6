#include "run/simulation.h"

#include <fmt/format.h>

#include <cmath>

#include "la/petsc.h"
#include "parallel/communicator.h"
#include "run/deleted_elements.h"
#include "run/run_end.h"
#include "run/share_elements.h"
#include "run/stop_signal.h"

namespace jounce {

Simulation::Simulation(const deck::Deck& deck, const RunOptions& options, UserFunctions functions)
    : options_(options),
      record_(begin_record(command_line("run", options))),
      setup_(deck, std::move(functions)),
      recorder_(setup_, options),
      loop_(setup_, run_, recorder_),
      checkpoints_(setup_, options, run_, recorder_) {
  run_.state = std::move(setup_.start);
}

RunReport Simulation::run() {
  const auto record_failure = [this](const std::string& message) {
    if (!recorder_.is_open()) return;
    try {
      record_end({1, message, recorder_.folder(), run_.steps});
    } catch (const io::OutputError&) {  // the first failure is the one to report
    }
  };
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
  checkpoints_.begin();
  loop_.begin();
  record_.time = run_.state.t;
  recorder_.open(run_, record_);
  recorder_.iterations().begin(setup_.stepper(), run_.state.t, setup_.schedule.end);
  if (recorder_.writes() && !options_.quiet && options_.restart.empty())
    for (const std::string& note : setup_.notes) fmt::print("{}\n", note);
  recorder_.begin(run_);
}

void Simulation::prepare_start() {
  Model& model = *setup_.model;
  Analysis& analysis = *setup_.analysis;
  const Stepper& stepper = analysis.stepper();
  State& state = run_.state;
  if (options_.restart.empty()) analysis.balance(model.system, state);
  if (const std::string found = setup_.guard.find_inverted(state); !found.empty())
    throw std::runtime_error(fmt::format("the start is impossible: {}", found));
  if (mpi_size() > 1 && !recorder_.dumps_contact_problems() && stepper.sharing() != Sharing::none)
    share_elements(model, stepper.sharing(), mpi_size(), mpi_rank());
  begin_record_of_run();
  analysis.begin(model.system, state, setup_.schedule.step, run_.result);
  setup_.control.begin(state, run_.result.acceleration);
  run_.ledger.emplace(model, state, run_.result.reaction, analysis.impulse_rule());
}

void Simulation::begin_record_of_run() {
  record_.analysis = setup_.analysis->type();
  record_.scheme = setup_.stepper().name();
  record_.start = setup_.schedule.start;
  record_.end = setup_.schedule.end;
  record_.step = setup_.schedule.step;
  record_.notes = setup_.notes;
  record_.model = summary_of(*setup_.model);
}

bool Simulation::next() {
  if (failed_ || loop_.at_end()) return false;
  try {
    failed_ = !(loop_.next() && close_step());
  } catch (const StepInterrupted& interrupted) {  // in the middle of a step, which has left no trace
    failed_ = true;
    recorder_.iterations().end_attempt(false, false);
    stop_by_signal(interrupted.signal);
  }
  return !failed_;
}

bool Simulation::close_step() {
  recorder_.iterations().step_done(run_);
  const bool due = checkpoints_.is_due(loop_.done());
  // Ranks may hear of a signal at different steps.
  if (const int signal = static_cast<int>(parallel::Communicator().max(stop_signal())); signal != 0) {
    stop_by_signal(signal);
    return false;
  }
  if (due) checkpoints_.take();
  return true;
}

void Simulation::stop_by_signal(int signal) {
  signal_ = signal;
  checkpoints_.take();
  run_.stop = stopped_text(setup_, run_, signal, checkpoints_.file());
}

RunReport Simulation::finish() {
  RunReport report;
  report.output = recorder_.folder();
  report.steps = run_.steps;
  find_penetrations();
  recorder_.end_history(run_);
  judge(report);
  recorder_.close();
  recorder_.iterations().finish(run_, !failed_ ? "done" : signal_ != 0 ? "stopped" : "failed");
  report.warning = run_.penetrated.warning(setup_.units());
  if (report.exit_status == 1 && !report.warning.empty())
    report.message += fmt::format(" Note: {}.", report.warning);
  record_end(report);
  recorder_.release();
  return report;
}

void Simulation::judge(RunReport& report) {
  if (!failed_) {
    report.message = end_summary(setup_, run_);
    return;
  }
  report.exit_status = signal_ != 0 ? 128 + signal_ : 1;
  if (signal_ == 0) {
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

void Simulation::find_penetrations() {
  const System& system = setup_.system();
  if (!setup_.analysis->has_exact_contacts() || system.contacts().is_empty()) return;
  Penetrations& found = run_.penetrated;
  found.at_end = deepest(system, run_.state);
  if (found.at_end.depth > found.largest.depth) found.largest = found.at_end;
  run_.max_penetration = std::max(run_.max_penetration, found.at_end.depth);
}

void Simulation::record_end(const RunReport& report) {
  record_.status = report.exit_status == 0 ? "complete" : signal_ != 0 ? "stopped" : "failed";
  record_.message = report.message;
  record_.time = run_.state.t;
  record_.steps = run_.steps;
  if (const std::string limited = limited_text(setup_, run_); !limited.empty())
    record_.notes.push_back(limited);
  record_.iterations = run_.iterations;
  record_.cuts = run_.cuts;
  record_.listed_cuts = run_.listed_cuts;
  record_.refused = run_.refused;
  record_.factorisations = setup_.stepper().factorisations();
  record_.max_penetration = run_.max_penetration;
  if (run_.ledger) record_.energy_gain = run_.ledger->largest_gain();
  record_.penetrations = run_.penetrated;
  record_.searched_again = run_.searched_again;
  record_.can_fail = elements_can_fail(*setup_.model);
  record_.deleted = deleted_elements(*setup_.model, run_.state);
  record_.warning = report.warning;
  if (recorder_.writes()) write_record(recorder_.folder(), record_);
}

}  // namespace jounce
