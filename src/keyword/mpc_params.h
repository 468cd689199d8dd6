#pragma once

#include "keyword/deck_tree.h"

namespace jounce::keyword {

/// *MPC: entries of Input::mpcs. Throws params::InputError.
void read_mpcs(const Card& card, Input& input);
/// What they ask for once all else is read: all but MEANROT make all steps those of large displacements, as
/// CalculiX does. Throws params::InputError.
void finish_mpcs(Input& input);

/// The deck's joints `collinear` (STRAIGHT), `coplanar` (PLANE), `distance` (BEAM), `mean-rotation` or,
/// with small displacements, `equation` (MEANROT), and contacts `tether` (DIST). Throws params::InputError.
void add_mpcs(const Input& input, const Translation& translation, DeckTree& deck);

}  // namespace jounce::keyword
