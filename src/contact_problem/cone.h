#pragma once

#include <Eigen/Core>
#include <cmath>

namespace jounce::contact_problem {

template <int D>
using SmallVector = Eigen::Matrix<double, D, 1>;
template <int D>
using SmallMatrix = Eigen::Matrix<double, D, D>;

/// Nearest point of Coulomb's cone K = {|x_T| <= mu x_N} to x.
template <int D>
SmallVector<D> project_cone(double mu, const SmallVector<D>& x) {
  const double tangent = x.template tail<D - 1>().norm();
  if (x[0] >= 0 && tangent <= mu * x[0]) return x;
  if (mu * tangent <= -x[0]) return SmallVector<D>::Zero();
  SmallVector<D> nearest;
  nearest[0] = (x[0] + mu * tangent) / (1 + mu * mu);
  nearest.template tail<D - 1>() = (mu * nearest[0] / tangent) * x.template tail<D - 1>();
  return nearest;
}

/// u^ = u + (mu |u_T|, 0, 0): the velocity that lies in the dual cone exactly when u_N >= 0.
template <int D>
SmallVector<D> de_saxce(double mu, const SmallVector<D>& u) {
  SmallVector<D> result = u;
  result[0] += mu * u.template tail<D - 1>().norm();
  return result;
}

}  // namespace jounce::contact_problem
