#pragma once

#include <optional>

#include "keyword/stable_increment.h"
#include "keyword/translation.h"

namespace jounce::keyword {

/// Whether one analysis runs through all of these general steps: they are of one kind, have increments of one
/// size, and motions one method.
bool is_one_analysis(const Input& input, const std::vector<std::size_t>& steps);

/// Sets the increments of the steps of a translation and the table [analysis] or [integrator], or those of
/// [[step]], that run them.
/// Precondition: there are steps, translation.times is set. `explicit_increment` is that of explicit
/// steps, if there are any: without contact and damping, and where it is known to be stable, they stay
/// explicit. Throws params::InputError for steps that do not fit together.
void add_analysis(const Input& input, const std::optional<ExplicitIncrement>& explicit_increment,
                  Translation& translation);

}  // namespace jounce::keyword
