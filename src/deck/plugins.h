#pragma once

#include "deck/deck.h"
#include "model/user_functions.h"

namespace jounce::deck {

/// The functions of the deck's [[plugin]] entries, put into `functions`. Throws params::InputError for a file
/// that cannot be loaded, a wrong version, and a name that is there twice.
void load_plugins(const Deck& deck, UserFunctions& functions);

}  // namespace jounce::deck
