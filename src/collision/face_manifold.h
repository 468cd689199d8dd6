#pragma once

#include "collision/candidates.h"
#include "collision/facets.h"

namespace jounce::collision {

/// Points of the incident shape within the prism of a face of the reference shape and less than `envelope`
/// above its plane (or below it): vertices, points where edges cross the sides of the prism, and the places
/// over the corners of the face. Only parts of the incident shape that face the reference face are looked at:
/// its faces with normals against that of the face by a sine of 0.1 at least, and the most opposite one.
/// @param wider by how much the sides of a reference triangle are moved outwards, per edge
void face_manifold(const Facets& reference, int face, const Facets& incident, double envelope,
                   const std::array<double, 3>& wider, Candidates& candidates);

}  // namespace jounce::collision
