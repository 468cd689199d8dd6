#pragma once

#include <array>
#include <string>
#include <vector>

#include "la/types.h"

namespace jounce::picture {

/// Lines that draw what lies between two places: "spring" as a coil, "damper" as a pot with a piston,
/// "actuator" as a cylinder with a piston rod, everything else ("rod", "rope") as one line.
/// @param most  greatest distance from the line between the places; at most a fifth of its length
std::vector<std::array<Vector3, 2>> link_path(const std::string& kind, const Vector3& from, const Vector3& to,
                                              double most);

}  // namespace jounce::picture
