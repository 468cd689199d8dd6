#include "model/flexible_body.h"

#include <algorithm>
#include <cassert>

namespace jounce {

MatrixFamily::MatrixFamily(Index n, const std::vector<const SparseMatrix*>& matrices) : n_(n) {
  starts_.push_back(0);
  std::vector<Index> column;
  for (Index j = 0; j < n; ++j) {
    column.assign(1, j);
    for (const SparseMatrix* matrix : matrices)
      for (SparseMatrix::InnerIterator entry(*matrix, j); entry; ++entry) column.push_back(entry.row());
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    rows_.insert(rows_.end(), column.begin(), column.end());
    starts_.push_back(static_cast<Index>(rows_.size()));
  }
}

std::vector<double> MatrixFamily::values(const SparseMatrix& matrix) const {
  std::vector<double> values(rows_.size(), 0.0);
  for (Index j = 0; j < n_; ++j) {
    const auto begin = rows_.begin() + starts_[j];
    const auto end = rows_.begin() + starts_[j + 1];
    for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      const auto place = std::lower_bound(begin, end, entry.row());
      assert(place != end && *place == entry.row());
      values[place - rows_.begin()] += entry.value();
    }
  }
  return values;
}

void MatrixFamily::multiply(const std::vector<double>& A, double w, const Vector& x, Vector& y) const {
  if (is_full()) {
    y.noalias() += w * (Eigen::Map<const DenseMatrix>(A.data(), n_, n_) * x);
    return;
  }
  for (Index j = 0; j < n_; ++j) {
    const double factor = w * x[j];
    for (auto k = static_cast<std::size_t>(starts_[j]); k < static_cast<std::size_t>(starts_[j + 1]); ++k)
      y[rows_[k]] += factor * A[k];
  }
}

int FlexibleBody::node_at(const Vector3& place, double tolerance) const {
  int nearest = -1;
  double distance = tolerance;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double d = (points[i] - place).norm();
    if (d > distance) continue;
    distance = d;
    nearest = static_cast<int>(i);
  }
  return nearest;
}

double FlexibleBody::extent() const {
  if (points.empty()) return 0;
  Vector3 low = points.front(), high = points.front();
  for (const Vector3& point : points) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  return (high - low).maxCoeff();
}

}  // namespace jounce
