#pragma once

#include "model/part.h"

// Declarations of what functions of users can be in a deck, listed in src/registry.cpp.

namespace jounce {

ModelPart user_force_part();
ModelPart user_mass_part();
ModelPart user_gap_part();

}  // namespace jounce
