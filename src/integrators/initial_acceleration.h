#pragma once

#include "model/system.h"

namespace jounce {

/// Accelerations and constraint forces consistent with the bilateral constraints:
///   [ M  G^T ] [    a    ]   [         f           ]
///   [ G   0  ] [ -lambda ] = [ -d(G v + g_t)/dq v - g_tt ]
/// Unilateral contact forces are left out, as in the splitting (B 8). Throws std::runtime_error naming the
/// degree of freedom when the matrix is singular (a body without mass that nothing holds).
void consistent_acceleration(const System& system, const State& state, Vector& a, Vector& lambda);

/// Throws like consistent_acceleration where that finds no mass, without solving for anything.
void check_masses(const System& system, const State& state);

/// consistent_acceleration at the shifted time t + (alpha_m - alpha_f) h, which the pseudo-acceleration a_0
/// approximates (remark 1 of B 6.3); multipliers then converge at order 2 from the first step on.
void shifted_acceleration(const System& system, const State& state, double shift, const Vector& a_now,
                          Vector& a);

/// a = M^-1 f, without the forces of the joints. Throws like consistent_acceleration.
Vector free_acceleration(const System& system, const State& state);

}  // namespace jounce
