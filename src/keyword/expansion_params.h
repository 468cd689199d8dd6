#pragma once

#include "keyword/deck_tree.h"

namespace jounce::keyword {

/// Mean rotations and knots of beams and shells as joints, which follow finite rotations where the deck has
/// finite strain.
void add_expansion_ties(const Input& input, const Translation& translation, DeckTree& deck);

}  // namespace jounce::keyword
