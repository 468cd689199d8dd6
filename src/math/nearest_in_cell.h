#pragma once

#include <span>

#include "la/types.h"
#include "mesh/cell_shape.h"

namespace jounce {

/// A point of a cell: sum_a N_a x_a.
struct CellPoint {
  Vector N;             ///< shape functions at the nodes of the cell
  double distance = 0;  ///< from where it was looked for
};

/// The point of a cell with the nodes x that is nearest to p.
///
/// Newton's method (of lines and faces in space that of Gauss and Newton) finds the stationary point of
/// |sum_a N_a(xi) x_a - p|; where that lies outside of the reference cell the nearest point is on a side,
/// down to the nodes. The distance is exact to 1e-9 of the cell; where a cell is so curved that a distance
/// has several stationary points, the one found from the centre counts.
CellPoint nearest_in_cell(CellShape shape, std::span<const Vector3> x, const Vector3& p);

}  // namespace jounce
