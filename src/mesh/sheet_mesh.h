#pragma once

#include <array>
#include <string>

#include "mesh/mesh.h"

namespace jounce {

/// What the coordinates of the corners of a sheet are. Angles in degrees.
///   cartesian    x, y, z
///   cylindrical  r, phi, z         (r cos phi, r sin phi, z)
///   spherical    r, theta, phi     r (cos theta cos phi, cos theta sin phi, sin theta), theta the latitude
enum class SheetCoordinates { cartesian, cylindrical, spherical };

/// A grid of counts[0] x counts[1] cells between four corners, bilinear in their coordinates: quadrilaterals,
/// or two triangles in place of each. Cells of order 2 have nodes on the surface at the middles of their
/// sides (quadrilaterals: 8 nodes). The first direction runs from corner 1 to corner 2, the second from
/// corner 1 to corner 4; the normal is their cross product. A sheet that closes on itself in its first
/// direction has the nodes there once. Groups (nodes, and lines of two nodes between neighbours): "side_1"
/// (corners 1 and 2), ..., "side_4" (corners 4 and 1), "boundary"; nodes "corner_1", ..., "corner_4";
/// "middle_1", ..., "middle_4" and "middle" are the nodes next to the middles of the sides and of the sheet.
/// Only sides that are there: a closed sheet has side_1 and side_3.
Mesh sheet_mesh(std::string name, SheetCoordinates coordinates, const std::array<Vector3, 4>& corners,
                const std::array<int, 2>& counts, bool triangles, int order);

}  // namespace jounce
