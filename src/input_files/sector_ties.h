#pragma once

#include "keyword/translation.h"
#include "model/system.h"

namespace jounce {

/// The ties between the sides of sectors for shapes u e^{i n phi} of a nodal diameter n, as rows of
/// complex_pencil.
RowJacobian sector_ties(const keyword::Input& input, const keyword::Translation& translation,
                        const System& system, int diameter);

}  // namespace jounce
