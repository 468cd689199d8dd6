#pragma once

#include "keyword/deck_text.h"

namespace jounce::keyword {

/// Mean rotations and knots of beams as joints, which follow finite rotations where the deck has finite
/// strain.
void write_beam_ties(const Input& input, const Translation& translation, DeckText& deck);

}  // namespace jounce::keyword
