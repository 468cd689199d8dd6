#include <fmt/format.h>

#include "run/simulation.h"

// How a run ends: its last files and words.

namespace jounce {

RunReport Simulation::finish() {
  RunReport report;
  report.output = folder_;
  find_penetrations();
  report.steps = steps_;
  if (steps_ % history_every_ != 0) write_row();
  if (!failed_) {
    report.message = summary();
  } else if (signal_ != 0) {
    report.exit_status = 128 + signal_;
    report.message = stop_;
  } else {
    const auto checkpoint = folder_ / "failed.checkpoint.h5";
    write_checkpoint(checkpoint);
    report.exit_status = 1;
    const std::string saved =
        options_.write
            ? fmt::format(" Results so far are complete; the last good state is in {}.", checkpoint.string())
            : "";
    if (stop_.empty() && is_hopeless_)
      stop_ = fmt::format("the step from t = {:.9g} {} failed, as it would at any size: {}.{}", state_.t,
                          deck_.units().time, result_.failure_cause, saved);
    const char* const table = is_static() ? "analysis" : "integrator";
    if (stop_.empty())
      stop_ = fmt::format(
          "the step from t = {:.9g} {} failed, also after {} cut{}: {}.{}{}{}{}", state_.t,
          deck_.units().time, max_cuts_, max_cuts_ == 1 ? "" : "s", result_.failure_cause, dependent_joints(),
          flips(), saved,
          bad_value_ ? ""
          : !result_.advice.empty()
              ? " " + result_.advice
              : fmt::format(" Try a smaller {}.step, a larger {}.max_iterations, or look at the part named.",
                            table, table));
    report.message = stop_;
  }
  if (writes_) {
    history_->close();
    if (events_) events_->close();
    transitions_.close();
    convergence_.close();
    if (fields_) fields_->close();
  }
  progress_->finish({steps_, state_.t, result_.iterations, result_.active_contacts},
                    !failed_ ? std::string("done") : std::string(signal_ != 0 ? "stopped" : "failed"));
  report.warning = penetrated_.warning(deck_.units());
  if (report.exit_status == 1 && !report.warning.empty())
    report.message += fmt::format(" Note: {}.", report.warning);
  record_end(report);
  lock_.release();
  return report;
}

void Simulation::find_penetrations() {
  const System& system = model_->system;
  if (is_static() || system.contacts().is_empty()) return;
  penetrated_.at_end = deepest(system, state_);
  if (penetrated_.at_end.depth > penetrated_.largest.depth) penetrated_.largest = penetrated_.at_end;
  max_penetration_ = std::max(max_penetration_, penetrated_.at_end.depth);
}

void Simulation::record_end(const RunReport& report) {
  record_.status = report.exit_status == 0 ? "complete" : signal_ != 0 ? "stopped" : "failed";
  record_.message = report.message;
  record_.time = state_.t;
  record_.steps = steps_;
  record_.iterations = iterations_;
  record_.cuts = cuts_;
  record_.refused = refused_;
  record_.factorisations = stepper_->factorisations();
  record_.max_penetration = max_penetration_;
  if (ledger_) record_.energy_gain = ledger_->largest_gain();
  record_.penetrations = penetrated_;
  record_.searched_again = researched_;
  record_.warning = report.warning;
  if (writes_) write_record(folder_, record_);
}

std::string Simulation::dependent_joints() const {
  if (bad_value_ || !state_.q.allFinite()) return {};
  const Redundancy here(model_->system, state_);
  if (!here.any()) return {};
  const auto sentences = here.describe(model_->system, "where the mechanism stands now");
  const std::size_t more = sentences.size() - 1;
  return fmt::format(
      " {}{}. Newton's method fails on that: near such a position, a toggle or a taut chain, the joints' "
      "Jacobian loses its rank, so that the next step is not determined or needs forces without bound. Start "
      "away "
      "from it, leave the redundant row out, or give the mechanism some elasticity or clearance there.",
      sentences.front(),
      more == 0 ? "" : fmt::format(", and {} more row{}", more, more == 1 ? " is" : "s are"));
}

std::string Simulation::flips() const {
  const ConvergenceLog* const log = convergence_.log();
  if (log == nullptr || log->flips().empty()) return {};
  std::string text;
  for (const ConvergenceLog::Flips& flip : log->flips())
    text += fmt::format("{}{} ({} time{})", text.empty() ? "" : ", ", flip.name, flip.count,
                        flip.count == 1 ? "" : "s");
  return fmt::format(" In its last iterations these changed (open or closed, stick or slip): {}.", text);
}

std::string Simulation::summary() const {
  std::string text =
      fmt::format("{} steps to t = {:.9g} {} by {}, {:.2f} iterations a step, {} factorisations", steps_,
                  state_.t, deck_.units().time, stepper_->name(),
                  steps_ > 0 ? static_cast<double>(iterations_) / static_cast<double>(steps_) : 0.0,
                  stepper_->factorisations());
  if (refused_ > 0) text += fmt::format(", {} steps repeated with smaller ones", refused_);
  if (cuts_ > 0) text += fmt::format(", {} cuts of the step", cuts_);
  if (researched_ > 0) text += fmt::format(", {} repeats for contacts that a search had missed", researched_);
  if (!model_->system.contacts().is_empty()) {
    if (penetrated_.largest.counts())
      text += ", largest penetration " + to_text(penetrated_.largest, deck_.units());
    else
      text += fmt::format(", largest penetration {:.3g} {}", max_penetration_, deck_.units().length);
    if (penetrated_.at_end.counts())
      text += fmt::format("; {:.3g} {} at the end", penetrated_.at_end.depth,
                          penetrated_.at_end.is_angular ? "rad" : deck_.units().length);
  }
  return text + stepper_->traffic();
}

}  // namespace jounce
