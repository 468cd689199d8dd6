#include "integrators/impulse/wide_body.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/decompositions.h"

namespace jounce {
namespace {

/// Adds blocks of degrees of freedom of one body to a matrix over their places.
class PlaceSink final : public MatrixSink {
 public:
  PlaceSink(const std::vector<std::uint16_t>& place, DenseMatrix& matrix) : place_(place), matrix_(matrix) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (const Index col : cols)
      for (const Index row : rows) matrix_(at(row), at(col)) += *values++;
  }

 private:
  Index at(Index dof) const { return place_[dof]; }

  const std::vector<std::uint16_t>& place_;
  DenseMatrix& matrix_;
};

}  // namespace

WideBody::WideBody(std::vector<Index> dofs, std::vector<const FloatingBodyBlock*> bodies)
    : dofs_(std::move(dofs)), bodies_(std::move(bodies)) {
  clear();
}

DenseMatrix WideBody::elastic_matrix(double w_c, double w_k, const std::vector<std::uint16_t>& place) const {
  DenseMatrix matrix = DenseMatrix::Zero(size(), size());
  PlaceSink sink(place, matrix);
  for (const FloatingBodyBlock* body : bodies_) body->add_elastic_matrix(w_c, w_k, sink);
  return matrix;
}

void WideBody::add_conditions(const std::vector<std::uint16_t>& place) {
  for (const FloatingBodyBlock* body : bodies_) {
    const DenseMatrix& Q = body->body().conditions;
    const std::vector<Index>& elastic = body->frame().elastic;
    for (Index row = 0; row < Q.rows(); ++row) {
      double largest = 0;
      for (const Index dof : elastic) {
        const Index at = place[dof];
        largest = std::max(largest, matrix_(at, at));
      }
      const double b = largest / Q.row(row).squaredNorm();
      for (std::size_t j = 0; j < elastic.size(); ++j)
        for (std::size_t i = 0; i < elastic.size(); ++i)
          matrix_(place[elastic[i]], place[elastic[j]]) +=
              b * Q(row, static_cast<Index>(i)) * Q(row, static_cast<Index>(j));
    }
  }
}

bool WideBody::factor(double h, const std::vector<std::uint16_t>& place) {
  if (h > 0) {
    if (h != elastic_step_) elastic_ = elastic_matrix(h, h * h, place);
    elastic_step_ = h;
    matrix_ += elastic_;
  }
  add_conditions(place);
  factor_.compute(matrix_);
  return factor_.info() == Eigen::Success;
}

double WideBody::greatest_explicit_step(const std::vector<std::uint16_t>& place) const {
  WideBody with_conditions = *this;
  with_conditions.add_conditions(place);
  const Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix> modes(elastic_matrix(0, 1, place),
                                                                    with_conditions.matrix_);
  const DenseMatrix D = elastic_matrix(1, 0, place);
  double greatest = std::numeric_limits<double>::infinity();
  const double highest = modes.eigenvalues().maxCoeff();
  for (Index i = 0; i < size(); ++i) {
    const double square = modes.eigenvalues()[i];
    if (!(square > 1e-12 * highest)) continue;  // rigid motions
    const auto mode = modes.eigenvectors().col(i);
    const double c = mode.dot(D * mode);
    greatest = std::min(greatest, 4 / (c + std::sqrt(c * c + 4 * square)));
  }
  return greatest;
}

void WideBody::scale(double* x) const {
  Eigen::Map<Vector> values(x, size());
  factor_.matrixL().solveInPlace(values);
}

void WideBody::to_scaled(const Vector& v, double* w) const {
  own_.resize(size());
  for (Index i = 0; i < size(); ++i) own_[i] = v[dofs_[i]];
  Eigen::Map<Vector>(w, size()).noalias() = factor_.matrixU() * own_;
}

void WideBody::to_velocity(const double* w, Vector& v) const {
  own_ = Eigen::Map<const Vector>(w, size());
  factor_.matrixU().solveInPlace(own_);
  for (Index i = 0; i < size(); ++i) v[dofs_[i]] = own_[i];
}

void WideBody::add_elastic_change(const Vector& v, double h, Vector& f) const {
  for (const FloatingBodyBlock* body : bodies_) body->add_stiffness_product(v, -h, f);
}

}  // namespace jounce
