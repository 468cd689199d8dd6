#pragma once

#include "la/elastic_multigrid.h"
#include "model/system.h"

namespace jounce {

/// The free displacements of the nodes.
NodeUnknowns node_unknowns(const System& system);

}  // namespace jounce
