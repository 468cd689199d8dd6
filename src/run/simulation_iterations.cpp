// What a run shows of the iterations of a step, and where signals end them.

#include <fmt/format.h>

#include <cstdio>

#include "parallel/communicator.h"
#include "run/simulation.h"
#include "run/stop_signal.h"

namespace jounce {

void Simulation::begin_attempt(double h, int level) {
  convergence_.rows().begin_step();
  convergence_.begin();
  attempt_ = {steps_ + 1, state_.t + h, h};
  attempt_level_ = level;
  if (!options_.verbose || !writes_) return;
  fmt::print("{}", table_.begin(attempt_));
  std::fflush(stdout);
}

void Simulation::end_attempt(Tried tried) {
  attempt_.accepted = tried == Tried::accepted;
  attempt_.converged = tried != Tried::failed;
  convergence_.attempted(attempt_);
  if (!options_.verbose || !writes_) return;
  fmt::print("{}", table_.end(attempt_));
  std::fflush(stdout);
}

void Simulation::iterated(const ConvergenceLog::Row* row) {
  if (row != nullptr && writes_) {
    if (options_.verbose) {
      fmt::print("{}", table_.row(convergence_.rows(), *row));
      std::fflush(stdout);
    }
    convergence_.iterated(attempt_);
    progress_->iterate({attempt_.step, state_.t, row->iteration, attempt_level_, row->residual, row->stage});
  }
  parallel::Communicator ranks;  // may hear of a signal at different iterations
  if (const int signal = static_cast<int>(ranks.max(stop_signal())); signal != 0)
    throw StepInterrupted{signal};
}

}  // namespace jounce
