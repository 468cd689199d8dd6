#pragma once

#include <memory>
#include <string>
#include <vector>

#include "deck/deck.h"
#include "model/model.h"
#include "model/user_functions.h"
#include "run/analysis.h"

namespace jounce {

/// Whether the model of a deck may be built in parts, one for each rank (System::numbering): solids on
/// meshes, with supports, gravity and contact of their nodes with walls, and results that ranks can put
/// together. Whether its scheme can work with them, Stepper::works_in_parts says.
bool may_be_in_parts(const deck::Deck& deck);

/// What ranks share of the model of a deck.
Sharing sharing_of(const deck::Deck& deck, const Stepper& stepper);

/// Builds a model, on several ranks a part of it where the deck and its scheme allow it, and the analysis
/// that is made for it. Collective. @param notes  what is noteworthy about the whole meshes of a model in
/// parts
std::unique_ptr<Analysis> analysis_of(const deck::Deck& deck, UserFunctions functions, bool in_parts,
                                      std::shared_ptr<Model>& model, std::vector<std::string>& notes);

}  // namespace jounce
