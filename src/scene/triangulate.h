#pragma once

#include <array>
#include <span>
#include <vector>

#include "la/types.h"

namespace jounce::scene {

/// Triangles of a polygon without holes, as places of its corners, with its own sense of rotation. Ears are
/// cut off (Meisters 1975) in the plane of the polygon, whose normal is the sum of p_k x p_k+1; corners that
/// make no ear (of a polygon that crosses itself) are cut off all the same.
std::vector<std::array<int, 3>> triangulate(std::span<const Vector3> polygon);

}  // namespace jounce::scene
