#pragma once

#include "model/contact.h"

namespace jounce::test {

/// The normal and the tangents of a contact in space.
inline constexpr Direction kDirections[] = {Direction::normal, Direction::tangent_1, Direction::tangent_2};

}  // namespace jounce::test
