#pragma once

#include <span>

#include "la/types.h"
#include "mesh/cell_shape.h"

namespace jounce {

/// Area of a face of a cell (length of an edge) by the corners of the cell, the face taken as plane.
double face_size(const CellFace& face, std::span<const Vector3> corners);

/// Least height of a cell by its corners: volume over area of a face (in the plane area over length of an
/// edge), times what makes it the height of a prism or a pyramid over that face. Faces are taken as plane,
/// the Jacobian as that of the centre.
double least_height(CellShape shape, std::span<const Vector3> corners);

}  // namespace jounce
