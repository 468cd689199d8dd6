#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// Right-handed axes by two points a and b, as *ORIENTATION and *TRANSFORM give them: x towards a, z along
/// a x b. Columns are the axes. Throws params::InputError where they make up no axes.
Matrix3 rectangular_axes(const Card& card, const std::vector<double>& points);

/// Axes of the *ORIENTATION that the parameter ORIENTATION of a card names; global ones without it.
Matrix3 axes_of_orientation(const Input& input, const Card& card);

/// Throws params::InputError where a layer names neither an *ORIENTATION nor an angle.
void check_orientation(const Input& input, const Section& layer);

/// x_,xi x x_,eta of a shell at a place of its reference cell, of length 1; zero where its edges lie on a
/// line.
Vector3 shell_normal(const Input& input, const Element& element, const Vector3& xi);

/// Whether elements of a section need axes: those of a material that is not isotropic, with *ORIENTATION or,
/// of shells, without.
bool has_local_axes(const Input& input, const Section& section);

/// Axes of the *ORIENTATION of a section, or of its layer, at an element. Of shells and membranes z is the
/// normal in the middle of the element, and x the projection of the given x on the plane across it, of the
/// given z where x is within 0.002 degrees of the normal; a layer may be turned about z from there.
Matrix3 axes_of_element(const Input& input, const Section& section, int element);

}  // namespace jounce::keyword
