#pragma once

#include "model/system.h"

namespace jounce {

/// A free degree of freedom with neither mass nor a joint that holds it (the kernels of M and G meet); -1
/// when there is none.
Index loose_dof(const System& system, const State& state);

}  // namespace jounce
