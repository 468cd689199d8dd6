#include "la/projected_cg.h"

#include <cmath>
#include <limits>

namespace jounce {
namespace {

/// w . D^-1 w
double weight(const SymmetricMatrix& A, const SparseRows& rows, int row) {
  const Vector& d = A.inverse_diagonal();
  double sum = 0;
  for (Index k = rows.starts[row]; k < rows.starts[row + 1]; ++k)
    sum += rows.values[k] * rows.values[k] * d[rows.places[k]];
  return sum;
}

bool is_single(const SparseRows& rows, int row) { return rows.starts[row + 1] - rows.starts[row] == 1; }

}  // namespace

void ProjectedCg::close(const SymmetricMatrix& A, const SparseRows& rows, const std::vector<int>& active,
                        const Vector& c, Vector& x) const {
  const Vector& d = A.inverse_diagonal();
  for (const int row : active) {
    if (rows.is_empty(row)) continue;
    const Index first = rows.starts[row];
    if (is_single(rows, row)) {
      x[rows.places[first]] = c[row] / rows.values[first];
      continue;
    }
    const double step = (c[row] - rows.dot(row, x)) / weight(A, rows, row);
    for (Index k = first; k < rows.starts[row + 1]; ++k) {
      const Index place = rows.places[k];
      x[place] += step * d[place] * rows.values[k];
    }
  }
}

void ProjectedCg::project(const SymmetricMatrix& A, const SparseRows& rows, const std::vector<int>& active,
                          Vector& multipliers) {
  const Vector& d = A.inverse_diagonal();
  for (const int row : active) {
    if (rows.is_empty(row)) continue;
    const Index first = rows.starts[row];
    if (is_single(rows, row)) {
      double& r = r_[rows.places[first]];
      multipliers[row] -= r / rows.values[first];
      r = 0;
      continue;
    }
    double sum = 0;
    for (Index k = first; k < rows.starts[row + 1]; ++k) {
      const Index place = rows.places[k];
      sum += rows.values[k] * d[place] * r_[place];
    }
    const double part = sum / weight(A, rows, row);
    multipliers[row] -= part;
    rows.add(row, -part, r_);
  }
}

bool ProjectedCg::solve(const SymmetricMatrix& A, const Vector& b, const SparseRows& rows,
                        const std::vector<int>& active, const Vector& c, double tolerance, int max_iterations,
                        Vector& x, Vector& multipliers) {
  const Vector& d = A.inverse_diagonal();
  const Index n = A.size();
  multipliers.setZero(rows.rows());
  close(A, rows, active, c, x);
  A.multiply(x, Ap_);
  r_ = b - Ap_;
  project(A, rows, active, multipliers);
  p_.setZero(n);
  double last = 1;
  for (int iteration = 0;; ++iteration) {
    double rg = 0, largest = 0;
    for (Index i = 0; i < n; ++i) {
      const double g = d[i] * r_[i];
      rg += r_[i] * g;
      largest = std::max(largest, std::abs(g));
    }
    rg = A.total(rg, [&](Index i) { return r_[i] * (d[i] * r_[i]); });
    largest = A.largest(largest);
    residual_ = std::isfinite(rg) ? largest : rg;
    if (!std::isfinite(rg)) return false;
    if (largest <= tolerance || rg < std::numeric_limits<double>::min()) break;  // or squares vanish
    if (iteration == max_iterations) return false;
    const double beta = iteration == 0 ? 0.0 : rg / last;
    last = rg;
    for (Index i = 0; i < n; ++i) p_[i] = d[i] * r_[i] + beta * p_[i];
    A.multiply(p_, Ap_);
    ++iterations_;
    const double alpha = rg / A.total(p_.dot(Ap_), [&](Index i) { return p_[i] * Ap_[i]; });
    x += alpha * p_;
    r_ -= alpha * Ap_;
    project(A, rows, active, multipliers);
  }
  close(A, rows, active, c, x);
  return true;
}

}  // namespace jounce
