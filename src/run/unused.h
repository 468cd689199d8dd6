#pragma once

#include <vector>

#include "deck/deck.h"

namespace jounce {

/// Materials, sections, meshes, shapes and parameters that nothing in the deck names, each with its place.
std::vector<params::Diagnostic> unused_entries(const deck::Deck& deck);

}  // namespace jounce
