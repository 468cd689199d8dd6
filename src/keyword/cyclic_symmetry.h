#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// *CYCLIC SYMMETRY MODEL: number of sectors and axis. Throws params::InputError.
void read_cyclic_model(const Card& card, Input& input);
/// *SELECT CYCLIC SYMMETRY MODES. Throws params::InputError.
void read_nodal_diameters(const Card& card, const Input& input, Step& step);

/// Pairs the nodes of both sides of a sector (*TIE, CYCLIC SYMMETRY), once all else is read, and ties them
/// for states that are alike in all sectors: u_a = R u_b, of the first side at a and the second one at b =
/// R^-1 a, R the rotation by one sector about the axis. Directions in which a is supported are left out.
/// Throws params::InputError where a node has no partner.
void tie_sectors(Input& input);

/// Rows over the 3 components of the tie's nodes, real parts before imaginary ones, of
///   u_a - e^{i n angle} R u_b = 0
/// for the nodal diameter n, independent of each other and of the supports of a. Columns: of u_a, then of
/// u_b; where both are one node, on the axis, of u_a alone.
DenseMatrix cyclic_rows(const CyclicTie& tie, int diameter);

}  // namespace jounce::keyword
