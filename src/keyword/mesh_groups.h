#pragma once

#include "keyword/input.h"
#include "keyword/translation.h"

namespace jounce::keyword {

/// The last section that names an element, for each of them; null where none does.
std::vector<const Section*> sections_of_elements(const Input& input);

/// Fills the mesh: points, cells, and the groups that the file itself names. Throws params::InputError.
void make_mesh(const Input& input, Translation& translation);

}  // namespace jounce::keyword
