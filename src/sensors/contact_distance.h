#pragma once

#include <functional>

#include "model/contact.h"

namespace jounce {

/// Smallest gap of a contact whose points come and go, however far apart its sides are: searches of steps
/// look no farther than they have to. Infinite where there is nothing that could touch, for surfaces against
/// themselves, and for other kinds of contacts.
/// @param counts  whether a row is looked at, by its identity and `touching.shapes`
double distance_of_sides(const ContactPair& pair, const State& state, int pair_number,
                         const std::function<bool(const ContactRow&)>& counts);

}  // namespace jounce
