#pragma once

#include "keyword/deck_tree.h"

namespace jounce::keyword {

/// Mean rotations and knots of beams as joints, which follow finite rotations where the deck has finite
/// strain.
void add_beam_ties(const Input& input, const Translation& translation, DeckTree& deck);

}  // namespace jounce::keyword
