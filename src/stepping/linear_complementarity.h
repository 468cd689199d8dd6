#pragma once

#include "la/types.h"

namespace jounce {

/// Solves the linear complementarity problem of frictionless contact,
///   w = A z + b,   0 <= w perp z >= 0,
/// for a symmetric positive semi-definite A (n x n: the Delassus matrix of a few contacts, diagonal >= 0).
///
/// Lemke's algorithm with lexicographic pivoting (Cottle, Pang, Stone, The Linear Complementarity
/// Problem, 4.4 and 4.9), which ends also for degenerate problems. Where A is singular (redundant contacts) w
/// is unique and z is not: the solution of least norm (of the problem scaled to a unit diagonal) is taken
/// when it is not negative. A problem that has no solution, or none within round-off, is solved with a ridge
/// of 1e-10 of the diagonal.
///
/// Entries of w that belong to positive z are exactly 0. Returns false when no solution was found.
bool solve_complementarity(const DenseMatrix& A, const Vector& b, Vector& z, Vector& w);

}  // namespace jounce
