#pragma once

#include <cstdint>
#include <vector>

#include "collision/collide.h"
#include "collision/facets.h"
#include "collision/triangle_ring.h"

namespace jounce::collision {

/// Which parts of two polyhedral shapes touch. One number per pair of parts.
enum class Parts : std::uint8_t { face_vertex, vertex_face, edges, vertices, edge_vertex, vertex_edge };

/// Number of the parts a of A and b of B; different as long as a times the parts of B stays below 2^29.
inline std::uint32_t feature_of(Parts parts, int a, int b, const Facets& B) {
  const auto count = static_cast<std::uint32_t>(B.edges.size());  // more than vertices or faces
  return 8 * (static_cast<std::uint32_t>(a) * count + static_cast<std::uint32_t>(b)) +
         static_cast<std::uint32_t>(parts);
}

/// Appends the contacts of two polyhedra, or of a triangle of a surface (A, with its ring) and a polyhedron,
/// given in common axes. The best axis of `Axes` decides:
///
///   - a face: its manifold (face_manifold.h);
///   - two edges: one point, unless the axis is almost the normal of a face, whose manifold is then used if
///   it
///     has a point as deep;
///   - where that gives no point, because corners are nearest to corners: the nearest points of the edges.
///
/// Faces are preferred to edges, and those of A to those of B, when worse by less than 1e-6 of the size. Of a
/// surface, only ridges and boundaries give points of edges and vertices.
/// @param axes place of the common axes in fixed axes
void facet_contacts(const Facets& A, const Facets& B, const TriangleRing* ring, const Pose& axes,
                    double envelope, std::vector<ContactPoint>& points);

}  // namespace jounce::collision
