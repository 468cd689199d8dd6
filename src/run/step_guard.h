#pragma once

#include <string>
#include <vector>

#include "elements/solid.h"
#include "model/model.h"

namespace jounce {

/// Refuses steps that converge to what no body can do: elements of finite strain that are crushed or turned
/// inside out (det F <= 0). St. Venant-Kirchhoff's law gives way there, and the equations have such
/// solutions. A refused step counts as one that failed, so it is cut.
class StepGuard {
 public:
  StepGuard() = default;
  explicit StepGuard(const Model& model);

  bool is_on() const { return !blocks_.empty(); }
  /// The element of finite strain that is inside out at a state, in words; empty when there is none.
  std::string find_inverted(const State& state) const;

 private:
  std::vector<const SolidElements*> blocks_;
};

}  // namespace jounce
