#pragma once

#include <optional>

#include "la/eigen_solver.h"

namespace jounce {

/// Median of K_ii / M_ii: about the highest frequencies of a uniform mesh, whatever few stiff or light parts
/// it has. Throws EigenFailure when no mass has stiffness.
double typical_ratio(const VibrationPencil& pencil);

/// The `count` smallest eigenpairs of A x = lambda B x, those next to a small negative shift s, by Lanczos'
/// method on (A - s B)^-1 B with full orthogonalisation in the product of B (T. Ericsson, A. Ruhe, Math.
/// Comp. 35 (1980) 1251). All vectors lie in the range of the operator, so that massless directions and
/// multipliers do no harm. A sequence sees one vector of a multiple eigenvalue: further ones, orthogonal to
/// what was found, start from other vectors until they find nothing nearer. Values ascend, x^T M x = 1.
/// @return nothing when a sequence does not converge, or A - s B is singular
std::optional<EigenPairs> lanczos_eigenpairs(const VibrationPencil& pencil, Index count);

}  // namespace jounce
