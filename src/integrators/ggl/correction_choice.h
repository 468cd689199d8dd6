#pragma once

#include "integrators/alpha_coefficients.h"
#include "model/system.h"

namespace jounce {

/// True when a step is more than ten times as long as a wave takes through an element, anywhere.
bool outruns_waves(const System& system, const State& state, double h);

/// True when the velocities that mass corrections leave at contacts are larger than those of the impact. A
/// held node has the acceleration F/m of the force F that the body presses it with, which no contact balances
/// in the memory of the scheme. When it comes free, its velocity is k h F/m in that step,
///
///   k = |gamma (1/2 - beta)/beta - (1 - gamma)|,    F h/m = 2 u c
///
/// with the force of a wave, rho c u on the area of the node, and c wave times through an element in a step.
/// A tenth of the unknowns of a block of elements that may touch decide: fine corners touch first.
bool outruns_contact_waves(const System& system, const State& state, double h, const AlphaCoefficients& at);

}  // namespace jounce
