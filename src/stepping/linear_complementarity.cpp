#include "stepping/linear_complementarity.h"

#include <cassert>
#include <cmath>
#include <vector>

#include "la/decompositions.h"

namespace jounce {
namespace {

constexpr double kScaledRoundOff = 1e-12;  ///< of the scaled problem, whose entries are of order one
constexpr double kRank = 1e-10;  ///< pivots below this fraction of the largest mean linear dependence

/// Tableau of w - A z - d z_0 = b with d = (1, ..., 1). Columns: w (n), z (n), z_0, right-hand side.
class Lemke {
 public:
  Lemke(const DenseMatrix& A, const Vector& b) : n_(static_cast<Index>(b.size())), table_(n_, 2 * n_ + 2) {
    table_ << DenseMatrix::Identity(n_, n_), -A, -Vector::Ones(n_), b;
    basis_.resize(n_);
    for (Index i = 0; i < n_; ++i) basis_[i] = i;
  }

  /// Returns false at a secondary ray (no solution) or when the number of pivots is out of bounds.
  bool solve(Vector& z) {
    z = Vector::Zero(n_);
    Index row = 0;
    for (Index i = 1; i < n_; ++i)
      if (precedes(i, row, -1)) row = i;
    if (table_(row, 2 * n_ + 1) >= 0) return true;
    Index entering = 2 * n_;
    for (Index pivots = 0; pivots < 100 * (n_ + 1); ++pivots) {
      const Index leaving = basis_[row];
      pivot(row, entering);
      if (leaving == 2 * n_) {
        for (Index i = 0; i < n_; ++i) {
          const Index variable = basis_[i];
          if (variable >= n_ && variable < 2 * n_) z[variable - n_] = std::max(0.0, table_(i, 2 * n_ + 1));
        }
        return true;
      }
      entering = leaving < n_ ? leaving + n_ : leaving - n_;
      row = leaving_row(entering);
      if (row < 0) return false;
    }
    return false;
  }

 private:
  /// True when row i comes before row k in the lexicographic order of (b, B^-1) divided by column `entering`;
  /// without division for `entering` < 0.
  bool precedes(Index i, Index k, Index entering) const {
    const double p_i = entering < 0 ? 1.0 : table_(i, entering);
    const double p_k = entering < 0 ? 1.0 : table_(k, entering);
    for (Index c = -1; c < n_; ++c) {
      const Index column = c < 0 ? 2 * n_ + 1 : c;
      const double difference = table_(i, column) / p_i - table_(k, column) / p_k;
      if (std::abs(difference) > kScaledRoundOff) return difference < 0;
    }
    return false;
  }

  Index leaving_row(Index entering) const {
    Index row = -1;
    for (Index i = 0; i < n_; ++i) {
      if (table_(i, entering) <= kRank) continue;
      if (row < 0 || precedes(i, row, entering)) row = i;
    }
    if (row < 0) return row;
    // z_0 leaves whenever it may: the problem is then solved.
    for (Index i = 0; i < n_; ++i) {
      if (basis_[i] != 2 * n_ || table_(i, entering) <= kRank) continue;
      const double excess =
          table_(i, 2 * n_ + 1) / table_(i, entering) - table_(row, 2 * n_ + 1) / table_(row, entering);
      if (excess <= kScaledRoundOff) return i;
    }
    return row;
  }

  void pivot(Index row, Index column) {
    table_.row(row) /= table_(row, column);
    for (Index i = 0; i < n_; ++i)
      if (i != row) table_.row(i) -= table_(i, column) * table_.row(row).eval();
    basis_[row] = column;
  }

  Index n_;
  DenseMatrix table_;
  std::vector<Index> basis_;
};

/// z on `rows` such that (A z + b) vanishes there, least norm; the rest of z is 0.
Vector solve_active(const DenseMatrix& A, const Vector& b, const std::vector<Index>& rows) {
  Vector z = Vector::Zero(b.size());
  if (rows.empty()) return z;
  Eigen::CompleteOrthogonalDecomposition<DenseMatrix> decomposition;
  decomposition.setThreshold(kRank);
  decomposition.compute(A(rows, rows));
  const Vector active = decomposition.solve(-b(rows));
  z(rows) = active;
  return z;
}

bool is_solution(const DenseMatrix& A, const Vector& b, const Vector& z) {
  const double size = 1.0 + z.lpNorm<Eigen::Infinity>();
  const Vector w = A * z + b;
  for (Index i = 0; i < z.size(); ++i)
    if (z[i] < -kScaledRoundOff * size || w[i] < -1e-9 * size ||
        (z[i] > kScaledRoundOff * size && w[i] > 1e-9 * size))
      return false;
  return true;
}

/// Solves the equations of the contacts that touch, or are pressed, in the approximate solution z.
bool refine(const DenseMatrix& A, const Vector& b, Vector& z) {
  const Vector w = A * z + b;
  const double round_off = kScaledRoundOff * (1.0 + z.lpNorm<Eigen::Infinity>());
  std::vector<Index> touching, pressed;  // w = 0; z > 0
  for (Index i = 0; i < z.size(); ++i) {
    if (z[i] > round_off) pressed.push_back(i);
    if (z[i] > round_off || w[i] <= round_off) touching.push_back(i);
  }
  for (const auto& rows : {touching, pressed}) {
    const Vector refined = solve_active(A, b, rows);
    if (!is_solution(A, b, refined)) continue;
    z = refined.cwiseMax(0.0);
    return true;
  }
  return is_solution(A, b, z);
}

/// The scaled problem: unit diagonal, largest entry of b one.
bool solve_scaled(const DenseMatrix& A, const Vector& b, Vector& z) {
  if (Lemke(A, b).solve(z) && refine(A, b, z)) return true;
  DenseMatrix ridged = A;
  ridged.diagonal().array() += 1e-10;
  if (!Lemke(ridged, b).solve(z)) return false;
  return refine(A, b, z) || is_solution(ridged, b, z);
}

}  // namespace

bool solve_complementarity(const DenseMatrix& A, const Vector& b, Vector& z, Vector& w) {
  const auto n = static_cast<Index>(b.size());
  assert(A.rows() == n && A.cols() == n);
  Vector scale(n);
  for (Index i = 0; i < n; ++i) scale[i] = A(i, i) > 0 ? 1.0 / std::sqrt(A(i, i)) : 1.0;
  const Vector b_scaled = scale.cwiseProduct(b);
  const double size = b_scaled.size() == 0 ? 0.0 : b_scaled.lpNorm<Eigen::Infinity>();
  z = Vector::Zero(n);
  w = b;
  if (size == 0 || b.minCoeff() >= 0) return std::isfinite(size);
  if (!std::isfinite(size)) return false;

  const DenseMatrix A_scaled = scale.asDiagonal() * A * scale.asDiagonal();
  if (!solve_scaled(A_scaled, b_scaled / size, z)) return false;
  z = size * scale.cwiseProduct(z);
  w = A * z + b;
  for (Index i = 0; i < n; ++i) w[i] = z[i] > 0 ? 0.0 : std::max(w[i], 0.0);
  return true;
}

}  // namespace jounce
