#include "user/user_gap.h"

#include <array>

namespace jounce {

UserGap::UserGap(std::string name, double restitution, PointSet points, UserGapFunction function)
    : ContactPair(std::move(name), restitution), points_(std::move(points)), function_(std::move(function)) {}

double UserGap::evaluate(const UserPoints& at, Vector& gradient) const {
  const Index n = points_.size();
  double g = 0;
  gradient.setZero(n);
  gives_gradient_ = function_(at, g, gradient.data());
  if (gives_gradient_) return g;
  varied_ = Eigen::Map<const Vector>(at.x.data(), n);
  UserPoints moved = at;
  moved.x = {varied_.data(), static_cast<std::size_t>(n)};
  const double scale = varied_.lpNorm<Eigen::Infinity>();
  for (Index k = 0; k < n; ++k) {
    const double value = varied_[k], step = difference_step(value, scale);
    double ahead = 0, back = 0;
    varied_[k] = value + step;
    function_(moved, ahead, nullptr);
    varied_[k] = value - step;
    function_(moved, back, nullptr);
    varied_[k] = value;
    gradient[k] = (ahead - back) / (2 * step);
  }
  return g;
}

void UserGap::second(const State& state) const {
  const Index n = points_.size();
  evaluate(points_.at(state), gradient_);
  H_.resize(n, n);
  x_ = points_.x();
  const double scale = x_.lpNorm<Eigen::Infinity>();
  for (Index k = 0; k < n; ++k) {
    // wide steps where the gradient is a difference itself
    const double value = x_[k], step = (gives_gradient_ ? 1 : 30) * difference_step(value, scale);
    x_[k] = value + step;
    evaluate(points_.at(state.t, x_, points_.v()), ahead_);
    x_[k] = value - step;
    evaluate(points_.at(state.t, x_, points_.v()), back_);
    x_[k] = value;
    H_.col(k) = (ahead_ - back_) / (2 * step);
  }
}

void UserGap::search(const State& state, const SearchRange& range, int pair_number,
                     std::vector<ContactRow>& rows) const {
  const ContactRow found = row(0, pair_number);
  if (gap(state, found) <= range.envelope) rows.push_back(found);
}

double UserGap::gap(const State& state, const ContactRow&) const {
  double g = 0;
  function_(points_.at(state), g, nullptr);
  return g;
}

void UserGap::jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const {
  Eigen::Map<Vector> values(W, static_cast<Index>(points_.dofs().size()));
  values.setZero();
  double g = 0;
  if (direction == Direction::normal) evaluate(state, row, g, W, nullptr);
}

void UserGap::evaluate(const State& state, const ContactRow&, double& gap, double* W, double*) const {
  gap = evaluate(points_.at(state), gradient_);
  Eigen::Map<Vector>(W, static_cast<Index>(points_.dofs().size())) =
      points_.jacobian().transpose() * gradient_;
}

void UserGap::add_reaction_gradient(const State& state, const ContactRow&, Direction direction, double lambda,
                                    double w, MatrixSink& sink) const {
  if (direction != Direction::normal) return;
  second(state);
  const DenseMatrix& J = points_.jacobian();
  D_.noalias() = (w * lambda) * (J.transpose() * H_ * J);
  points_.add_force_gradient(state, gradient_, w * lambda, D_);
  sink.add(points_.dofs(), points_.dofs(), D_.data());
}

void UserGap::add_velocity_gradient(const State& state, const ContactRow&, Direction direction, double w,
                                    Index matrix_row, MatrixSink& sink) const {
  if (direction != Direction::normal) return;
  second(state);
  row_ = w * (points_.jacobian().transpose() * (H_ * points_.v()));
  points_.add_velocity_gradient(state, gradient_, w, row_);
  const std::array<Index, 1> at = {matrix_row};
  sink.add(at, points_.dofs(), row_.data());
}

Vector3 UserGap::position(const State& state, const ContactRow&) const {
  points_.at(state);
  Vector3 x = Vector3::Zero();
  x.head(points_.dimension()) = points_.x().head(points_.dimension());
  return x;
}

Vector3 UserGap::axis(const State& state, const ContactRow&, Direction direction) const {
  Vector3 n = Vector3::Zero();
  if (direction != Direction::normal) return n;
  evaluate(points_.at(state), gradient_);
  n.head(points_.dimension()) = gradient_.head(points_.dimension());
  return n.norm() > 0 ? Vector3(n.normalized()) : n;
}

}  // namespace jounce
