#pragma once

#include <Eigen/LU>
#include <cmath>

#include "contact_problem/lorentz_cone.h"

namespace jounce::contact_problem {

/// A function F(r, u) of one contact whose zeros are the solutions of Signorini's and Coulomb's laws, with an
/// element (dF/dr, dF/du) of its generalised Jacobian. r and u are scaled so that W_cc is near 1.
template <int D>
struct ContactFunction {
  SmallVector<D> F;
  SmallMatrix<D> F_r, F_u;
  bool is_open = false;  ///< F = r
};

/// Alart-Curnier's function (P. Alart, A. Curnier, CMAME 92 (1991) 353) with step 1: with x = r - u,
///
///     F_N = r_N - max(0, x_N),     F_T = r_T - projection of x_T on the disc of radius mu max(0, x_N)
///
/// When sliding, the derivative of x_T/|x_T| is taken with r_T in place of one of its two factors x_T, moved
/// into the disc (S. Hueeber, G. Stadler, B. Wohlmuth, SIAM J. Sci. Comput. 30 (2008) 572): equal at
/// solutions, and far from them the Jacobian stays regular.
template <int D>
ContactFunction<D> alart_curnier(double mu, const SmallVector<D>& r, const SmallVector<D>& u) {
  using Tangent = SmallVector<D - 1>;
  using TangentMatrix = SmallMatrix<D - 1>;
  ContactFunction<D> f;
  f.F = r;
  f.F_r.setIdentity();
  f.F_u.setZero();
  const double x_n = r[0] - u[0];
  f.is_open = !(x_n > 0);
  if (f.is_open) return f;
  f.F[0] = u[0];
  f.F_r(0, 0) = 0;
  f.F_u(0, 0) = 1;
  if (mu == 0) return f;
  const Tangent r_t = r.template tail<D - 1>();
  const Tangent x_t = r_t - u.template tail<D - 1>();
  const double length = x_t.norm(), radius = mu * x_n;
  if (length <= radius) {
    f.F.template tail<D - 1>() = u.template tail<D - 1>();
    f.F_r.template bottomRows<D - 1>().setZero();
    f.F_u.template bottomRightCorner<D - 1, D - 1>().setIdentity();
    return f;
  }
  const Tangent s = x_t / length;
  const Tangent inner = r_t / std::max(r_t.norm(), radius);
  const TangentMatrix turn = (radius / length) * (TangentMatrix::Identity() - inner * s.transpose());
  f.F.template tail<D - 1>() = r_t - radius * s;
  f.F_r.template bottomLeftCorner<D - 1, 1>() = -mu * s;
  f.F_r.template bottomRightCorner<D - 1, D - 1>() -= turn;
  f.F_u.template bottomLeftCorner<D - 1, 1>() = mu * s;
  f.F_u.template bottomRightCorner<D - 1, D - 1>() = turn;
  return f;
}

/// Fischer-Burmeister function of the second-order cone (M. Fukushima, Z.-Q. Luo, P. Tseng, SIAM J. Optim. 12
/// (2002) 436):
///
///     F = x + y - (x o x + y o y)^(1/2),   x = (mu r_N, r_T),   y = (u_N + mu |u_T|, mu u_T)
///
/// x and y lie in the self-dual cone exactly when r is in K and u^ in K*, and x.y = mu r.u^. Without friction
/// the scalar function of r_N, u_N, and F_T = r_T.
template <int D>
ContactFunction<D> fischer_burmeister(double mu, const SmallVector<D>& r, const SmallVector<D>& u) {
  constexpr double kSmall = 1e-14;
  using Tangent = SmallVector<D - 1>;
  ContactFunction<D> f;
  if (mu == 0) {
    const double length = std::hypot(r[0], u[0]);
    f.F = r;
    f.F[0] = r[0] + u[0] - length;
    f.F_r.setIdentity();
    f.F_u.setZero();
    f.F_r(0, 0) = 1 - (length > 0 ? r[0] / length : 0.0);
    f.F_u(0, 0) = 1 - (length > 0 ? u[0] / length : 0.0);
    return f;
  }
  SmallVector<D> x = r, y = mu * u;
  x[0] = mu * r[0];
  const Tangent u_t = u.template tail<D - 1>();
  const double speed = u_t.norm();
  y[0] = u[0] + mu * speed;
  SmallMatrix<D> x_r = SmallMatrix<D>::Identity(), y_u = mu * SmallMatrix<D>::Identity();
  x_r(0, 0) = mu;
  y_u(0, 0) = 1;
  if (speed > 0) y_u.template topRightCorner<1, D - 1>() = (mu / speed) * u_t.transpose();
  const SmallMatrix<D> L_x = arrow<D>(x), L_y = arrow<D>(y);
  const SmallVector<D> z = L_x * x + L_y * y;
  const Tangent z_t = z.template tail<D - 1>();
  const double length = z_t.norm();
  const double high = std::sqrt(z[0] + length), low = std::sqrt(std::max(0.0, z[0] - length));
  SmallVector<D> root = SmallVector<D>::Zero();
  root[0] = 0.5 * (high + low);
  if (length > 0) root.template tail<D - 1>() = (0.5 * (high - low) / length) * z_t;
  f.F = x + y - root;
  // d root = L_root^-1 (L_x dx + L_y dy); on the boundary of the cone an element of the limit set.
  SmallVector<D> shifted = root;
  shifted[0] += std::max(kSmall, 1e-9 * high);
  const SmallMatrix<D> inverse = arrow<D>(shifted).inverse();
  f.F_r = (SmallMatrix<D>::Identity() - inverse * L_x) * x_r;
  f.F_u = (SmallMatrix<D>::Identity() - inverse * L_y) * y_u;
  return f;
}

}  // namespace jounce::contact_problem
