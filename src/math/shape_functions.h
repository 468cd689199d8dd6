#pragma once

#include <Eigen/Core>
#include <vector>

#include "la/types.h"
#include "mesh/cell_shape.h"

namespace jounce {

/// Numbers of topology() where the compiler needs them.
constexpr int shape_nodes(CellShape shape) {
  constexpr int nodes[kCellShapes] = {2, 3, 3, 6, 4, 8, 4, 10, 6, 15, 8, 20};
  return nodes[static_cast<int>(shape)];
}
constexpr int shape_dimension(CellShape shape) {
  constexpr int dimensions[kCellShapes] = {1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3};
  return dimensions[static_cast<int>(shape)];
}
constexpr bool is_quadratic(CellShape shape) { return static_cast<int>(shape) % 2 == 1; }

/// The first-order shape with the same corners.
constexpr CellShape linear_shape(CellShape shape) {
  return static_cast<CellShape>(static_cast<int>(shape) / 2 * 2);
}

/// Interpolation on a reference cell. Lines, quadrilaterals and hexahedra are [-1, 1]^d with Lagrange (first
/// order) and serendipity functions (second order); triangles and tetrahedra have the corners 0, e_1, e_2
/// (, e_3); wedges are triangles times [-1, 1]. O. C. Zienkiewicz and R. L. Taylor, The Finite Element
/// Method, vol. 1, 5th ed. (2000), sections 8.5 to 8.12.
/// @param N   nodes values
/// @param dN  dN/dxi, nodes x dimension, column-major
void evaluate_shape(CellShape shape, const Vector3& xi, double* N, double* dN);

template <CellShape S>
using ShapeValues = Eigen::Matrix<double, shape_nodes(S), 1>;
template <CellShape S>
using ShapeGradients = Eigen::Matrix<double, shape_nodes(S), shape_dimension(S)>;

template <CellShape S>
void evaluate_shape(const Vector3& xi, ShapeValues<S>& N, ShapeGradients<S>& dN) {
  evaluate_shape(S, xi, N.data(), dN.data());
}

/// Where the nodes of the reference cell are.
std::vector<Vector3> reference_nodes(CellShape shape);
/// The centre of the reference cell.
Vector3 reference_centre(CellShape shape);

}  // namespace jounce
