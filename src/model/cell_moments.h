#pragma once

#include <span>
#include <vector>

#include "math/shape_functions.h"

namespace jounce {

/// int dV and int X dV of a cell with nodes X: its length, area or volume, and that times its centroid.
struct CellMoments {
  double size = 0;
  Vector3 first = Vector3::Zero();
};
CellMoments cell_moments(CellShape shape, std::span<const Vector3> X);

}  // namespace jounce
