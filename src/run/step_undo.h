#pragma once

#include <vector>

#include "stepping/stepper.h"

namespace jounce {

/// The begin of a step, to go back to when the step is refused after it has converged.
class StepUndo {
 public:
  void keep(const State& state, Stepper& integrator);
  /// The same without the memory, which ranks would have to gather: it is left as the step left it.
  void keep_state(const State& state);
  /// The state that was kept.
  const State& state() const { return state_; }
  /// State and algorithmic memory are again those of keep(). Kept factorisations stay.
  void undo(State& state, Stepper& integrator) const;

 private:
  State state_;
  std::vector<Vector> memory_;
};

}  // namespace jounce
