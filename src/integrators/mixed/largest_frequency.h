#pragma once

#include "model/system.h"

namespace jounce {

/// Estimate from below, good to some per cent, of the largest angular frequency of K x = omega^2 M x with the
/// joints: K = -df/dq at `state`. 0 without stiffness.
double largest_frequency(const System& system, const State& state);

}  // namespace jounce
