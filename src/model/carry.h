#pragma once

#include <string_view>

#include "model/system.h"

namespace jounce {

inline constexpr std::string_view kStrainFree = "without strain: ";
inline constexpr double kAwaitsStrain = -1;

/// The state of a system as that of another with the same nodes and elements, where other degrees of freedom
/// may be prescribed and other joints and contacts act: places, velocities, history variables, turns that
/// followed angles have counted, bodies that came and went. Angles that only the other system follows are
/// those of the present places.
///
/// Elements that are in one of them alone have no history, or come into the model without stress, with a
/// history of a name that begins with kStrainFree: its numbers are kAwaitsStrain when it is updated the first
/// time, at the present places.
///
/// Throws std::runtime_error where nodes, degrees of freedom or history variables differ.
State carry(const System& from, const State& state, const System& to);

}  // namespace jounce
