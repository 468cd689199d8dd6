#pragma once

#include "deck/deck.h"
#include "mesh/mesh.h"

namespace jounce::deck {

/// The mesh of a deck entry [[mesh]]. Throws params::InputError.
Mesh read_mesh(const params::Params& params, const Deck& deck);

}  // namespace jounce::deck
