#include "run/step_sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "deck/build_model.h"
#include "io/checkpoint.h"
#include "la/petsc.h"

namespace jounce {
namespace {

/// The step of the deck in which a checkpoint was written.
std::size_t step_of(const std::filesystem::path& checkpoint, std::size_t count) {
  const io::CheckpointReader reader(checkpoint);
  const auto number = reader.has("analysis_step") ? reader.integer("analysis_step") : 0;
  if (number < 0 || static_cast<std::size_t>(number) >= count)
    throw io::CheckpointError(checkpoint, fmt::format("{}: is of step {} of a deck, and this one has {}",
                                                      checkpoint.string(), number + 1, count));
  return static_cast<std::size_t>(number);
}

}  // namespace

StepSequence::StepSequence(const deck::Deck& deck, const RunOptions& options, UserFunctions functions,
                           std::size_t first)
    : whole_(deck),
      options_(options),
      functions_(std::move(functions)),
      count_(deck.step_names().size()),
      number_(first) {
  if (count_ > 0 && !options_.restart.empty()) number_ = step_of(options_.restart, count_);
  parts_ = find_parts();
  build(nullptr);
}

Ledger::Parts StepSequence::find_parts() const {
  const auto elements = whole_.entries_of_all_steps("element");
  const auto comes_and_goes = [](const params::Params* element) { return element->has("steps"); };
  Ledger::Parts parts;
  if (std::ranges::none_of(elements, comes_and_goes)) return parts;
  for (std::size_t i = 0; i < count_; ++i)
    parts = parts | Ledger::parts_of(*deck::build_model(whole_.at_step(i), functions_));
  return parts;
}

void StepSequence::build(Simulation* before) {
  auto deck = std::make_unique<deck::Deck>(count_ > 0 ? whole_.at_step(number_) : whole_);
  auto next = std::make_unique<Simulation>(*deck, options_, functions_, before, parts_);
  now_ = std::move(next);
  deck_ = std::move(deck);
}

void StepSequence::go_on() {
  ++number_;
  options_.restart.clear();
  try {
    build(now_.get());
  } catch (const std::exception& error) {  // the run has begun, and ends with the step before
    now_->record_failure(error.what(), true);
    throw;
  }
}

RunReport StepSequence::run() {
  while (true) {
    if (watch_) watch_(*now_);
    if (count_ > 0 && options_.write && !options_.quiet && !now_->is_resumed() && mpi_rank() == 0)
      fmt::print("step '{}' ({} of {}): {}\n", whole_.step_names()[number_], number_ + 1, count_,
                 now_->stepper().name());
    RunReport report = now_->run();
    if (report.exit_status != 0 || is_last()) return report;
    go_on();
  }
}

}  // namespace jounce
