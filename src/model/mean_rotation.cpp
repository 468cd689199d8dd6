#include "model/mean_rotation.h"

#include <algorithm>
#include <cmath>

#include "math/axes.h"

namespace jounce {
namespace {

constexpr double kOnAxis = 1e-6;  ///< distance from the axis over the greatest one that counts as none

Eigen::Matrix<double, 3, 2> plane_across(const Vector3& axis) {
  const auto across = directions_across(axis, 3);
  Eigen::Matrix<double, 3, 2> plane;
  plane << across[0], across[1];
  return plane;
}

/// d phi/dr at r.
Eigen::Vector2d angle_gradient(const Eigen::Vector2d& r) {
  return Eigen::Vector2d(-r.y(), r.x()) / r.squaredNorm();
}
Eigen::Matrix2d angle_curvature(const Eigen::Vector2d& r) {
  const double xy = 2 * r.x() * r.y(), d = r.y() * r.y() - r.x() * r.x();
  return (Eigen::Matrix2d() << xy, d, d, -xy).finished() / (r.squaredNorm() * r.squaredNorm());
}

}  // namespace

MeanRotation::MeanRotation(std::string name, std::vector<Index> dofs, const std::vector<Vector3>& places,
                           const Vector3& axis, double initial_theta, bool is_finite)
    : Constraint(std::move(name), {"rotation"}, std::move(dofs)),
      places_(places),
      plane_(plane_across(axis)),
      initial_theta_(initial_theta),
      is_finite_(is_finite) {
  Vector3 centre = Vector3::Zero();
  for (const Vector3& place : places_) centre += place / static_cast<double>(n());
  double greatest = 0;
  for (const Vector3& place : places_) {
    initial_.emplace_back(plane_.transpose() * (place - centre));
    greatest = std::max(greatest, (place - centre).norm());
  }
  for (const Eigen::Vector2d& p : initial_) {
    counts_.push_back(p.norm() > kOnAxis * greatest);
    count_ += counts_.back() ? 1 : 0;
  }
}

Eigen::Matrix2Xd MeanRotation::arms(const State& state) const {
  Eigen::Matrix3Xd u(3, static_cast<Index>(n()));
  for (std::size_t i = 0; i < n(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      u(static_cast<Index>(k), static_cast<Index>(i)) =
          state.q[dofs()[3 * i + k]] - places_[i][static_cast<Index>(k)];
  u.colwise() -= Vector3(u.rowwise().mean());
  Eigen::Matrix2Xd r = plane_.transpose() * u;
  for (std::size_t i = 0; i < n(); ++i) r.col(static_cast<Index>(i)) += initial_[i];
  return r;
}

void MeanRotation::value(const State& state, double* g) const {
  const Eigen::Matrix2Xd r = arms(state);
  const double theta = state.q[dofs().back()] - initial_theta_;
  g[0] = -count_ * theta;
  for (std::size_t i = 0; i < n(); ++i) {
    if (!counts_[i]) continue;
    const Eigen::Vector2d &p = initial_[i], now = r.col(static_cast<Index>(i));
    if (!is_finite_) {
      g[0] += angle_gradient(p).dot(now - p);
      continue;
    }
    const double phi = std::atan2(p.x() * now.y() - p.y() * now.x(), p.dot(now));
    g[0] += theta + std::remainder(phi - theta, 2 * M_PI);
  }
}

void MeanRotation::jacobian(const State& state, int first_row, RowJacobian& G) const {
  const Eigen::Matrix2Xd r = arms(state);
  Eigen::Matrix2Xd gradients = Eigen::Matrix2Xd::Zero(2, r.cols());
  for (std::size_t i = 0; i < n(); ++i)
    if (counts_[i])
      gradients.col(static_cast<Index>(i)) =
          angle_gradient(is_finite_ ? Eigen::Vector2d(r.col(static_cast<Index>(i))) : initial_[i]);
  gradients.colwise() -= Eigen::Vector2d(gradients.rowwise().mean());
  const Eigen::Matrix3Xd of_points = plane_ * gradients;
  const auto row = G.values(first_row);
  std::copy_n(of_points.data(), of_points.size(), row.begin());
  row.back() = -count_;
}

DenseMatrix MeanRotation::curvature(const State& state) const {
  const Eigen::Matrix2Xd r = arms(state);
  const auto size = static_cast<Index>(3 * n());
  const double share = 1.0 / static_cast<double>(n());
  DenseMatrix H = DenseMatrix::Zero(size, size);
  for (std::size_t i = 0; i < n(); ++i) {
    if (!counts_[i]) continue;
    const Matrix3 h = plane_ * angle_curvature(r.col(static_cast<Index>(i))) * plane_.transpose();
    for (std::size_t j = 0; j < n(); ++j)
      for (std::size_t k = 0; k < n(); ++k)
        H.block<3, 3>(static_cast<Index>(3 * j), static_cast<Index>(3 * k)) +=
            ((i == j ? 1.0 : 0.0) - share) * ((i == k ? 1.0 : 0.0) - share) * h;
  }
  return H;
}

void MeanRotation::add_reaction_gradient(const State& state, const double* lambda, double w,
                                         MatrixSink& sink) const {
  if (!is_finite_) return;
  const DenseMatrix H = w * lambda[0] * curvature(state);
  const auto points = dofs().first(3 * n());
  sink.add(points, points, H.data());
}

void MeanRotation::add_velocity_gradient(const State& state, double w, Index first_row,
                                         MatrixSink& sink) const {
  if (!is_finite_) return;
  const auto points = dofs().first(3 * n());
  Vector v(static_cast<Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) v[static_cast<Index>(i)] = state.v[points[i]];
  const Vector row = w * curvature(state) * v;
  sink.add(std::span(&first_row, 1), points, row.data());
}

}  // namespace jounce
