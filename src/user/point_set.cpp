#include "user/point_set.h"

#include <algorithm>
#include <cmath>

namespace jounce {

PointSet::PointSet(std::vector<std::shared_ptr<const Marker>> markers, int dimension,
                   std::vector<double> parameters)
    : markers_(std::move(markers)), dimension_(dimension), parameters_(std::move(parameters)) {
  for (const auto& marker : markers_) {
    std::vector<Index>& places = places_.emplace_back();
    for (const Index dof : marker->dofs()) {
      const auto known = std::find(dofs_.begin(), dofs_.end(), dof);
      places.push_back(known - dofs_.begin());
      if (known == dofs_.end()) dofs_.push_back(dof);
    }
  }
  x_.setZero(size());
  v_.setZero(size());
}

bool PointSet::is_linear() const {
  return std::all_of(markers_.begin(), markers_.end(),
                     [](const auto& marker) { return marker->is_linear(); });
}

UserPoints PointSet::at(const State& state) const {
  J_.setZero(size(), static_cast<Index>(dofs_.size()));
  MarkerKinematics k;
  for (int i = 0; i < count(); ++i) {
    marker(i).evaluate(state, Derivatives::first, k);
    x_.segment(i * dimension_, dimension_) = k.x.head(dimension_);
    v_.segment(i * dimension_, dimension_) = k.velocity.head(dimension_);
    const std::vector<Index>& places = places_[i];
    for (int j = 0; j < marker(i).size(); ++j)
      J_.block(i * dimension_, places[j], dimension_, 1) = k.J.col(j).head(dimension_);
  }
  return at(state.t, x_, v_);
}

UserPoints PointSet::at(double time, const Vector& x, const Vector& v) const {
  const auto n = static_cast<std::size_t>(size());
  return {count(), dimension_, time, {x.data(), n}, {v.data(), n}, parameters_};
}

void PointSet::add_force_gradient(const State& state, const Vector& f, double w, DenseMatrix& A) const {
  for (int i = 0; i < count(); ++i) {
    if (marker(i).is_linear()) continue;
    Vector3 force = Vector3::Zero();
    force.head(dimension_) = f.segment(i * dimension_, dimension_);
    gradient_.setZero(marker(i).size(), marker(i).size());
    marker(i).add_force_gradient(state, force, Vector3::Zero(), w, 0, gradient_);
    const std::vector<Index>& places = places_[i];
    for (Index r = 0; r < gradient_.rows(); ++r)
      for (Index c = 0; c < gradient_.cols(); ++c) A(places[r], places[c]) += gradient_(r, c);
  }
}

void PointSet::add_velocity_gradient(const State& state, const Vector& f, double w, Vector& row) const {
  MarkerKinematics k;
  for (int i = 0; i < count(); ++i) {
    if (marker(i).is_linear()) continue;
    marker(i).evaluate(state, Derivatives::second, k);
    const std::vector<Index>& places = places_[i];
    for (int j = 0; j < marker(i).size(); ++j)
      row[places[j]] += w * f.segment(i * dimension_, dimension_).dot(k.D.col(j).head(dimension_));
  }
}

double difference_step(double value, double scale) {
  constexpr double kCubeRoot = 6e-6;
  return kCubeRoot * std::max({std::abs(value), scale, 1e-12});
}

}  // namespace jounce
