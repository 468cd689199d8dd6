#include "run/step_undo.h"

namespace jounce {

void StepUndo::keep(const State& state, Stepper& integrator) {
  state_ = state;
  const auto memory = integrator.memory();
  memory_.resize(memory.size());
  for (std::size_t i = 0; i < memory.size(); ++i) memory_[i] = *memory[i].second;
}

void StepUndo::keep_state(const State& state) {
  state_ = state;
  memory_.clear();
}

void StepUndo::undo(State& state, Stepper& integrator) const {
  state = state_;
  if (memory_.empty()) return;
  const auto memory = integrator.memory();
  for (std::size_t i = 0; i < memory.size(); ++i) *memory[i].second = memory_[i];
}

}  // namespace jounce
