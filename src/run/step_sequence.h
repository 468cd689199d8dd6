#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "run/simulation.h"

namespace jounce {

/// The steps of a deck ([[step]]), one after another: each goes on from the state and the results of the one
/// before. A deck of one analysis is a single step.
class StepSequence {
 public:
  /// Builds the first step, or that of the checkpoint from which options.restart goes on.
  /// @param functions  of users that the deck may name, beside those of its plugins
  /// @param first      the step to begin with, of a run that resumes there (Simulation::resume)
  StepSequence(const deck::Deck& deck, const RunOptions& options, UserFunctions functions = {},
               std::size_t first = 0);

  /// The step that is under way.
  Simulation& now() { return *now_; }
  const Simulation& now() const { return *now_; }
  std::size_t number() const { return number_; }
  bool is_last() const { return number_ + 1 >= count_; }
  /// Builds the next one from where this one, which has finished, stands.
  void go_on();

  /// Called with every step before it begins.
  void watch(std::function<void(Simulation&)> watch) { watch_ = std::move(watch); }
  /// All from here to the last one, or to one that fails. Returns the report of the run.
  RunReport run();

 private:
  void build(Simulation* before);
  /// What the models of all steps have, where they have not all the same elements.
  Ledger::Parts find_parts() const;

  const deck::Deck& whole_;
  RunOptions options_;  ///< a restart is that of its step alone
  UserFunctions functions_;
  std::size_t count_, number_ = 0;
  Ledger::Parts parts_;               ///< of all steps, for the columns of the history
  std::unique_ptr<deck::Deck> deck_;  ///< of this step
  std::unique_ptr<Simulation> now_;
  std::function<void(Simulation&)> watch_;
};

}  // namespace jounce
