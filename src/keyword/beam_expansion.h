#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// Makes solids of beam elements, as CalculiX does: B31 to C3D8I, B32 to C3D20 and B32R to C3D20R, of the
/// same numbers, with new nodes at the corners of the sections (and, with B32, at the middles of their
/// sides). Round sections have curved sides.
///
/// Beams of equal sections share the nodes of a section where their tangents and their local directions 1
/// enclose no more than 20 degrees; its directions are the means. Nodes where that is not so are knots. The
/// nodes of the beams stay, with equations between them and the sections' nodes (beam_ties.h).
///
/// What acts on rotations of beam nodes, degrees of freedom 4 to 6, acts on displacements of nodes that are
/// made for them. Throws params::InputError for what has no counterpart: B31 in steps with NLGEOM, round
/// B31, B31R, pressures on beams and surfaces of them.
void expand_beams(Input& input);

}  // namespace jounce::keyword
