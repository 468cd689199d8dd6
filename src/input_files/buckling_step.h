#pragma once

#include "keyword/translation.h"

namespace jounce {

/// How many factors a step with *BUCKLE asks for. Throws params::InputError for what such a step does not do.
/// @param translation  of the step alone
/// @param is_loaded    about the state that the steps before have left
int buckling_count(const keyword::Input& input, const keyword::Step& step,
                   const keyword::Translation& translation, bool is_loaded);

}  // namespace jounce
