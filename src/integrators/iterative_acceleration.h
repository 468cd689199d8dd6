#pragma once

#include "la/projected_cg.h"
#include "model/system.h"

namespace jounce {

/// M a = f(q, v, t) for the free degrees of freedom of a system without joints, by conjugate gradients; `a`
/// of the others is what is prescribed. Of ranks that share the elements each has its part of M, which the
/// shared elements alone make up. Throws std::runtime_error where the iteration does not end.
/// @param tolerance  of the accelerations, relative to the largest one
void iterative_acceleration(const System& system, const State& state, double tolerance, ProjectedCg& cg,
                            Vector& a);

}  // namespace jounce
