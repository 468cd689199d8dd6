#pragma once

#include "keyword/cards.h"
#include "la/eigen_solver.h"

namespace jounce {

/// The `count` lowest modes whose frequencies (cycles per unit of time) lie within the limits of *FREQUENCY,
/// its second and third number; 0 in place of the upper one: none. Throws params::InputError, EigenFailure.
EigenPairs modes_within_limits(const VibrationPencil& pencil, const keyword::Card& card, Index count);

}  // namespace jounce
