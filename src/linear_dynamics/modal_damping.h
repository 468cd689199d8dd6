#pragma once

#include "model/system.h"

namespace jounce {

/// Forces of the dampers of a model for velocities over all degrees of freedom: sum of J c (J^T v), with the
/// Jacobian J of each damper's coordinate at a state, against the motion positive.
Vector damper_forces(const System& system, const State& state, const Vector& velocity);

/// Damping matrix of the dampers in a basis of modes, D = Phi^T C Phi. Columns of `modes` are over the free
/// degrees of freedom.
DenseMatrix damper_matrix(const System& system, const State& state, const DenseMatrix& modes);

}  // namespace jounce
