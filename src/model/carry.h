#pragma once

#include "model/system.h"

namespace jounce {

/// The state of a system as that of another with the same nodes and elements, where other degrees of freedom
/// may be prescribed and other joints and contacts act: places, velocities, history variables, turns that
/// followed angles have counted, bodies that came and went. Angles that only the other system follows are
/// those of the present places.
///
/// Throws std::runtime_error where nodes, degrees of freedom or history variables differ.
State carry(const System& from, const State& state, const System& to);

}  // namespace jounce
