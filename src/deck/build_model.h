#pragma once

#include <memory>

#include "deck/deck.h"
#include "model/model.h"
#include "model/user_functions.h"

namespace jounce::deck {

/// Builds the model that a validated deck describes. Throws params::InputError for what only the model can
/// see: missing mesh groups, dangling names, wrong kinds of bodies.
/// @param functions  that loads, gaps and masses of type user-... may name, beside those of the deck's
/// plugins
std::unique_ptr<Model> build_model(const Deck& deck, UserFunctions functions = {});

}  // namespace jounce::deck
