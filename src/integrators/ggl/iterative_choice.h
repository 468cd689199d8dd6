#pragma once

#include "model/system.h"

namespace jounce {

/// See GglIterative::serves and pays.
bool can_iterate(const System& system);
bool should_iterate(const System& system);

}  // namespace jounce
