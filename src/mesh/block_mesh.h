#pragma once

#include <array>
#include <string>

#include "mesh/mesh.h"

namespace jounce {

/// A rectangle (dimension 2) or block (3) with edges along the axes between opposite corners, divided into
/// `counts` equal quadrilaterals or hexahedra, linear (order 1) or with middles of edges (2). Groups: the
/// sides x_min, x_max, y_min, ..., z_max (nodes and cells), and all of them, `boundary`.
Mesh block_mesh(std::string name, int dimension, const Vector3& from, const Vector3& to,
                const std::array<int, 3>& counts, int order);

}  // namespace jounce
