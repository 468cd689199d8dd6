#pragma once

#include "model/part.h"

// Declarations of the contact pairs that decks may use, listed in src/registry.cpp.

namespace jounce {

ModelPart point_plane_part();

}  // namespace jounce
