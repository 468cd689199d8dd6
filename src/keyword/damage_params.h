#pragma once

#include "keyword/input.h"
#include "params/node.h"

namespace jounce::keyword {

/// Keys of an entry of [[material]] of the cards *DAMAGE INITIATION and *DAMAGE EVOLUTION of a plastic
/// material: failure_strain or failure, and how the stiffness falls. Empty without these cards. Throws
/// params::InputError for what has no counterpart.
/// @param deletes  elements that have no stiffness any more are deleted, which statics cannot
params::Node damage_keys(const Material& material, bool deletes);

}  // namespace jounce::keyword
