#include "model/wide_rows.h"

namespace jounce {

bool has_wide_rows(const System& system) {
  constexpr double kWideRow = 90;
  CountingSink sink;
  system.add_tangent(system.initial_state(), Vector::Zero(system.nv()), {0, 0, 1}, sink);
  return system.numbering().sum(sink.entries()) > kWideRow * system.all_unknowns();
}

}  // namespace jounce
