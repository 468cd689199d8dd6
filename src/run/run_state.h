#pragma once

#include <optional>
#include <string>

#include "run/diagnostics.h"
#include "run/penetration.h"
#include "run/run_record.h"
#include "stepping/stepper.h"

namespace jounce {

/// What a run has counted and found so far; it goes on over the steps of a deck.
struct RunCounts {
  Penetrations penetrated;  ///< where and when
  double max_penetration = 0;

  long steps = 0;  ///< taken, cuts included
  long iterations = 0;
  long cuts = 0;
  long refused = 0;          ///< steps that converged, but were too long
  long limited = 0;          ///< given steps that were cut to the limit of stability
  double limited_from = 0;   ///< beginning of the first of them
  std::string limited_by;    ///< the element or part whose limit it was
  long searched_again = 0;   ///< times that a step was repeated with contacts that its search had missed
  double searched_from = 0;  ///< beginning of the first of these steps
  std::string warned;        ///< the first warning of a step
  std::vector<RunRecord::Cut> listed_cuts;  ///< the first RunRecord::kListedCuts of them
};

/// Where a run stands: what its steps change, and what checkpoints keep for the most part.
struct RunState : RunCounts {
  State state;
  StepResult result;             ///< of the last step
  double h = 0;                  ///< its size; 0 before the first one
  std::optional<Ledger> ledger;  ///< of energy; from the begin of the run on
  double kept_step = 0;          ///< of steps that follow the limit of stability; 0: it is found anew

  std::string stop;          ///< why the run cannot go on though the last step succeeded
  bool bad_value = false;    ///< the last step met a function that is not finite
  bool is_hopeless = false;  ///< the last step fails at any size

  RunCounts& counts() { return *this; }
  /// By how much energy has risen beyond what work and damping say, over the scale of energies.
  double energy_error() const {
    return ledger && ledger->energy_scale() > 0 ? ledger->gain() / ledger->energy_scale() : 0.0;
  }
};

}  // namespace jounce
