#pragma once

#include <cstddef>
#include <vector>

#include "run/run_state.h"
#include "run/step_control.h"
#include "run/step_loop.h"

namespace jounce {

/// All that the next steps of a run depend on, kept in memory: what a checkpoint has, and the last step's
/// result. Histories are shared with the run, not copied.
struct Snapshot {
  RunState run;
  StepControl control;
  StepLoop::Place place;
  std::vector<Vector> memory;  ///< of the scheme
  std::size_t step = 0;        ///< of the deck
};

}  // namespace jounce
