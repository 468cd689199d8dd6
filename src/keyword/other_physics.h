#pragma once

#include <vector>

#include "keyword/cards.h"

namespace jounce::keyword {

/// Throws params::InputError, one line, for a file of another field: fluids, heat conduction,
/// electromagnetics, sensitivity. What else such a file has is not looked at.
void refuse_other_physics(const std::vector<Card>& cards);

}  // namespace jounce::keyword
