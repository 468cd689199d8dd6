#pragma once

#include "contact_problem/body_sweeps.h"

namespace jounce::contact_problem {

/// Coulomb's law or the cone complementarity problem, without joints, contacts of bodies that cannot move,
/// and other ranks.
bool can_be_formed(const BodySweeps& sweeps);

/// Coulomb's law by the solvers of problems with a Delassus matrix (`solvers.h`, automatic), the cone
/// complementarity problem by interior points: for small systems of redundant contacts, or of masses far
/// apart, where sweeps creep. Replaces `state` when the residual becomes smaller.
/// @return the residual of `state`
double solve_formed(const BodySweeps& sweeps, double tolerance, BodyState& state);

}  // namespace jounce::contact_problem
