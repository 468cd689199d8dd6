#pragma once

#include <vector>

#include "la/symmetric_matrix.h"
#include "model/system.h"

namespace jounce {

/// The unknowns that this rank has elements around: all that are free where elements are not shared.
std::vector<Index> unknowns_of_rank(const System& system);

/// w_M M + w_K K of an undamped system at these unknowns, to which others must not be coupled: what the
/// blocks keep of M and K where they keep all of it, else assembled. Where elements are shared, this rank's
/// summand.
SymmetricMatrix symmetric_matrix(const System& system, const State& state, const TangentWeights& weights,
                                 std::vector<Index> dofs);

}  // namespace jounce
