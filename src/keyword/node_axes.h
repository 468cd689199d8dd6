#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// *TRANSFORM: axes of nodes in which *BOUNDARY, *CLOAD and *EQUATION give components and *NODE PRINT writes
/// them. TYPE=R: through two points, as *ORIENTATION; TYPE=C: radial, tangential and along the line from the
/// first point to the second, at the node's place in the undeformed model. Throws params::InputError.
void read_transform(const Card& card, Input& input);

/// A degree of freedom (1 to 3) of a node as components along the global axes, without those that vanish.
std::vector<EquationTerm> global_terms(const Input& input, int node, int dof);

}  // namespace jounce::keyword
