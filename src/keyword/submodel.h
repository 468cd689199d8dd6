#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// *SUBMODEL, TYPE=NODE; of several that name a node the first one counts. Reads the nodes and elements of
/// the file of INPUT, too. Throws params::InputError.
void read_submodel(const Card& card, Input& input);

// Cards with SUBMODEL: each node gets the value at its place in the global model, at the last increment of
// the STEP or at the DATA SET that the card names. Nodes outside of the global model get that of its nearest
// point, which a note tells. Values are along the global axes. Each throws params::InputError.

/// *BOUNDARY: displacements.
void read_global_displacements(const Card& card, Input& input, Step& step);
/// *CLOAD: forces (RF of *NODE FILE).
void read_global_forces(const Card& card, Input& input, Step& step);
/// *TEMPERATURE.
void read_global_temperatures(const Card& card, Input& input, Step& step);

}  // namespace jounce::keyword
