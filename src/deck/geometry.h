#pragma once

#include "deck/deck.h"
#include "math/rotation.h"
#include "mesh/mesh.h"

namespace jounce::deck {

/// The mesh of a deck entry [[mesh]]. Throws params::InputError.
Mesh read_mesh(const params::Params& params, const Deck& deck);

/// Initial orientation of a body in space: a rotation vector, or a quaternion (w, x, y, z).
Quaternion orientation_of(const params::Params& body);

}  // namespace jounce::deck
