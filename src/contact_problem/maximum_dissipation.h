#pragma once

#include "contact_problem/cone.h"

namespace jounce::contact_problem {

/// The impulse of one contact that dissipates most (T. Preclik, S. Eibl, U. Ruede, The maximum dissipation
/// principle in rigid-body dynamics with inelastic impacts, sections 2 and 3.2; their b is -b here). With the
/// kinetic energy E(r) = 1/2 r.A r + b.r, up to a constant, and u = A r + b:
///
///     minimise E(r)  over  |r_T| <= mu r_N,   0 <= u_N perp r_N >= 0,   A_N . r >= 0
///
/// A contact that opens by itself (b_N > 0) keeps r = 0; else u_N = 0 and r lies in the section of the cone
/// by that plane. If A^-1 (-b) does not, the minimum lies on the border of the section. With the tangents
/// turned so that A_NT = (rho, 0), e = (cos alpha, sin alpha), and the normal component eliminated (A^, b^),
///
///     r_T = mu beta / p e,   p = A_NN + mu rho cos alpha > 0,   beta = -b_N
///
/// E is stationary along the border where
///
///     (A_NN e' + mu rho (0, 1)) . (mu beta A^ e + p b^) = 0,   e' = de/dalpha,
///
/// a quartic in tan(alpha/2). For b_N = 0 the section is a point, a ray or the wedge between two rays.
///
/// Unlike Coulomb's law, which may have up to three sliding solutions here, the solution is unique.
/// @param A symmetric and positive definite
/// @param b velocity at r = 0
SmallVector<3> maximum_dissipation(const SmallMatrix<3>& A, double mu, const SmallVector<3>& b);

}  // namespace jounce::contact_problem
