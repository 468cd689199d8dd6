#pragma once

#include "keyword/deck_text.h"

namespace jounce::keyword {

/// *MPC: entries of Input::mpcs. All but MEANROT make all steps those of large displacements, as CalculiX
/// does. Throws params::InputError.
void read_mpcs(const Card& card, Input& input);

/// The deck's joints `collinear` (STRAIGHT), `coplanar` (PLANE), `distance` (BEAM) and contacts `tether`
/// (DIST). Throws params::InputError.
void write_mpcs(const Input& input, const Translation& translation, DeckText& deck);

}  // namespace jounce::keyword
