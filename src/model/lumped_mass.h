#pragma once

#include <optional>

#include "model/system.h"

namespace jounce {

/// Diagonal of a constant mass matrix without other entries, over the free degrees of freedom; nothing when M
/// is another one, or when a degree of freedom has no mass. Collective where elements are shared.
std::optional<Vector> lumped_mass(const System& system, const State& state);

}  // namespace jounce
