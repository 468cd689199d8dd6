#pragma once

#include "model/system.h"

namespace jounce {

/// Damping matrix of the dampers of a model in a basis of modes, D = Phi^T C Phi with C = c J J^T of each
/// damper along its coordinate (rate J v) at a state. Columns of `modes` are over the free degrees of
/// freedom.
DenseMatrix damper_matrix(const System& system, const State& state, const DenseMatrix& modes);

}  // namespace jounce
