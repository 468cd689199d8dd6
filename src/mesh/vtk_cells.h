#pragma once

#include <span>
#include <vector>

#include "mesh/cell_shape.h"

namespace jounce {

/// The nodes of a cell in the order of VTK's cell of type topology(shape).vtk_type. It is that of CellShape
/// but for wedges, which VTK numbers the other way round: the normal of its triangle 0, 1, 2 points away from
/// 3, 4, 5 (classes vtkWedge and vtkQuadraticWedge; their volumes come out negative otherwise).
std::vector<int> in_vtk_order(CellShape shape, std::span<const int> nodes);

}  // namespace jounce
