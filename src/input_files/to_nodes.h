#pragma once

#include "elements/solid.h"

namespace jounce {

/// How values go from the integration points of an element to its nodes.
struct ToNodes {
  DenseMatrix matrix;  ///< nodes x points
  Index points = 0;    ///< that count, the first ones
};
/// As CalculiX does it: as nodal stresses of fields (SolidElements::extrapolation), but
///   - C3D20 and plane elements of 8 nodes with full integration: by least squares of their own shape
///   functions,
///   - C3D20R: from its 8 points, without the further ones of beams.
ToNodes to_nodes(const SolidElements& solids);

}  // namespace jounce
