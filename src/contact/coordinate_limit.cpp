#include "contact/coordinate_limit.h"

#include <array>

namespace jounce {

CoordinateLimit::CoordinateLimit(std::string name, double restitution,
                                 std::shared_ptr<const RelativeCoordinate> coordinate,
                                 std::optional<double> lower, std::optional<double> upper)
    : ContactPair(std::move(name), restitution), coordinate_(std::move(coordinate)) {
  if (lower) limits_.push_back({"lower", 1.0, -*lower});
  if (upper) limits_.push_back({"upper", -1.0, *upper});
}

void CoordinateLimit::search(const State& state, double envelope, int pair_number,
                             std::vector<ContactRow>& rows) const {
  const double c = coordinate_->value(state);
  for (int i = 0; i < points(); ++i)
    if (limit(i).sign * c + limit(i).value <= envelope) rows.push_back({pair_number, i, &law()});
}

double CoordinateLimit::gap(const State& state, int point) const {
  return limit(point).sign * coordinate_->value(state) + limit(point).value;
}

void CoordinateLimit::jacobian(const State& state, int point, Direction direction, double* W) const {
  Eigen::Map<Vector> row(W, coordinate_->size());
  if (direction != Direction::normal) {
    row.setZero();
    return;
  }
  coordinate_->jacobian(state, W);
  row *= limit(point).sign;
}

void CoordinateLimit::add_reaction_gradient(const State& state, int point, Direction direction, double lambda,
                                            double w, MatrixSink& sink) const {
  if (is_linear() || direction != Direction::normal) return;
  gradient_.setZero(coordinate_->size(), coordinate_->size());
  coordinate_->add_reaction_gradient(state, limit(point).sign * lambda, w, gradient_);
  sink.add(coordinate_->dofs(), coordinate_->dofs(), gradient_.data());
}

void CoordinateLimit::add_velocity_gradient(const State& state, int point, Direction direction, double w,
                                            Index row, MatrixSink& sink) const {
  if (is_linear() || direction != Direction::normal) return;
  row_.setZero(coordinate_->size());
  coordinate_->add_velocity_gradient(state, limit(point).sign * w, row_.data());
  const std::array<Index, 1> at = {row};
  sink.add(at, coordinate_->dofs(), row_.data());
}

Vector3 CoordinateLimit::position(const State& state, int) const {
  MarkerKinematics k;
  coordinate_->B().evaluate(state, Derivatives::none, k);
  return k.x;
}

}  // namespace jounce
