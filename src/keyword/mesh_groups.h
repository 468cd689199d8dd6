#pragma once

#include "keyword/input.h"
#include "keyword/translation.h"

namespace jounce::keyword {

/// Fills the mesh: points, cells, and the groups that the file itself names. Throws params::InputError.
void make_mesh(const Input& input, Translation& translation);

}  // namespace jounce::keyword
