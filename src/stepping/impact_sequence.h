#pragma once

#include <vector>

#include "model/system.h"

namespace jounce {

/// What impacts leave behind that follow each other: gap velocities and impulses of the contacts.
struct ImpactSequence {
  Vector velocity, impulse;
};

/// Impacts of contacts that are closed at the same time, one after the other. As long as contacts approach,
/// those that do so fastest have theirs by Newton's law, together where several are equally fast (symmetric
/// bodies stay symmetric), while the others wait:
///
///     S = {i : u_i <= (1 - 1e-6) min u},     0 <= u'_S + e_S u_S  perp  p_S >= 0,     u' = u + A p
///
/// An impact changes the kinetic energy by (1 - e_i) u_i p_i / 2 <= 0 in every contact of S, so e = 1 keeps
/// it and no e raises it; momentum is that of impulses between bodies. A row of equal balls, e = 1, hands
/// velocities on as Newton's cradle does. Sequences of e < 1, and bodies between two that come nearer, may go
/// on for ever: after 50 (n + 10) impacts, or where all approach slower than 1e-10 of the first, what still
/// approaches stops together (e = 0), which lowers the energy.
/// @param A Delassus matrix of the normals, symmetric and positive semidefinite (n x n)
/// @param u gap velocities before, negative where a contact approaches
/// @param e Newton's coefficients, 0 to 1
/// @return velocities >= 0 but for round-off; u and no impulses where a problem of S has no solution
ImpactSequence impact_sequence(const DenseMatrix& A, const Vector& u, const Vector& e);

/// W^T M^-1 W for some rows of W with the joints holding. Throws SingularMatrix.
DenseMatrix impact_matrix(const System& system, const State& state, const RowJacobian& W,
                          const std::vector<int>& rows);

/// Contacts that impulses of each other change, as lists of numbers of A.
std::vector<std::vector<Index>> coupled_contacts(const DenseMatrix& A);

}  // namespace jounce
