#pragma once

#include "keyword/beam_expansion.h"
#include "keyword/shell_expansion.h"

namespace jounce::keyword {

/// Ties the nodes of beams to those of their sections, and all sections at a node to each other.
///
/// One section of a beam: its displacement is the mean of the corners', 4 u = sum_i u_i, an equation; its
/// rotation, where something asks for it, is the corners' mean rotation (Input::mean_rotations); where it is
/// supported the middle of each side is the mean of its two corners, as in CalculiX 2.20. Several sections of
/// beams and shells make a knot (Input::knots): one body that turns and stretches, where it has beams and
/// lies in the plane across the first one along its local directions, otherwise the same in all directions.
/// Knots on a line do not turn about it. One section of shells and those of membranes are left to
/// shell_ties.h.
///
/// Supports, forces and equations on degrees of freedom 4 to 6 of beams and knots are moved to degrees of
/// freedom 1 to 3 of the nodes for their rotations. Temperatures act on the sections, too.
void tie_expanded_nodes(Input& input, const BeamStations& beams, const ShellStations& shells);

}  // namespace jounce::keyword
