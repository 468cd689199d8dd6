#pragma once

#include <array>
#include <vector>

#include "la/types.h"
#include "math/quadrature.h"
#include "mesh/cell_shape.h"

namespace jounce::shell {

/// The shape of elements of N nodes.
template <int N>
inline constexpr CellShape kShape = N == 3   ? CellShape::triangle3
                                    : N == 4 ? CellShape::quadrilateral4
                                    : N == 6 ? CellShape::triangle6
                                             : CellShape::quadrilateral8;
/// How many forms a point has (Point::form).
template <int N>
inline constexpr int kForms = N > 4 ? 5 : 8;
/// How many integration points an element has.
template <int N>
inline constexpr int kPoints = N == 8   ? 9
                               : N == 6 ? 3
                                        : N;

/// Numbers of strains of a shell: membrane 11, 22, 2*12, curvature 11, 22, 2*12, transverse shear 1, 2.
inline constexpr int kStrains = 8;
using Strains = Eigen::Matrix<double, kStrains, 1>;
using StrainMatrix = Eigen::Matrix<double, kStrains, kStrains>;

/// Integration points of an element of this shape (kPoints).
inline std::size_t points_of(CellShape shape) {
  return shape == CellShape::quadrilateral8   ? kPoints<8>
         : shape == CellShape::triangle6      ? kPoints<6>
         : shape == CellShape::quadrilateral4 ? kPoints<4>
                                              : kPoints<3>;
}

/// The points of the reference cell.
template <int N>
Quadrature point_rule();

template <int N>
using Nodes = Eigen::Matrix<double, 3, N>;  ///< vectors of the nodes as columns
template <int N>
using Form = Eigen::Matrix<double, N, N>;
template <int N>
using Slopes = Eigen::Matrix<double, N, 2>;  ///< dN/ds_1, dN/ds_2 along two local axes

/// An integration point of the middle surface. A strain c is a bilinear form of the nodes' places x_i and
/// directors d_i:
///   membrane (c < 3)          1/2 sum S_ij (x_i . x_j - X_i . X_j), S symmetric
///   curvature and shear       sum S_ij (x_i . d_j - X_i . D_j)
/// All that is assumed about strains is in S, which does not change.
template <int N>
struct Point {
  double area = 0;                      ///< weight times area of the initial surface
  Matrix3 frame = Matrix3::Identity();  ///< columns: local axes 1 and 2, normal
  std::array<Form<N>, kForms<N>> forms;
  Slopes<N> slopes;                    ///< at this point, without assumptions
  Eigen::Matrix<double, N, 1> values;  ///< N

  /// S of a strain. In elements of second order membrane strains and curvatures have the same ones.
  const Form<N>& form(int c) const { return forms[N > 4 && c >= 3 ? c - 3 : c]; }
};

/// A node of the element, where the rotation about the normal is compared with that of the surface.
template <int N>
struct Corner {
  Slopes<N> slopes;
  Vector3 t_1, t_2;  ///< local axes, fixed in the node
  double area = 0;   ///< share of the element
};

/// What is constant in an element.
template <int N>
struct Geometry {
  Nodes<N> X, D;
  std::array<Point<N>, kPoints<N>> points;
  std::array<Corner<N>, N> corners;
  Form<N> mass;            ///< int N_a N_b dA
  double shear_scale = 1;  ///< of the forms of shear

  double area() const { return mass.sum(); }
};

/// How the membrane shear of quadrilaterals of four nodes is integrated: at every point, or as the mean of
/// the element in axes along it, which takes in-plane bending without locking.
enum class MembraneShear { mean, full };

/// Places X of the nodes, unit directors D, and the direction whose part in the surface is local axis 1.
/// Preconditions: N is 3, 4, 6 or 8; the element has an area at its nodes.
///
/// Quadrilaterals of four nodes: transverse shear of E. N. Dvorkin, K.-J. Bathe (Eng. Comput. 1 (1984) 77),
/// membrane strains of warped elements without the part that locks (Y. Ko, P. S. Lee, K. J. Bathe, Comput.
/// Struct. 182 (2017) 404). Triangles of three: P. S. Lee, K.-J. Bathe (Comput. Struct. 82 (2004) 945).
/// Second order: assumed_strains (shell_quadratic.h).
template <int N>
Geometry<N> make_geometry(const Nodes<N>& X, const Nodes<N>& D, const Vector3& direction, double thickness,
                          MembraneShear membrane_shear);

/// Local axis 1: the part of `direction` in the plane of the normal; of z where the direction is within a
/// tenth of a degree of the normal.
Vector3 first_axis(const Vector3& normal, const Vector3& direction);

}  // namespace jounce::shell
