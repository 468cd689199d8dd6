#pragma once

#include <string>

#include "model/system.h"
#include "statics/static_options.h"

namespace jounce {

/// Why conjugate gradients with multigrid (MultigridCg) do not serve a static analysis; empty where they do.
std::string why_not_iterative(const System& system, const StaticOptions& options);
/// True where they are expected to be faster, or to need far less memory, than a factorisation.
bool should_iterate_statics(const System& system);

}  // namespace jounce
