#pragma once

#include <vector>

#include "model/system.h"

namespace jounce {

/// See GglIterative::serves and pays.
bool can_iterate(const System& system);
bool should_iterate(const System& system);
/// See GglLinear::pays_with_friction.
bool should_keep_columns(const System& system);
/// See GglSurface::serves and pays.
bool can_condense_surface(const System& system);
bool should_condense_surface(const System& system);
/// No element has damping but rigid bodies, whose spin makes gyroscopic moments.
bool has_undamped_elements(const System& system);
bool has_linear_blocks(const System& system);
/// See GglMotion::is_applicable.
bool can_solve_motion(const System& system);
/// True for solids whose factors have room.
bool should_solve_motion(const System& system);
/// The free unknowns that the gaps and slips of all points depend on which may touch; some more than once.
std::vector<Index> contact_dofs(const System& system, const State& state);
/// True when ranks can share the elements of such a system: only those have entries in matrices, and contacts
/// are of single nodes.
bool can_share(const System& system);
/// True where only elements that ranks can share have mass, every free degree of freedom has some, and there
/// are no joints: see iterative_acceleration.
bool has_shareable_mass(const System& system);
/// GMRES on the fields of a step is expected to be faster than its factors: FieldSplit.
bool should_split(const System& system);

}  // namespace jounce
