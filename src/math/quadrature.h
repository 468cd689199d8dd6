#pragma once

#include <array>
#include <vector>

#include "la/types.h"
#include "mesh/cell_shape.h"

namespace jounce {

/// A point of the reference cell (see shape_functions.h) and its weight; weights add up to its size.
struct QuadraturePoint {
  Vector3 xi;
  double weight;
};
using Quadrature = std::vector<QuadraturePoint>;

/// Gauss points on [-1, 1]^dimension, `points` (1, 2, 3) in each direction, the first one running fastest:
/// exact for degree 2 points - 1 in each direction.
Quadrature gauss_rule(int dimension, int points);
/// Triangle: 1, 3 or 7 points, exact for degree 1, 2, 5 (7 points: Radon 1948).
Quadrature triangle_rule(int points);
/// Tetrahedron: 1, 4 or 15 points, exact for degree 1, 2, 5 (15 points: P. Keast, Comput. Methods Appl. Mech.
/// Eng. 55 (1986) 339, rule 6, which is A. H. Stroud's T3:5-1).
Quadrature tetrahedron_rule(int points);
/// Triangle rule times Gauss points along the axis.
Quadrature wedge_rule(int triangle_points, int line_points);

/// Points at which stresses are integrated, as Abaqus and CalculiX do: triangle3 1, triangle6 3,
/// quadrilateral4 2x2, quadrilateral8 3x3, tetrahedron4 1, tetrahedron10 4, wedge6 2, wedge15 9, hexahedron8
/// 2x2x2, hexahedron20 3x3x3. Reduced: quadrilaterals and hexahedra with one point less in each direction,
/// other shapes as before.
///
/// `hourglass_share`: of reduced hexahedron20 this share of the weight goes to the 14 points of
/// hexahedron_rule behind the others, so that no motion but rigid ones is without strain at all points.
Quadrature stiffness_rule(CellShape shape, bool reduced, double hourglass_share = 0);
/// Points of a pipe in [-1, 1]^3 along the first axis, in the square around it: two Gauss points along, each
/// with eight around at the radius sqrt((1 + (1 - wall)^2) / 2), which has the moments of inertia of the
/// ring.
/// @param wall  thickness over outer radius, at most 1
Quadrature pipe_rule(double wall);
/// Walls of a box of two sizes, beginning with that at the end of the first direction; the next ones follow
/// towards the end of the second one.
struct BoxWalls {
  std::array<double, 2> sizes;
  std::array<double, 4> thickness;
};
/// Points of a box in [-1, 1]^3 along the first axis; its directions are the third axis and minus the second
/// one. Two Gauss points along, each with 16 around: Simpson's rule over halves of the middle lines of the
/// walls. Weights add up to 8 times the share of the walls in the rectangle.
Quadrature box_rule(const BoxWalls& walls);
/// 14 points in [-1, 1]^3, exact for degree 5: six at a distance sqrt(19/30) along the axes with the weight
/// 320/361, eight at (+-, +-, +-) sqrt(19/33) with the weight 121/361 (B. M. Irons, Int. J. Numer. Meth. Eng.
/// 3 (1971) 293).
Quadrature hexahedron_rule();
/// Rule for masses and body forces: exact for products of two shape functions and a radius on straight cells
/// (triangles and quadrilaterals), of two shape functions (others).
Quadrature mass_rule(CellShape shape);
/// Rule for surface loads on faces and edges: exact for a shape function times a radius on straight ones.
Quadrature face_rule(CellShape shape);

}  // namespace jounce
