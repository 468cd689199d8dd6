#pragma once

#include <string>

#include "la/types.h"
#include "params/params.h"

namespace jounce {

/// A direction of a deck, of any length (see in_range); in the plane the third component is zero. Raises
/// params::InputError at the key when it is zero: "the <what> must not be zero".
Vector3 direction_of(const params::Params& params, const std::string& key,
                     const std::string& what = "direction");

}  // namespace jounce
