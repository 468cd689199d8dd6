#pragma once

#include <string>
#include <vector>

#include "deck/deck.h"
#include "model/model.h"

namespace jounce {

/// Makes the initial state one that the joints allow, as model.inconsistent_start says. Returns what changed,
/// in sentences: by how much the joints were violated, and the bodies that were moved most. Throws
/// params::InputError when the deck refuses, or when no state nearby satisfies the joints.
std::vector<std::string> make_consistent(const deck::Deck& deck, const Model& model, double h, State& state);

}  // namespace jounce
