#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// Right-handed axes by two points a and b, as *ORIENTATION and *TRANSFORM give them: x towards a, z along
/// a x b. Columns are the axes. Throws params::InputError where they make up no axes.
Matrix3 rectangular_axes(const Card& card, const std::vector<double>& points);

/// Axes of the *ORIENTATION that the parameter ORIENTATION of a card names; global ones without it.
Matrix3 axes_of_orientation(const Input& input, const Card& card);

}  // namespace jounce::keyword
