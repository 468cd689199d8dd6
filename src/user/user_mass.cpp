#include "user/user_mass.h"

#include <fmt/format.h>

#include <stdexcept>

namespace jounce {

UserMass::UserMass(std::string name, PointSet points, UserMassFunction function, bool is_constant)
    : ElementBlock(std::move(name)),
      points_(std::move(points)),
      function_(std::move(function)),
      is_constant_(is_constant) {}

void UserMass::mass_at(const UserPoints& at, RowMajor& M) const {
  M.setZero(points_.size(), points_.size());
  function_(at, M.data());
  if (!((M - M.transpose()).norm() <= 1e-12 * M.norm()))
    throw std::runtime_error(fmt::format("the mass matrix of '{}' is not symmetric", name()));
}

void UserMass::evaluate(const State& state, bool derivatives) const {
  mass_at(points_.at(state), M_);
  if (!derivatives) return;
  const Index n = points_.size();
  dM_.resize(n);
  x_ = points_.x();
  const double scale = x_.lpNorm<Eigen::Infinity>();
  for (Index k = 0; k < n; ++k) {
    const double value = x_[k], step = difference_step(value, scale);
    x_[k] = value + step;
    mass_at(points_.at(state.t, x_, points_.v()), ahead_);
    x_[k] = value - step;
    mass_at(points_.at(state.t, x_, points_.v()), back_);
    x_[k] = value;
    dM_[k] = (ahead_ - back_) / (2 * step);
  }
}

void UserMass::send(const DenseMatrix& A, MatrixSink& sink) const {
  D_.noalias() = points_.jacobian().transpose() * A * points_.jacobian();
  sink.add(points_.dofs(), points_.dofs(), D_.data());
}

void UserMass::add_mass(const State& state, double w, MatrixSink& sink) const {
  evaluate(state, false);
  A_ = w * M_;
  send(A_, sink);
}

void UserMass::add_mass_product(const State& state, const Vector& a, double w, Vector& f) const {
  evaluate(state, false);
  const DenseMatrix& J = points_.jacobian();
  const auto dofs = points_.dofs();
  a_.setZero(J.cols());
  for (std::size_t j = 0; j < dofs.size(); ++j) a_[static_cast<Index>(j)] = a[dofs[j]];
  f_ = J.transpose() * (M_ * (J * a_));
  for (std::size_t j = 0; j < dofs.size(); ++j) f[dofs[j]] += w * f_[static_cast<Index>(j)];
}

void UserMass::add_mass_gradient(const State& state, const Vector& a, double w, MatrixSink& sink) const {
  if (is_constant_) return;
  evaluate(state, true);
  const auto dofs = points_.dofs();
  a_.setZero(static_cast<Index>(dofs.size()));
  for (std::size_t j = 0; j < dofs.size(); ++j) a_[static_cast<Index>(j)] = a[dofs[j]];
  f_ = points_.jacobian() * a_;
  A_.resize(points_.size(), points_.size());
  for (Index k = 0; k < points_.size(); ++k) A_.col(k) = w * (dM_[k] * f_);
  send(A_, sink);
}

void UserMass::add_force(const State& state, Vector& f) const {
  if (is_constant_) return;
  evaluate(state, true);
  const Vector& v = points_.v();
  f_.setZero(points_.size());
  for (Index k = 0; k < points_.size(); ++k) {
    const RowMajor& dM = dM_[k];
    f_ -= v[k] * (dM * v);
    f_[k] += 0.5 * v.dot(dM * v);
  }
  const auto dofs = points_.dofs();
  for (std::size_t j = 0; j < dofs.size(); ++j)
    f[dofs[j]] += points_.jacobian().col(static_cast<Index>(j)).dot(f_);
}

void UserMass::add_tangent(const State& state, double w_c, double, MatrixSink& sink) const {
  if (is_constant_ || w_c == 0) return;
  evaluate(state, true);
  const Vector& v = points_.v();
  A_.setZero(points_.size(), points_.size());
  for (Index k = 0; k < points_.size(); ++k) {
    const RowMajor& dM = dM_[k];
    f_ = dM * v;
    A_.col(k) += w_c * f_;
    A_ += w_c * v[k] * dM;
    A_.row(k) -= w_c * f_.transpose();
  }
  send(A_, sink);
}

void UserMass::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  evaluate(state, false);
  energies.kinetic += 0.5 * points_.v().dot(M_ * points_.v());
  if (!is_constant_) return;  // such masses go without gravity
  f_.resize(points_.size());
  for (int i = 0; i < points_.count(); ++i)
    f_.segment(i * points_.dimension(), points_.dimension()) = gravity.head(points_.dimension());
  energies.gravity -= f_.dot(M_ * points_.x());
}

}  // namespace jounce
