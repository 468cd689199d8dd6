#pragma once

#include "model/system.h"

namespace jounce {

/// Whether the elements of a model add many entries to a row of its stiffness, as solids in space do
/// (hexahedra 192, quadrilaterals 32, bars 4): their factors fill in.
bool has_wide_rows(const System& system);

}  // namespace jounce
