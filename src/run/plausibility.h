#pragma once

#include <string>
#include <vector>

#include "deck/deck.h"

namespace jounce {

/// What in a deck looks like a mix-up of units, a sentence each: densities, speeds of waves in materials and
/// gravity that nothing on earth has, taken in the units that the deck declares. Nothing is refused: models
/// without units are as good.
std::vector<std::string> implausible(const deck::Deck& deck);

}  // namespace jounce
