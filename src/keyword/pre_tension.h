#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// *PRE-TENSION SECTION: cuts the mesh along a surface of sides of elements and joins it again by equations.
///
/// Every node i of the surface gets a copy i' for the elements on the side of those that the surface names;
/// the others keep i. With the reference node r, the normal n of the card (else the mean outward normal of
/// the surface) and tangents t across it
///
///   n . (u_i' - u_i) = u_r1,   t . (u_i' - u_i) = 0,
///
/// so that degree of freedom 1 of r is what the two sides overlap, and a force on it the force that n carries
/// across the cut: tension where n points away from the elements of the surface. The normal stays fixed in
/// large displacements. So CalculiX 2.20 has it; older versions prescribed the mean of the n . (u_i' - u_i)
/// alone. Throws params::InputError.
void cut_pre_tension_sections(Input& input);

}  // namespace jounce::keyword
