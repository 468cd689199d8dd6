#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// *RETAINED NODAL DOFS and *SUBSTRUCTURE MATRIX OUTPUT behind *SUBSTRUCTURE GENERATE. Throws
/// params::InputError.
void read_substructure_card(const Card& card, const Input& input, Step& step);

/// A step with *SUBSTRUCTURE GENERATE needs both. Throws params::InputError.
void check_substructure(const Step& step);

}  // namespace jounce::keyword
