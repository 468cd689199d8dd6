#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "keyword/input.h"

namespace jounce::keyword {

/// For each element how many pairs of its opposite sides no other element shares, 0 to 3; 0 for those that
/// are no hexahedra. A layer of elements has one such pair, a row two.
std::vector<std::uint8_t> free_thicknesses(const Input& input);

/// Tells of C3D20R in rows and layers, which can move without strain.
std::vector<std::string> thin_element_notes(const Input& input);

}  // namespace jounce::keyword
