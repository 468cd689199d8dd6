#include "model/rigid_offset.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>

#include "math/rotation.h"

namespace jounce {
namespace {

constexpr double kFlat = 1e-12;  ///< distance from the plane of the three, over theirs, that is round-off

std::vector<std::string> axes(int dimension) {
  const std::vector<std::string> names = {"x", "y", "z"};
  return {names.begin(), names.begin() + dimension};
}

}  // namespace

RigidOffset::RigidOffset(std::string name, int dimension, std::vector<Index> dofs,
                         const std::vector<Vector3>& initial)
    : Constraint(std::move(name), axes(dimension), std::move(dofs)), dimension_(dimension) {
  const Vector3 u = initial[1] - initial[0], d = initial.back() - initial[0];
  if (dimension == 2) {
    alpha_ = u.dot(d) / u.squaredNorm();
    beta_ = Vector3::UnitZ().cross(u).dot(d) / u.squaredNorm();
    return;
  }
  Matrix3 basis;
  basis << u, initial[2] - initial[0], u.cross(initial[2] - initial[0]);
  const Vector3 parts = basis.partialPivLu().solve(d);
  alpha_ = parts[0];
  beta_ = parts[1];
  gamma_ = parts[2];
  if (std::abs(gamma_) * basis.col(2).norm() < kFlat * u.norm()) gamma_ = 0;
}

Vector3 RigidOffset::gather(const Vector& x, int node) const {
  Vector3 result = Vector3::Zero();
  for (int k = 0; k < dimension_; ++k) result[k] = x[dofs()[dimension_ * node + k]];
  return result;
}

void RigidOffset::value(const State& state, double* g) const {
  const Vector3 A = gather(state.q, 0), u = gather(state.q, 1) - A;
  Vector3 d = gather(state.q, dimension_) - A - alpha_ * u;
  if (dimension_ == 2) {
    d -= beta_ * Vector3::UnitZ().cross(u);
  } else {
    const Vector3 w = gather(state.q, 2) - A;
    d -= beta_ * w + gamma_ * u.cross(w);
  }
  std::copy_n(d.data(), dimension_, g);
}

void RigidOffset::jacobian(const State& state, int first_row, RowJacobian& G) const {
  const Vector3 A = gather(state.q, 0), u = gather(state.q, 1) - A;
  std::array<Matrix3, 4> by;  // of A, B, (C,) D
  const Matrix3 one = Matrix3::Identity();
  if (dimension_ == 2) {
    by[1] = -alpha_ * one - beta_ * skew(Vector3::UnitZ());
    by[2] = one;
    by[0] = -one - by[1];
  } else {
    const Vector3 w = gather(state.q, 2) - A;
    by[1] = -alpha_ * one + gamma_ * skew(w);
    by[2] = -beta_ * one - gamma_ * skew(u);
    by[3] = one;
    by[0] = -one - by[1] - by[2];
  }
  for (int row = 0; row < dimension_; ++row) {
    const auto values = G.values(first_row + row);
    for (int i = 0; i < static_cast<int>(dofs().size()); ++i)
      values[i] = by[i / dimension_](row, i % dimension_);
  }
}

void RigidOffset::rate(const State&, double* g_t) const { std::fill_n(g_t, rows(), 0.0); }
void RigidOffset::rate_derivative(const State&, double* g_tt) const { std::fill_n(g_tt, rows(), 0.0); }

void RigidOffset::add_reaction_gradient(const State&, const double* lambda, double w,
                                        MatrixSink& sink) const {
  if (is_linear()) return;
  // lambda . (u x w) = -u . (lambda x w): the second derivative by u and w is -skew(lambda)
  const Matrix3 by_u_w = w * gamma_ * skew(Vector3(lambda[0], lambda[1], lambda[2]));
  Eigen::Matrix<double, 9, 9> K = Eigen::Matrix<double, 9, 9>::Zero();
  K.block<3, 3>(3, 6) = by_u_w;
  K.block<3, 3>(6, 3) = -by_u_w;
  K.block<3, 3>(3, 0) = -by_u_w;
  K.block<3, 3>(6, 0) = by_u_w;
  K.block<3, 3>(0, 3) = by_u_w;
  K.block<3, 3>(0, 6) = -by_u_w;
  const auto three = dofs().subspan(0, 9);
  sink.add(three, three, K.data());
}

void RigidOffset::add_velocity_gradient(const State& state, double w, Index first_row,
                                        MatrixSink& sink) const {
  if (is_linear()) return;
  const Vector3 A = gather(state.v, 0);
  const Matrix3 by_u = w * gamma_ * skew(gather(state.v, 2) - A);
  const Matrix3 by_w = -w * gamma_ * skew(gather(state.v, 1) - A);
  Eigen::Matrix<double, 3, 9, Eigen::RowMajor> D;
  D << -by_u - by_w, by_u, by_w;
  for (int row = 0; row < 3; ++row) {
    const std::array<Index, 1> at = {first_row + row};
    sink.add(at, dofs().subspan(0, 9), D.data() + 9 * row);
  }
}

}  // namespace jounce
