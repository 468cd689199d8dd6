#pragma once

#include <array>

#include "elements/shell_geometry.h"
#include "math/shape_functions.h"

namespace jounce::shell {

/// Shape functions, base vectors and their duals in the surface at a point of the reference cell.
template <int N>
struct Base {
  Eigen::Matrix<double, N, 1> values;
  Slopes<N> by_xi;
  Vector3 g_1, g_2, normal;
  double area = 0;

  Base(const Nodes<N>& X, const Vector3& xi) {
    evaluate_shape<kShape<N>>(xi, values, by_xi);
    g_1 = X * by_xi.col(0);
    g_2 = X * by_xi.col(1);
    const Vector3 across = g_1.cross(g_2);
    area = across.norm();
    normal = across / area;
  }

  /// T_ka = g^k . e_a: natural components from local ones.
  Eigen::Matrix2d to_local(const Matrix3& frame) const {
    const Vector3 dual_1 = g_2.cross(normal) / area, dual_2 = normal.cross(g_1) / area;
    Eigen::Matrix2d T;
    T << dual_1.dot(frame.col(0)), dual_1.dot(frame.col(1)), dual_2.dot(frame.col(0)),
        dual_2.dot(frame.col(1));
    return T;
  }
};

/// Forms of natural strains rr, ss, 2 rs.
template <int N>
using Natural = std::array<Form<N>, 3>;
/// Forms of natural shears r, s.
template <int N>
using NaturalShear = std::array<Form<N>, 2>;

template <int N>
Form<N> symmetric(const Slopes<N>& slopes, int k, int l) {
  return slopes.col(k) * slopes.col(l).transpose() + slopes.col(l) * slopes.col(k).transpose();
}

template <int N>
Natural<N> natural_membrane(const Slopes<N>& by_xi) {
  return {by_xi.col(0) * by_xi.col(0).transpose(), by_xi.col(1) * by_xi.col(1).transpose(),
          symmetric<N>(by_xi, 0, 1)};
}

/// Without assumptions, at a point.
template <int N>
NaturalShear<N> shear_at(const Vector3& xi) {
  Eigen::Matrix<double, N, 1> values;
  Slopes<N> by_xi;
  evaluate_shape<kShape<N>>(xi, values, by_xi);
  return {by_xi.col(0) * values.transpose(), by_xi.col(1) * values.transpose()};
}

/// Strains in local axes from natural ones: e_ab = sum T_ka T_lb e_kl.
template <int N>
Natural<N> turned(const Natural<N>& e, const Eigen::Matrix2d& T) {
  Natural<N> local;
  for (int a = 0; a < 2; ++a)
    local[a] = T(0, a) * T(0, a) * e[0] + T(1, a) * T(1, a) * e[1] + T(0, a) * T(1, a) * e[2];
  local[2] = 2 * T(0, 0) * T(0, 1) * e[0] + 2 * T(1, 0) * T(1, 1) * e[1] +
             (T(0, 0) * T(1, 1) + T(1, 0) * T(0, 1)) * e[2];
  return local;
}

}  // namespace jounce::shell
