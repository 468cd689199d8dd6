#include "stepping/scales.h"

#include <array>
#include <cmath>
#include <limits>

namespace jounce {
namespace {

/// Collects the diagonal of what is assembled and, of every row, the magnitudes in columns of other kinds.
class KindSink final : public MatrixSink {
 public:
  KindSink(const std::vector<DofKind>& kinds, Vector& diagonal, Matrix3X& others)
      : kinds_(kinds), diagonal_(diagonal), others_(others) {}
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (std::size_t j = 0; j < cols.size(); ++j)
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i] == cols[j])
          diagonal_[rows[i]] += values[j * rows.size() + i];
        else if (others_.cols() > 0 && kind(rows[i]) != kind(cols[j]))
          others_(kind(cols[j]), rows[i]) += std::abs(values[j * rows.size() + i]);
  }

 private:
  Index kind(Index dof) const { return static_cast<Index>(kinds_[dof]); }

  const std::vector<DofKind>& kinds_;
  Vector& diagonal_;
  Matrix3X& others_;
};

/// sum |w_i| times the size of the kind of i.
double sum_by_kind(const System& system, const double* sizes, const RowJacobian& W, int row) {
  const DofKind* kinds = system.dofs().kinds.data();
  const auto dofs = W.dofs(row);
  const auto values = W.values(row);
  double sum = std::numeric_limits<double>::min();
  for (std::size_t k = 0; k < dofs.size(); ++k)
    sum += std::abs(values[k]) * sizes[static_cast<std::size_t>(kinds[dofs[k]])];
  return sum;
}

}  // namespace

void Scales::set_mass(const System& system, const State& state) {
  diagonal_ = Vector::Zero(system.nv());
  Matrix3X others = Matrix3X::Zero(3, system.has_constant_mass() ? 0 : system.nv());
  KindSink sink(system.dofs().kinds, diagonal_, others);
  system.add_mass(state, 1.0, sink);
  system.complete_assembled(diagonal_);
  if (others.cols() > 0) system.complete_assembled(others);
  coupling_.setZero();
  for (Index i = 0; i < others.cols(); ++i)
    if (diagonal_[i] > 0) {
      auto row = coupling_.row(static_cast<Index>(system.dofs().kinds[i]));
      row = row.cwiseMax(others.col(i).transpose() / diagonal_[i]);
    }
  std::array<double, 3> largest = {0, 0, 0};
  for (Index i = 0; i < system.nv(); ++i) {
    double& kind = largest[static_cast<std::size_t>(system.dofs().kinds[i])];
    kind = std::max(kind, std::abs(diagonal_[i]));
  }
  system.numbering().max(largest);
  // A kind without any mass takes that of the other one at the distance of the largest coordinate.
  double distance = 0;
  for (Index i = 0; i < system.nv(); ++i)
    if (system.dofs().kinds[i] == DofKind::translation) distance = std::max(distance, std::abs(state.q[i]));
  distance = system.numbering().max(distance);
  double& translation = largest[static_cast<std::size_t>(DofKind::translation)];
  double& rotation = largest[static_cast<std::size_t>(DofKind::rotation)];
  const double squared = distance > 0 ? distance * distance : 1.0;
  if (rotation == 0) rotation = translation * squared;
  if (translation == 0) translation = rotation / squared;
  mass_ = diagonal_.cwiseAbs();
  for (Index i = 0; i < system.nv(); ++i)
    if (mass_[i] == 0) mass_[i] = largest[static_cast<std::size_t>(system.dofs().kinds[i])];
}

void Scales::observe(const System& system, const State& state, const Vector& a, double h) {
  const auto& kinds = system.dofs().kinds;
  auto velocity = scale_.head<3>();
  auto coordinate = scale_.tail<3>();
  for (Index i = 0; i < system.nv(); ++i) {
    const auto kind = static_cast<Index>(kinds[i]);
    velocity[kind] = std::max(velocity[kind], std::max(std::abs(state.v[i]), h * std::abs(a[i])));
    coordinate[kind] = std::max(coordinate[kind], std::abs(state.q[i]));
  }
  system.numbering().max({scale_.data(), 6});
  // An angle counts as of order one; a model at rest at the origin still needs scales that are not zero.
  double& angle = coordinate[static_cast<Index>(DofKind::rotation)];
  angle = std::max(angle, 1.0);
  for (Index kind = 0; kind < 3; ++kind) {
    coordinate[kind] = std::max(coordinate[kind], h * velocity[kind]);
    velocity[kind] = std::max({velocity[kind], std::numeric_limits<double>::epsilon() * coordinate[kind] / h,
                               std::numeric_limits<double>::min()});
  }
}

double Scales::effective_mass(const RowJacobian& W, int row) const {
  double inverse = 0;
  const auto dofs = W.dofs(row);
  const auto values = W.values(row);
  for (std::size_t k = 0; k < dofs.size(); ++k)
    if (mass_[dofs[k]] > 0) inverse += values[k] * values[k] / mass_[dofs[k]];
  return inverse > 0 ? 1.0 / inverse : 1.0;
}

Vector3 Scales::velocities(const System& system, std::initializer_list<const Vector*> iterates) const {
  Vector3 largest = velocities();
  const auto& kinds = system.dofs().kinds;
  for (const Vector* iterate : iterates)
    for (Index i = 0; i < iterate->size(); ++i) {
      double& scale = largest[static_cast<Index>(kinds[i])];
      scale = std::max(scale, std::abs((*iterate)[i]));
    }
  return largest.cwiseMax(coupling_ * largest);
}

void Scales::raise(const System& system, const RowJacobian& W, const Vector& impulses,
                   Vector3& velocities) const {
  for (int row = 0; row < W.rows(); ++row) {
    if (impulses[row] == 0) continue;
    const auto dofs = W.dofs(row);
    const auto values = W.values(row);
    for (std::size_t k = 0; k < dofs.size(); ++k) {
      if (!(mass_[dofs[k]] > 0)) continue;
      double& scale = velocities[static_cast<Index>(system.dofs().kinds[dofs[k]])];
      scale = std::max(scale, std::abs(values[k] * impulses[row]) / mass_[dofs[k]]);
    }
  }
}

double Scales::row_velocity(const System& system, const Vector3& velocities, const RowJacobian& W, int row) {
  return sum_by_kind(system, velocities.data(), W, row);
}

double Scales::row_coordinate(const System& system, const RowJacobian& W, int row) const {
  return sum_by_kind(system, scale_.data() + 3, W, row);
}

double Scales::row_coordinate(const System& system, const Vector3& velocities, double h, const RowJacobian& W,
                              int row) const {
  return std::max(row_coordinate(system, W, row), h * row_velocity(system, velocities, W, row));
}

}  // namespace jounce
