#include "la/dense_lu.h"

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr double kSmallestPivot = 1e-14;

}  // namespace

bool DenseLu::factor(const CsrMatrix& matrix, std::span<const double> values) {
  n_ = matrix.size();
  lu_.assign(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_), 0.0);
  permutation_.resize(n_);
  const auto starts = matrix.row_starts();
  const auto columns = matrix.columns();
  for (Index i = 0; i < n_; ++i) {
    permutation_[i] = i;
    for (auto k = static_cast<std::size_t>(starts[i]); k < static_cast<std::size_t>(starts[i + 1]); ++k)
      column(columns[k])[i] = values[k];
  }
  for (Index k = 0; k < n_; ++k) {
    double* l = column(k);
    Index best = k;
    for (Index i = k + 1; i < n_; ++i)
      if (std::abs(l[i]) > std::abs(l[best])) best = i;
    if (!(std::abs(l[best]) > kSmallestPivot)) return false;
    if (best != k) {
      for (Index j = 0; j < n_; ++j) std::swap(column(j)[k], column(j)[best]);
      std::swap(permutation_[k], permutation_[best]);
    }
    l[k] = 1 / l[k];
    for (Index i = k + 1; i < n_; ++i) l[i] *= l[k];
    for (Index j = k + 1; j < n_; ++j) {
      double* target = column(j);
      const double u = target[k];
      if (u == 0) continue;
      for (Index i = k + 1; i < n_; ++i) target[i] -= l[i] * u;
    }
  }
  return true;
}

void DenseLu::solve(const Vector& b, Vector& x) const {
  // By columns: the updates of a column do not wait for each other.
  x.resize(n_);
  double* const y = x.data();
  for (Index i = 0; i < n_; ++i) y[i] = b[permutation_[i]];
  for (Index j = 0; j < n_; ++j) {
    const double* l = column(j);
    const double factor = y[j];
    if (factor == 0) continue;
    for (Index i = j + 1; i < n_; ++i) y[i] -= l[i] * factor;
  }
  for (Index j = n_; j-- > 0;) {
    const double* u = column(j);
    y[j] *= u[j];
    const double factor = y[j];
    if (factor == 0) continue;
    for (Index i = 0; i < j; ++i) y[i] -= u[i] * factor;
  }
}

}  // namespace jounce
