#pragma once

#include "params/component.h"

namespace jounce {

/// The kinds of tables a deck has, with the keys common to all types of a kind, and the types that need no
/// mechanics of their own (markers, supports). Meshes, materials, elements, joints, contacts and integrators
/// add their types through the registry, and elements and materials the quantities of [[history]].
params::Schema base_schema();

}  // namespace jounce
