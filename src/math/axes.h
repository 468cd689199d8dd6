#pragma once

#include <array>

#include "la/types.h"

namespace jounce {

/// A vector that stands for a direction, times a power of two where its square would leave the range of
/// doubles: its components may be any numbers. All directions that a deck or an input file gives go through
/// it before they are measured.
Vector3 in_range(const Vector3& direction);

/// Number of the first axis of space that a unit vector leaves by 53 degrees or more (|n_i| <= 0.6): nearly
/// equal vectors have the same one, also those along an axis of space, whose other components are round-off.
Index axis_across(const Vector3& n);

/// Two unit vectors across a unit vector n, right-handed with it: t_1 along n x e with e of `axis_across`,
/// and t_2 = n x t_1. In the plane (`dimension` 2) t_1 lies in it and t_2 is the z axis.
std::array<Vector3, 2> directions_across(const Vector3& n, int dimension);

/// Right-handed frame of a unit vector and `directions_across` it, as columns.
Matrix3 frame_of(const Vector3& n);

}  // namespace jounce
