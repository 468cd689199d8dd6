#pragma once

#include "keyword/shell_expansion.h"

namespace jounce::keyword {

/// Ties nodes of shells (with one station) and membranes to those of their solids, as CalculiX does, where
/// something acts on them. With the displacements u of the node and u_1, u_2, u_3 from bottom to top:
///
/// - supports: u_1 + u_3 = 2 u, u_2 = u; of rotations: the mean rotation of the two outer nodes about the
/// axis
///   of the support, projected on the plane of the shell; those about the normal are left out;
/// - equations, rigid bodies, nodes of other elements and of surfaces: u_1 + u_3 = 2 u;
/// - membranes: u_1 + u_3 = 2 u, and u_2 = u, as they share no nodes (CalculiX leaves u_2 free);
/// - forces: the same, at corners of second order -u_1 + 4 u_2 - u_3 = 2 u;
/// - moments, rotations in equations: the mean rotation of the two outer nodes about the axis; moments about
///   the normal have no effect, which a note says.
///
/// The outer sides of M3D3 do not turn against each other about the normal, which would not strain them.
/// Rigid bodies whose nodes lie on a line take the nodes of the solids in place of them, which holds
/// rotations, too. Throws params::InputError for rotations of membranes.
void tie_shell_nodes(Input& input, const ShellStations& shells);

}  // namespace jounce::keyword
