#pragma once

#include "keyword/material_params.h"

namespace jounce::keyword {

/// Whether a step has *DLOAD of GRAV or CENTRIF.
bool loads_volumes(const Step& step);

/// What the steps of a file ask of its materials. Throws params::InputError where those that a deck runs
/// through differ in it: ADIABATIC, and *VISCO of materials that creep.
/// @param steps  places in Input::steps of those that the deck runs through
MaterialNeeds needs_of(const Input& input, const std::vector<std::size_t>& steps);

}  // namespace jounce::keyword
