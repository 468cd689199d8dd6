#pragma once

#include <string>

#include "model/system.h"

namespace jounce {

/// What a degree of freedom belongs to, for messages: "'rod' (node 27 of 'line' at (0.35, 0) at the start,
/// x)",
/// "'bob' (at (1, 0) at the start, rotation about z)". The part is the first element or body that gives it
/// mass, or else stiffness or damping; nodes of meshes count from 1, as contacts name them.
std::string describe_dof(const System& system, Index dof);

/// "Newton did not converge in 1 iteration; the largest residual is in the joint 'pivot'".
std::string describe_divergence(int iterations, const std::string& worst);

/// Names of the joints, beside `name`, that move degrees of freedom which joint `name` moves too: " (its
/// bodies are also held by the joints 'a', 'b')"; empty when there are none.
std::string describe_rivals(const System& system, const std::string& name);

}  // namespace jounce
