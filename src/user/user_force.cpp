#include "user/user_force.h"

namespace jounce {

UserForce::UserForce(std::string name, PointSet points, UserForceFunction function)
    : ElementBlock(std::move(name)), points_(std::move(points)), function_(std::move(function)) {}

void UserForce::evaluate(const State& state, bool derivatives) const {
  const Index n = points_.size();
  const UserPoints at = points_.at(state);
  F_.setZero(n);
  if (!derivatives) {
    function_(at, F_.data(), nullptr, nullptr);
    return;
  }
  K_.setZero(n, n);
  C_.setZero(n, n);
  if (!function_(at, F_.data(), K_.data(), C_.data())) difference(state.t, K_, C_);
}

void UserForce::difference(double time, RowMajor& K, RowMajor& C) const {
  const Index n = points_.size();
  x_ = points_.x();
  v_ = points_.v();
  const Vector F = F_;
  const auto vary = [&](Vector& values, RowMajor& out) {
    const double scale = values.lpNorm<Eigen::Infinity>();
    for (Index j = 0; j < n; ++j) {
      const double value = values[j], step = difference_step(value, scale);
      values[j] = value + step;
      F_.setZero();
      function_(points_.at(time, x_, v_), F_.data(), nullptr, nullptr);
      back_ = F_;
      values[j] = value - step;
      F_.setZero();
      function_(points_.at(time, x_, v_), F_.data(), nullptr, nullptr);
      out.col(j) = (F_ - back_) / (2 * step);
      values[j] = value;
    }
  };
  vary(x_, K);
  vary(v_, C);
  F_ = F;
}

void UserForce::add_force(const State& state, Vector& f) const {
  evaluate(state, false);
  const auto dofs = points_.dofs();
  for (std::size_t j = 0; j < dofs.size(); ++j)
    f[dofs[j]] += points_.jacobian().col(static_cast<Index>(j)).dot(F_);
}

void UserForce::add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const {
  evaluate(state, true);
  const DenseMatrix& J = points_.jacobian();
  A_ = w_k * K_ + w_c * C_;
  D_.noalias() = J.transpose() * A_ * J;
  if (w_k != 0) {
    points_.add_force_gradient(state, F_, -w_k, D_);
    if (!points_.is_linear()) {  // x' = J(q) v depends on q as well
      for (Index i = 0; i < points_.size(); ++i) {
        back_.setZero(J.cols());
        Vector unit = Vector::Zero(points_.size());
        unit[i] = 1;
        points_.add_velocity_gradient(state, unit, w_k, back_);
        D_.noalias() += J.transpose() * C_.col(i) * back_.transpose();
      }
    }
  }
  sink.add(points_.dofs(), points_.dofs(), D_.data());
}

void UserForce::add_powers(const State& state, Powers& powers) const {
  evaluate(state, false);
  powers.applied += F_.dot(points_.v());
}

}  // namespace jounce
