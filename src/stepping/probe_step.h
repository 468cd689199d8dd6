#pragma once

#include <utility>

#include "stepping/stepper.h"

namespace jounce {

/// A step from a copy of `state` without any iteration, after which the equations of a scheme are laid out as
/// at the beginning of its steps. `max_iterations` is the scheme's own limit.
inline void probe_step(Stepper& scheme, const State& state, double h, int& max_iterations) {
  const struct Restore {
    int& limit;
    int before;
    ~Restore() { limit = before; }
  } restore{max_iterations, std::exchange(max_iterations, 0)};
  State next = state;
  StepResult result;
  scheme.step(next, h, result);
}

}  // namespace jounce
