#include "model/mean_rotation.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "math/rotation.h"

namespace jounce {

MeanRotation::MeanRotation(std::string name, std::vector<Index> dofs, const std::vector<Vector3>& initial,
                           const Vector3& axis, double theta)
    : Constraint(std::move(name), {"angle"}, std::move(dofs)),
      initial_(arms(initial, axis.normalized())),
      axis_(axis.normalized()),
      theta_(theta) {}

std::vector<Vector3> MeanRotation::arms(const std::vector<Vector3>& places, const Vector3& axis) {
  Vector3 mean = Vector3::Zero();
  for (const Vector3& x : places) mean += x / static_cast<double>(places.size());
  std::vector<Vector3> result;
  for (const Vector3& x : places) {
    const Vector3 arm = x - mean;
    result.push_back(arm - arm.dot(axis) * axis);
  }
  return result;
}

std::vector<Vector3> MeanRotation::now(const Vector& x) const {
  std::vector<Vector3> places(initial_.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) places[i][static_cast<Index>(k)] = x[dofs()[3 * i + k]];
  return arms(places, axis_);
}

void MeanRotation::value(const State& state, double* g) const {
  const std::vector<Vector3> p = now(state.q);
  const double theta = state.q[dofs().back()] - theta_;
  g[0] = -theta;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double angle = std::atan2(axis_.dot(initial_[i].cross(p[i])), initial_[i].dot(p[i]));
    const double turns = std::round((theta - angle) / (2 * std::numbers::pi));
    g[0] += (angle + 2 * std::numbers::pi * turns) / nodes();
  }
}

void MeanRotation::jacobian(const State& state, int first_row, RowJacobian& G) const {
  const std::vector<Vector3> p = now(state.q);
  const auto row = G.values(first_row);
  Vector3 mean = Vector3::Zero();
  for (const Vector3& arm : p) mean += axis_.cross(arm) / arm.squaredNorm() / (nodes() * nodes());
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vector3 by = axis_.cross(p[i]) / p[i].squaredNorm() / nodes() - mean;
    for (std::size_t k = 0; k < 3; ++k) row[3 * i + k] = by[static_cast<Index>(k)];
  }
  row[3 * p.size()] = -1;
}

Matrix3 MeanRotation::curvature(const Vector3& p) const {
  const Matrix3 across = Matrix3::Identity() - axis_ * axis_.transpose();
  const double square = p.squaredNorm();
  return skew(axis_) * across / square - 2 / (square * square) * axis_.cross(p) * p.transpose();
}

void MeanRotation::rate(const State&, double* g_t) const { g_t[0] = 0; }
void MeanRotation::rate_derivative(const State&, double* g_tt) const { g_tt[0] = 0; }

void MeanRotation::add_reaction_gradient(const State& state, const double* lambda, double w,
                                         MatrixSink& sink) const {
  const std::vector<Vector3> p = now(state.q);
  const double n = nodes();
  std::vector<Matrix3> H;
  Matrix3 sum = Matrix3::Zero();
  for (const Vector3& arm : p) {
    H.push_back(w * lambda[0] / n * curvature(arm));
    sum += H.back();
  }
  // Against the mean of all: (I - 1 1^T / n) diag(H_i) (I - 1 1^T / n)
  const Index size = 3 * nodes();
  DenseMatrix K = DenseMatrix::Zero(size, size);
  for (int i = 0; i < nodes(); ++i)
    for (int j = 0; j < nodes(); ++j) {
      const Matrix3 &H_i = H[static_cast<std::size_t>(i)], &H_j = H[static_cast<std::size_t>(j)];
      K.block<3, 3>(3 * i, 3 * j) = sum / (n * n) - H_i / n - H_j / n;
      if (i == j) K.block<3, 3>(3 * i, 3 * j) += H_i;
    }
  const auto of_nodes = dofs().first(static_cast<std::size_t>(size));
  sink.add(of_nodes, of_nodes, K.data());
}

void MeanRotation::add_velocity_gradient(const State& state, double w, Index first_row,
                                         MatrixSink& sink) const {
  const std::vector<Vector3> p = now(state.q), v = now(state.v);
  Vector row(3 * nodes());
  Vector3 mean = Vector3::Zero();
  for (int i = 0; i < nodes(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    row.segment<3>(3 * i) = w / nodes() * curvature(p[k]) * v[k];
    mean += row.segment<3>(3 * i) / nodes();
  }
  for (int i = 0; i < nodes(); ++i) row.segment<3>(3 * i) -= mean;
  const std::array<Index, 1> at = {first_row};
  sink.add(at, dofs().first(static_cast<std::size_t>(3 * nodes())), row.data());
}

}  // namespace jounce
