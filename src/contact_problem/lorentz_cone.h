#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact_problem/cone.h"

namespace jounce::contact_problem {

/// x_0^2 - |x_T|^2 = (x_0 - |x_T|)(x_0 + |x_T|): positive inside the cone |x_T| <= x_0.
template <int D>
double determinant(const SmallVector<D>& x) {
  const double t = x.template tail<D - 1>().norm();
  return (x[0] - t) * (x[0] + t);
}

/// Largest step a <= `most` for which x + a dx stays in the cone |x_T| <= x_0, for x inside.
template <int D>
double longest_step(const SmallVector<D>& x, const SmallVector<D>& dx, double most) {
  const auto x_t = x.template tail<D - 1>();
  const auto dx_t = dx.template tail<D - 1>();
  // det(x + a dx) = c + 2 b a + d a^2, and x_0 + a dx_0 >= 0.
  const double c = determinant<D>(x), b = x[0] * dx[0] - x_t.dot(dx_t), d = determinant<D>(dx);
  double step = dx[0] < 0 ? std::min(most, -x[0] / dx[0]) : most;
  const double disc = b * b - c * d;
  if (disc < 0) return step;
  // Roots without cancellation; the smallest positive one counts.
  const double root = std::sqrt(disc), h = b >= 0 ? -b - root : -b + root;
  const double roots[2] = {h != 0 ? c / h : std::numeric_limits<double>::infinity(),
                           d != 0 ? h / d : std::numeric_limits<double>::infinity()};
  for (const double a : roots)
    if (a > 0) step = std::min(step, a);
  return step;
}

/// The scaling of Nesterov and Todd between x and z, both inside the cone |x_T| <= x_0: the matrix
///
///     Theta = eta (2 w w^T - J),   J = diag(1, -1, ..),   Theta x = z,
///     Theta^(1/2) = eta^(1/2) [w_0, w_T^T; w_T, 1 + w_T w_T^T/(1 + w_0)]
///
/// with eta^2 = det z/det x and w on the hyperboloid det w = 1 (Yu. Nesterov, M. Todd, Math. Oper. Res. 22
/// (1997) 1; formulas as in L. Vandenberghe, The CVXOPT linear and quadratic cone program solvers, 2010).
template <int D>
struct ConeScaling {
  using Point = SmallVector<D>;
  using Matrix = SmallMatrix<D>;

  Point w;
  double eta = 1;

  ConeScaling(const Point& x, const Point& z) {
    const double dx = std::sqrt(determinant<D>(x)), dz = std::sqrt(determinant<D>(z));
    eta = dz / dx;
    const double gamma = std::sqrt(0.5 * (1 + x.dot(z) / (dx * dz)));
    w = z / dz - x / dx;
    w[0] += 2 * x[0] / dx;
    w /= 2 * gamma;
  }
  Matrix theta() const {
    Matrix m = (2 * eta) * w * w.transpose();
    m.diagonal().array() += eta;
    m(0, 0) -= 2 * eta;
    return m;
  }
  /// Theta^(1/2), or its inverse.
  Matrix root(bool is_inverse) const {
    Point v = w;
    if (is_inverse) v.template tail<D - 1>() *= -1;
    Matrix m = Matrix::Identity();
    m(0, 0) = v[0];
    m.template block<1, D - 1>(0, 1) = v.template tail<D - 1>().transpose();
    m.template block<D - 1, 1>(1, 0) = v.template tail<D - 1>();
    m.template block<D - 1, D - 1>(1, 1) +=
        v.template tail<D - 1>() * v.template tail<D - 1>().transpose() / (1 + v[0]);
    return is_inverse ? Matrix(m / std::sqrt(eta)) : Matrix(m * std::sqrt(eta));
  }
};

/// L_x of the Jordan algebra of the second-order cone: L_x y = x o y = (x.y, x_0 y_T + y_0 x_T).
template <int D>
SmallMatrix<D> arrow(const SmallVector<D>& x) {
  SmallMatrix<D> L = x[0] * SmallMatrix<D>::Identity();
  L.row(0) = x.transpose();
  L.col(0) = x;
  return L;
}

/// x o y of the Jordan algebra: (x.y, x_0 y_T + y_0 x_T).
template <int D>
SmallVector<D> jordan_product(const SmallVector<D>& x, const SmallVector<D>& y) {
  SmallVector<D> result = x[0] * y + y[0] * x;
  result[0] = x.dot(y);
  return result;
}

/// y with x o y = b, for x inside the cone.
template <int D>
SmallVector<D> jordan_quotient(const SmallVector<D>& x, const SmallVector<D>& b) {
  const auto x_t = x.template tail<D - 1>();
  SmallVector<D> y;
  y[0] = (x[0] * b[0] - x_t.dot(b.template tail<D - 1>())) / determinant<D>(x);
  y.template tail<D - 1>() = (b.template tail<D - 1>() - y[0] * x_t) / x[0];
  return y;
}

}  // namespace jounce::contact_problem
