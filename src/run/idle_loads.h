#pragma once

#include <string>
#include <vector>

#include "deck/deck.h"
#include "model/model.h"

namespace jounce {

/// Loads that move nothing, and functions of loads that are not finite at the start, a sentence each with its
/// place. A load moves nothing where it is on the ground, or where its forces at nine times of the interval
/// act on prescribed degrees of freedom alone. A load that is zero at these times is not judged.
std::vector<std::string> idle_loads(const deck::Deck& deck, const Model& model);

}  // namespace jounce
