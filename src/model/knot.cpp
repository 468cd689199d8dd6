#include "model/knot.h"

#include <Eigen/Geometry>

#include "math/rotated_vector.h"
#include "math/rotation.h"

namespace jounce {

KnotPoint::KnotPoint(std::string name, std::vector<Index> dofs, Vector initial,
                     const std::vector<Matrix3>& stretches, bool is_finite)
    : Constraint(std::move(name), {"x", "y", "z"}, std::move(dofs)),
      initial_(std::move(initial)),
      p_(initial_.head<3>() - initial_.segment<3>(3)),
      is_finite_(is_finite) {
  for (const Matrix3& B : stretches) stretches_.emplace_back(B * p_);
}

Vector3 KnotPoint::stretched(const State& state) const {
  Vector3 P = p_;
  for (std::size_t k = 0; k < stretches_.size(); ++k) P += change(state, 9 + k) * stretches_[k];
  return P;
}

void KnotPoint::value(const State& state, double* g) const {
  const Vector3 theta = change3(state, 6), P = stretched(state);
  const Vector3 turned = is_finite_ ? rotated_vector(theta, P).value : Vector3(P + theta.cross(p_));
  Vector3::Map(g) = change3(state, 0) - change3(state, 3) + p_ - turned;
}

void KnotPoint::jacobian(const State& state, int first_row, RowJacobian& G) const {
  const Vector3 theta = change3(state, 6);
  const Matrix3 one = Matrix3::Identity();
  const auto fill = [&](std::size_t first, const auto& columns) {
    for (int row = 0; row < 3; ++row)
      for (Index k = 0; k < columns.cols(); ++k)
        G.values(first_row + row)[first + static_cast<std::size_t>(k)] = columns(row, k);
  };
  fill(0, one);
  fill(3, Matrix3(-one));
  fill(6, Matrix3(is_finite_ ? Matrix3(-rotated_vector(theta, stretched(state)).first) : skew(p_)));
  for (std::size_t k = 0; k < stretches_.size(); ++k)
    fill(9 + k, Vector3(is_finite_ ? -rotated_vector(theta, stretches_[k]).value : -stretches_[k]));
}

DenseMatrix KnotPoint::curvature(const State& state, const Vector3& f) const {
  const Vector3 theta = change3(state, 6);
  const auto n = static_cast<Index>(curved().size());
  DenseMatrix H = DenseMatrix::Zero(n, n);
  const RotatedVector turned = rotated_vector(theta, stretched(state));
  for (Index j = 0; j < 3; ++j) H.block<1, 3>(j, 0) = -f.transpose() * turned.second[j];
  for (std::size_t k = 0; k < stretches_.size(); ++k) {
    const auto place = static_cast<Index>(3 + k);
    H.block<3, 1>(0, place) = -rotated_vector(theta, stretches_[k]).first.transpose() * f;
    H.block<1, 3>(place, 0) = H.block<3, 1>(0, place).transpose();
  }
  return H;
}

void KnotPoint::add_reaction_gradient(const State& state, const double* lambda, double w,
                                      MatrixSink& sink) const {
  if (!is_finite_) return;
  const DenseMatrix H = w * curvature(state, Vector3::Map(lambda));
  sink.add(curved(), curved(), H.data());
}

void KnotPoint::add_velocity_gradient(const State& state, double w, Index first_row, MatrixSink& sink) const {
  if (!is_finite_) return;
  Vector v(static_cast<Index>(curved().size()));
  for (Index i = 0; i < v.size(); ++i) v[i] = state.v[curved()[i]];
  for (Index row = 0; row < 3; ++row) {
    const Vector entries = w * curvature(state, Vector3::Unit(row)) * v;
    const Index place = first_row + row;
    sink.add(std::span(&place, 1), curved(), entries.data());
  }
}

}  // namespace jounce
