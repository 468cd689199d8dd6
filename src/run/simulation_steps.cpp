// How a run goes from step to step: full and cut ones, what follows each, and why it may stop.

#include <fmt/format.h>

#include <cmath>
#include <csignal>
#include <limits>

#include "io/wall_clock.h"
#include "parallel/communicator.h"
#include "params/bad_value.h"
#include "run/simulation.h"
#include "run/stop_signal.h"
#include "stepping/no_smaller_step.h"

namespace jounce {

bool Simulation::converges(double h) {
  const auto threw = [this](const std::exception& error) {
    result_.iterations = 0;
    result_.failure_cause = error.what();
    return false;
  };
  bad_value_ = false;
  try {
    return stepper_->step(state_, h, result_);
  } catch (const params::BadValue& error) {
    bad_value_ = true;
    return threw(error);
  } catch (const NoSmallerStep& error) {
    is_hopeless_ = true;
    return threw(error);
  } catch (const std::runtime_error& error) {  // a singular matrix, a function of a user, ...
    return threw(error);
  } catch (const std::invalid_argument& error) {  // a contact problem whose numbers are not finite any more
    return threw(error);
  }
}

bool Simulation::finds_contacts(double h, int level) {
  std::vector<ContactRow> expected;
  const auto repeat = [&] {
    stepper_->expect(expected);
    const bool converged = converges(h);
    stepper_->expect({});
    return converged;
  };
  parallel::Communicator ranks;
  ContactReach::Missed missed;
  const auto misses = [&] {
    missed = reach_.missed(undo_.state(), h, state_, result_.rows);
    return ranks.any(ranks.rank() == 0 && missed.any());  // which knows the rows of all
  };
  bool misses_any = misses();
  for (int k = 0; misses_any && k < ContactReach::kRepeats; ++k) {
    join_rows(expected, missed.rows);
    iterations_ += result_.iterations;
    ++researched_;
    undo_.undo(state_, *stepper_);
    if (ConvergenceLog* const log = convergence_.log(); log != nullptr) log->begin_step();
    if (!repeat()) return false;
    misses_any = misses();
  }
  if (!misses_any || level >= max_cuts_) return true;  // the penetration is reported
  result_.failure_cause =
      fmt::format("contact '{}' is {:.3g} {} deep at the end; the search at the begin missed it", missed.name,
                  missed.depth, deck_.units().length);
  undo_.undo(state_, *stepper_);
  return false;
}

bool Simulation::attempt_step(double h, int level) {
  if (contact_problems_->is_on()) before_ = state_;
  if (guard_.is_on() || control_.is_on())
    undo_.keep(state_, *stepper_);
  else if (reach_.is_on())
    parallel::Communicator().is_alone() ? undo_.keep(state_, *stepper_) : undo_.keep_state(state_);
  if (!converges(h)) return false;
  if (reach_.is_on() && !finds_contacts(h, level)) return false;
  std::string found = guard_.find_inverted(state_);
  if (found.empty()) return true;
  undo_.undo(state_, *stepper_);
  stepper_->refresh();
  std::string lost = lost_stability(std::ldexp(h, level));  // the step before its cuts
  result_.failure_cause = lost.empty() ? std::move(found) : std::move(lost);
  return false;
}

Simulation::Tried Simulation::try_step(double h, int level) {
  begin_attempt(h, level);
  Tried tried = Tried::failed;
  if (attempt_step(h, level)) {
    const bool stays = !control_.is_on() || control_.accepts(h, level, state_, result_);
    tried = stays ? Tried::accepted : Tried::too_long;
  }
  end_attempt(tried);
  if (tried == Tried::accepted) {
    if (control_.is_on()) control_.accepted(h, result_);
    return tried;
  }
  iterations_ += result_.iterations;
  if (tried == Tried::too_long) {
    undo_.undo(state_, *stepper_);
    ++refused_;
  } else if (record_.listed_cuts.size() < RunRecord::kListedCuts) {
    record_.listed_cuts.push_back({state_.t, h, result_.failure_cause});
  }
  return tried;
}

void Simulation::step_done(double h) {
  model_->system.accept(state_);
  h_ = h;
  ++steps_;
  iterations_ += result_.iterations;
  if (is_static())
    ledger_->load_step(*model_, state_, result_, h);
  else
    ledger_->step(*model_, state_, result_, h);
  if (ledger_->max_penetration() > max_penetration_ && !result_.rows.empty())
    penetrated_.largest = deepest(model_->system, state_, result_.rows);
  max_penetration_ = std::max(max_penetration_, ledger_->max_penetration());
  if (watch_) watch_(state_, result_, h);
}

bool Simulation::energy_holds() {
  if (!std::isfinite(ledger_->energy())) {
    result_.failure_cause = "the energy is no longer a finite number";
    return false;
  }
  if (is_static() || !ledger_->gains_more_than(max_gain_, *model_, state_)) return true;
  std::string advice =
      "Try a smaller integrator.step, a smaller integrator.rho_inf, or for solids in contact "
      "integrator.corrections = \"elastic\"";
  if (!penetrations_.empty())
    advice = fmt::format("The likely cause: {}{}. Place the bodies so that they do not overlap",
                         to_text(penetrations_.front(), deck_.units()),
                         penetrations_.size() > 1
                             ? fmt::format(", and so do {} more contacts", penetrations_.size() - 1)
                             : "");
  if (std::string lost = lost_stability(h_); !lost.empty()) advice = std::move(lost);
  stop_ = fmt::format(
      "stopped at t = {:.9g} {}: the scheme itself has added {:.3g} {} to a motion of {:.3g} {}, more than "
      "analysis.max_energy_gain = {:g} of it, so the motion is no longer to be trusted. Results so far are "
      "complete. {}; to go on all the same, set a larger analysis.max_energy_gain.",
      state_.t, deck_.units().time, ledger_->gain(), deck_.units().name(params::dim::energy),
      ledger_->energy_scale(), deck_.units().name(params::dim::energy), max_gain_, advice);
  return false;
}

bool Simulation::exchange_bodies() {
  try {
    if (model_->exchange.apply(state_)) ledger_->exchanged(*model_, state_);
  } catch (const PoolExhausted& error) {
    stop_ = fmt::format(
        "{}; {} spare ones would do until the end of the run even if none went. Results so far are complete.",
        error.what(), model_->exchange.need(error.pool(), end_));
  }
  return stop_.empty();
}

double Simulation::intervals() const {
  return checkpoint_interval_ > 0
             ? std::floor((state_.t - start_ + 1e-9 * (end_ - start_)) / checkpoint_interval_)
             : 0;
}

bool Simulation::close_step(long nominal) {
  progress_->update({steps_, state_.t, result_.iterations, result_.active_contacts});
  bool due = checkpoint_every_ > 0 && nominal % checkpoint_every_ == 0;
  if (intervals() > checkpoint_of_interval_) {
    checkpoint_of_interval_ = intervals();
    due = true;
  }
  // What a clock or a signal says, ranks may hear at different steps.
  parallel::Communicator ranks;
  signal_ = static_cast<int>(ranks.max(stop_signal()));
  if (checkpoint_seconds_ > 0 && ranks.any(io::coarse_seconds() >= next_checkpoint_)) due = true;
  if (!due && signal_ == 0) return true;
  if (signal_ != 0) {
    stop_by_signal(signal_);
    return false;
  }
  checkpoint_here();
  return true;
}

void Simulation::checkpoint_here() {
  write_checkpoint(folder_ / "checkpoint.h5");
  checkpoint_time_ = state_.t;
  next_checkpoint_ = io::coarse_seconds() + checkpoint_seconds_;
  stepper_->refresh();
}

void Simulation::stop_by_signal(int signal) {
  signal_ = signal;
  checkpoint_here();
  stop_ = fmt::format(
      "stopped by {} at t = {:.9g} {}. Results so far are complete; the same command with "
      "--restart {} goes on from here.",
      signal_ == SIGINT ? "an interrupt" : "a request to terminate", state_.t, deck_.units().time,
      (folder_ / "checkpoint.h5").string());
}

bool Simulation::path_step() {
  while (true) {
    if (steps_ == max_steps_) {
      stop_ = fmt::format(
          "stopped at t = {:.9g}: the load has not reached its end after {} steps (analysis.max_steps). "
          "Results so far are complete. Take a larger analysis.max_steps, or a larger analysis.step: it "
          "gives the length of all steps along the path.",
          state_.t, steps_);
      return false;
    }
    const double from = state_.t;
    if (try_step(path_size_, path_cuts_) == Tried::accepted) {
      step_done(std::abs(state_.t - from));
      break;
    }
    if (path_cuts_ == max_cuts_ || is_hopeless_) return false;
    ++path_cuts_;
    ++cuts_;
    path_size_ *= 0.5;
  }
  record();
  if (path_cuts_ > 0) {
    --path_cuts_;
    path_size_ *= 2;
  }
  return close_step(steps_);
}

bool Simulation::grid_step() {
  // Full steps have exactly the same size, so that no matrix changes by round-off in the times. The last
  // one may be shorter, and so is the rest of a step that a restart begins in.
  const double to = nominal_ + 1 == n_nominal_ ? end_ : start_ + static_cast<double>(nominal_ + 1) * step_;
  const double round_off = 8 * std::numeric_limits<double>::epsilon() * std::abs(to);
  const bool full = std::abs(to - state_.t - step_) < 1e-6 * step_ + round_off;
  if (!advance(to, full ? step_ : to - state_.t)) return false;
  ++nominal_;
  return close_step(nominal_);
}

bool Simulation::at_end() const {
  return stepper_->chooses_step() ? state_.t >= end_ - 1e-9 * (end_ - start_) : nominal_ >= n_nominal_;
}

bool Simulation::next() {
  if (failed_ || at_end()) return false;
  try {
    failed_ = !(stepper_->chooses_step() ? path_step() : grid_step());
  } catch (const StepInterrupted& interrupted) {  // in the middle of a step, which has left no trace
    failed_ = true;
    end_attempt(Tried::failed);
    stop_by_signal(interrupted.signal);
  }
  return !failed_;
}

bool Simulation::advance(double to, double size) {
  // The nominal step is cut in halves of halves; after a success the size is regained as soon as the grid
  // and the control allow.
  const long full = 1L << max_cuts_;
  const double from = state_.t;
  long done = 0;
  int level = control_.level();
  while (done < full) {
    const long part = full >> level;
    const double h = size * static_cast<double>(part) / static_cast<double>(full);
    if (const Tried tried = try_step(h, level); tried != Tried::accepted) {
      if (level == max_cuts_ || is_hopeless_) return false;
      ++level;
      if (tried == Tried::failed) ++cuts_;
      continue;
    }
    done += part;
    const double reported = state_.t;
    state_.t = done == full ? to : from + size * static_cast<double>(done) / static_cast<double>(full);
    for (Impact& impact : result_.impacts)
      if (impact.time == reported) impact.time = state_.t;  // the same digits as in the history
    step_done(h);
    const bool holds = energy_holds();
    if (std::isfinite(ledger_->energy())) record();
    if (!holds || !exchange_bodies()) return false;
    if (level > 0 && done % (full >> (level - 1)) == 0 && control_.may_grow()) --level;
  }
  if (control_.is_on()) control_.set_level(level);
  return true;
}

}  // namespace jounce
