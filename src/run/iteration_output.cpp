#include "run/iteration_output.h"

#include <fmt/format.h>

#include <cstdio>

#include "parallel/communicator.h"
#include "run/stop_signal.h"

namespace jounce {
namespace {

io::StepReport step_report(const RunState& run) {
  return {run.steps, run.state.t,       run.result.iterations, run.result.active_contacts,
          run.cuts,  run.energy_error()};
}

/// "2/3", of a deck with steps.
std::string part_of(const deck::Deck& deck) {
  const std::size_t count = deck.step_names().size();
  return count > 0 ? fmt::format("{}/{}", deck.step() + 1, count) : std::string();
}

}  // namespace

IterationOutput::IterationOutput(const std::filesystem::path& folder, const deck::Deck& deck,
                                 const RunOptions& options, bool writes)
    : time_unit_(deck.units().time),
      part_(part_of(deck)),
      writes_(writes),
      shows_table_(writes && options.verbose),
      mode_(options.quiet || options.verbose || !writes ? io::ProgressMode::none
                                                        : io::ProgressMode::automatic),
      table_(time_unit_) {
  if (writes)
    convergence_ = ConvergenceFile(
        folder / kFile, ConvergenceFile::mode(deck.table("output").text("convergence")), options.verbose);
}

void IterationOutput::begin(Stepper& stepper, double start, double end) {
  convergence_.rows().watch([this](const ConvergenceLog::Row* row) { iterated(row); });
  stepper.log_to(&convergence_.rows());
  io::ProgressOptions options;
  options.start_time = start;
  options.end_time = end;
  options.time_unit = time_unit_;
  options.part = part_;
  options.mode = mode_;
  progress_.emplace(options);
}

void IterationOutput::show(const std::string& text) const {
  if (!shows_table_) return;
  fmt::print("{}", text);
  std::fflush(stdout);
}

void IterationOutput::begin_attempt(const RunState& run, double h, int level) {
  convergence_.rows().begin_step();
  convergence_.begin();
  attempt_ = {run.steps + 1, run.state.t + h, h};
  begin_ = run.state.t;
  level_ = level;
  if (shows_table_) show(table_.begin(attempt_));
  if (level > 0 && ask_) stop_if_asked(ask_());
}

void IterationOutput::repeat_attempt() {
  if (ConvergenceLog* const log = convergence_.log(); log != nullptr) log->begin_step();
}

void IterationOutput::end_attempt(bool accepted, bool converged) {
  attempt_.accepted = accepted;
  attempt_.converged = converged;
  failure_.guard([this] { convergence_.attempted(attempt_); });
  if (watch_) watch_(attempt_, convergence_.rows());
  if (shows_table_) show(table_.end(attempt_));
}

void IterationOutput::iterated(const ConvergenceLog::Row* row) {
  if (row != nullptr && writes_) {
    if (shows_table_) show(table_.row(convergence_.rows(), *row));
    failure_.guard([this] { convergence_.iterated(attempt_); });
    progress_->iterate({attempt_.step, begin_, row->iteration, level_, row->residual, row->stage});
  }
  const int code = ask_ ? ask_() : 0;
  stop_if_asked(code == kStopRequest ? 0 : code);  // that one waits for the end of the step
}

void IterationOutput::stop_if_asked(int code) const {
  parallel::Communicator ranks;  // may hear of it at different iterations
  if (const int agreed = static_cast<int>(ranks.max(code)); agreed != 0) throw StepInterrupted{agreed};
}

void IterationOutput::step_done(const RunState& run) { progress_->update(step_report(run)); }

void IterationOutput::finish(const RunState& run, const std::string& word) {
  progress_->finish(step_report(run), word);
}

std::string IterationOutput::flips() const {
  const ConvergenceLog* const log = convergence_.log();
  if (log == nullptr || log->flips().empty()) return {};
  std::string text;
  for (const ConvergenceLog::Flips& flip : log->flips())
    text += fmt::format("{}{} ({} time{})", text.empty() ? "" : ", ", flip.name, flip.count,
                        flip.count == 1 ? "" : "s");
  return fmt::format(
      " These contacts and joints changed in its last iterations (open or closed, stick or slip): {}.", text);
}

}  // namespace jounce
