#pragma once

#include <vector>

#include "linear_dynamics/linearisation.h"

namespace jounce {

/// Stiffness that a model shows at retained degrees of freedom r while all others, i, follow without forces
/// (R. J. Guyan, AIAA Journal 3 (1965) 380): with K_ii X + G_i^T Lambda = -K_ir and G_i X = -G_r,
///
///     S = K_rr + K_ri X + G_r^T Lambda,
///
/// where K is the symmetric part of the stiffness and rows of G are the joints of the linearisation.
/// @param retained  free degrees of freedom, each once
/// Throws SingularMatrix where the model can move with these held.
DenseMatrix guyan_stiffness(const Linearisation& linear, const std::vector<Index>& retained);

}  // namespace jounce
