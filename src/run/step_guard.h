#pragma once

#include <string>
#include <vector>

#include "elements/solid.h"
#include "integrators/integrator.h"
#include "model/model.h"

namespace jounce {

/// Refuses steps that converge to what no body can do: elements of finite strain that are crushed or turned
/// inside out (det F <= 0). St. Venant-Kirchhoff's law gives way there, and the equations have such
/// solutions. A refused step counts as one that failed, so it is cut.
class StepGuard {
 public:
  StepGuard() = default;
  /// Without elements of finite strain there is nothing to guard, and nothing is kept.
  StepGuard(const Model& model, Integrator& integrator);

  /// Keeps the state and the integrator's memory at the begin of a step.
  void before(const State& state);
  /// False when the state after the step is refused: state and memory are again those of before(), and
  /// `blame` names the element.
  bool after(State& state, std::string& blame);
  /// The element of finite strain that is inside out at a state, in words; empty when there is none.
  std::string find_inverted(const State& state) const;

 private:
  std::vector<const SolidElements*> blocks_;
  Integrator* integrator_ = nullptr;
  State state_;
  std::vector<Vector> memory_;
};

}  // namespace jounce
