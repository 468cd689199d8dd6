#pragma once

#include <functional>

#include "keyword/input.h"

namespace jounce::keyword {

/// Says loads of *DLOAD on shells as those of the solids that take their place: P as P1, EDNOR1 (force over
/// length, into the shell) as P3 over the thickness, and so on. Throws params::InputError for other loads.
/// @param thickness  of an element at its first node
void rewrite_shell_loads(Input& input, const std::function<double(int)>& thickness);

}  // namespace jounce::keyword
