#include "stepping/whole_turns.h"

#include <cmath>
#include <numbers>

#include "stepping/failure_cause.h"

namespace jounce {

Index find_whole_turn(const System& system, const Vector& before, const Vector& after, double h) {
  const double most = 2 * std::numbers::pi / h;
  for (Index i = 0; i < system.n_free(); ++i)
    if (system.dofs().kinds[i] == DofKind::rotation && std::abs(after[i] - before[i]) > most) return i;
  return -1;
}

std::string describe_whole_turn(const System& system, Index dof) {
  return "Newton's method ended more than a turn away, in " + describe_dof(system, dof);
}

}  // namespace jounce
