#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// Makes solids of beams, shells and membranes, as CalculiX does, and ties their nodes to those of the solids
/// (beam_expansion.h, shell_expansion.h, expansion_ties.h, shell_ties.h).
void expand_thin_elements(Input& input);

}  // namespace jounce::keyword
