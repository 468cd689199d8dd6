#pragma once

#include <petscksp.h>

#include "la/types.h"

namespace jounce {

/// Makes `pc` smoothed aggregation (PCGAMG) for a matrix whose rows are displacements of this rank's nodes, b
/// of each, with the rigid motions of the nodes as near-null space. Files of src/la use it.
void choose_multigrid(PC pc, ::Mat matrix, const Matrix3X& positions, int b);

}  // namespace jounce
