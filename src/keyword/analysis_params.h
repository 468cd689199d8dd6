#pragma once

#include "keyword/translation.h"

namespace jounce::keyword {

/// Sets the increment of the steps of a translation and the table [analysis] or [integrator] that runs them.
/// Precondition: there are steps, translation.times is set. `explicit_size` is the increment of explicit
/// steps, 0 where there are none. Throws params::InputError for steps that do not fit together.
void add_analysis(const Input& input, double explicit_size, Translation& translation);

}  // namespace jounce::keyword
