#pragma once

#include <vector>

#include "integrators/integrator.h"

namespace jounce {

/// The begin of a step, to go back to when the step is refused after it has converged.
class StepUndo {
 public:
  void keep(const State& state, Integrator& integrator);
  /// State and algorithmic memory are again those of keep(). Kept factorisations stay.
  void undo(State& state, Integrator& integrator) const;

 private:
  State state_;
  std::vector<Vector> memory_;
};

}  // namespace jounce
