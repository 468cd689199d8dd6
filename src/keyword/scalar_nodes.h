#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// Takes a node as one of Input::scalar_nodes, whose first degree of freedom stands for something else than a
/// displacement: what *PRE-TENSION SECTION moves, the angle of a MEANROT. The others are held. Throws
/// params::InputError where the node belongs to an element or a coupling, or a force acts on another degree
/// of freedom.
void add_scalar_node(const Card& card, int line, int node, Input& input);

}  // namespace jounce::keyword
