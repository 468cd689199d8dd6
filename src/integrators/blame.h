#pragma once

#include <string>

#include "model/system.h"

namespace jounce {

/// What a degree of freedom belongs to, for messages: "'bob' (degree of freedom 2)". The part is the first
/// element or body that gives it mass, or else stiffness or damping; only the number when nothing does.
std::string describe_dof(const System& system, Index dof);

}  // namespace jounce
