#pragma once

#include "deck/deck.h"
#include "model/model.h"

namespace jounce::deck {

/// Takes mass from the nodes that may touch something, in solids with 'contact_mass' (MassRedistribution).
/// After the contacts are built. Throws params::InputError where the key has nothing to act on, or no element
/// is there to take the mass.
void redistribute_masses(const Deck& deck, const Model& model);

/// Tells a finished system which degrees of freedom have lost all mass, and refuses joints on them.
void note_massless_nodes(const Deck& deck, System& system);

}  // namespace jounce::deck
