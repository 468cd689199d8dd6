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

void CoordinateLimit::search(const State& state, const SearchRange& range, int pair_number,
                             std::vector<ContactRow>& rows) const {
  const double c = coordinate_->value(state);
  for (int i = 0; i < points(); ++i) {
    const ContactRow found = row(i, pair_number);
    if (limit(found).sign * c + limit(found).value <= range.envelope) rows.push_back(found);
  }
}

double CoordinateLimit::gap(const State& state, const ContactRow& row) const {
  return limit(row).sign * coordinate_->value(state) + limit(row).value;
}

void CoordinateLimit::jacobian(const State& state, const ContactRow& row, Direction direction,
                               double* W) const {
  Eigen::Map<Vector> values(W, coordinate_->size());
  if (direction != Direction::normal) {
    values.setZero();
    return;
  }
  coordinate_->jacobian(state, W);
  values *= limit(row).sign;
}

void CoordinateLimit::add_reaction_gradient(const State& state, const ContactRow& row, Direction direction,
                                            double lambda, double w, MatrixSink& sink) const {
  if (is_linear() || direction != Direction::normal) return;
  gradient_.setZero(coordinate_->size(), coordinate_->size());
  coordinate_->add_reaction_gradient(state, limit(row).sign * lambda, w, gradient_);
  sink.add(coordinate_->dofs(), coordinate_->dofs(), gradient_.data());
}

void CoordinateLimit::add_velocity_gradient(const State& state, const ContactRow& row, Direction direction,
                                            double w, Index matrix_row, MatrixSink& sink) const {
  if (is_linear() || direction != Direction::normal) return;
  row_.setZero(coordinate_->size());
  coordinate_->add_velocity_gradient(state, limit(row).sign * w, row_.data());
  const std::array<Index, 1> at = {matrix_row};
  sink.add(at, coordinate_->dofs(), row_.data());
}

Vector3 CoordinateLimit::position(const State& state, const ContactRow&) const {
  MarkerKinematics k;
  coordinate_->B().evaluate(state, Derivatives::none, k);
  return k.x;
}

}  // namespace jounce
