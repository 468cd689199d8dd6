#pragma once

#include <vector>

#include "elements/solid.h"
#include "params/key.h"
#include "params/params.h"

namespace jounce {

// Keys of solids that stand for hollow beams or for layers: 'section', 'section_sizes', 'layer'.

std::vector<params::Key> section_keys();

/// Points of the walls of a hollow section, or of a layer; none for other solids. Throws params::InputError.
Quadrature section_rule(const params::Params& params);

/// Throws params::InputError where the cells are none for it.
void check_section(const params::Params& params, CellShape shape, const SolidProperties& properties);

}  // namespace jounce
