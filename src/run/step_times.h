#pragma once

#include <string>

#include "run/simulation.h"

namespace jounce {

/// Time of the processor (of this process) that the first steps of a run took.
struct StepTimes {
  int steps = 0;                       ///< nominal ones that were taken
  double first_seconds = 0;            ///< of the first one, which lays out and orders matrices
  double seconds = 0, iterations = 0;  ///< of one of the others, their mean; 0 where there are none
  long nominal_steps = 0;              ///< of the whole run; 0: the scheme chooses its steps
  std::string failure;                 ///< what a run would say; empty: none
};

/// Takes the first `n` nominal steps of a simulation that has not begun, or all where there are fewer.
StepTimes time_steps(Simulation& simulation, int n);

/// A line of `jounce check`, indented by two blanks.
std::string step_times_text(const StepTimes& times);

}  // namespace jounce
