#include <cmath>

#include "integrators/event_driven/event_dynamics.h"

namespace jounce {
namespace {

constexpr double kRank = 1e-11;  ///< of matrices scaled to a unit diagonal

}  // namespace

void SaddlePoint::forget() {
  M_.resize(0, 0);
  empty_ = false;
}

void SaddlePoint::set_mass(const DenseMatrix& M) {
  M_ = M;
  empty_ = M.rows() == 0;
  definite_ = false;
  if (empty_) return;
  const double mean = M.diagonal().mean();
  dof_scale_.resize(M.rows());
  bool positive = true;
  for (Index i = 0; i < dof_scale_.size(); ++i) {
    const double entry = M(i, i);
    if (!(entry > 0)) positive = false;
    dof_scale_[i] = 1.0 / std::sqrt(entry > 0 ? entry : (mean > 0 ? mean : 1.0));
  }
  if (!positive) return;
  const DenseMatrix scaled = dof_scale_.asDiagonal() * M * dof_scale_.asDiagonal();
  cholesky_.compute(scaled);
  definite_ = cholesky_.info() == Eigen::Success &&
              cholesky_.matrixLLT().diagonal().cwiseAbs().minCoeff() > std::sqrt(kRank);
}

void SaddlePoint::set_rows(const DenseMatrix& J) {
  J_ = J;
  redundant_ = false;
  const auto n = static_cast<Index>(M_.rows());
  const auto m = static_cast<Index>(J.rows());
  row_scale_ = Vector::Ones(m);
  decomposition_.setThreshold(kRank);
  if (definite_) {
    if (m == 0) return;
    const DenseMatrix half = cholesky_.matrixL().solve((J * dof_scale_.asDiagonal()).transpose());
    for (Index i = 0; i < m; ++i)
      if (const double norm = half.col(i).norm(); norm > 0) row_scale_[i] = 1.0 / norm;
    M_inv_Jt_ = dof_scale_.asDiagonal() * cholesky_.matrixL().transpose().solve(half);
    const DenseMatrix scaled_half = half * row_scale_.asDiagonal();
    decomposition_.compute(scaled_half.transpose() * scaled_half);
    redundant_ = decomposition_.rank() < m;
    return;
  }
  const DenseMatrix J_scaled = J * dof_scale_.head(n).asDiagonal();
  for (Index i = 0; i < m; ++i)
    if (const double norm = J_scaled.row(i).norm(); norm > 0) row_scale_[i] = 1.0 / norm;
  DenseMatrix whole = DenseMatrix::Zero(n + m, n + m);
  whole.topLeftCorner(n, n) = dof_scale_.asDiagonal() * M_ * dof_scale_.asDiagonal();
  whole.bottomLeftCorner(m, n) = row_scale_.asDiagonal() * J_scaled;
  whole.topRightCorner(n, m) = whole.bottomLeftCorner(m, n).transpose();
  decomposition_.compute(whole);
  redundant_ = decomposition_.rank() < n + m;
}

void SaddlePoint::solve(const Vector& r, const Vector& s, Vector& x, Vector& mu) const {
  const auto n = static_cast<Index>(M_.rows());
  const auto m = static_cast<Index>(J_.rows());
  if (n == 0) {
    x.resize(0);
    mu = Vector::Zero(m);
    return;
  }
  if (definite_) {
    x = dof_scale_.cwiseProduct(cholesky_.solve(dof_scale_.cwiseProduct(r)));
    mu = Vector::Zero(m);
    if (m == 0) return;
    const Vector missing = row_scale_.cwiseProduct(s - J_ * x);
    mu = row_scale_.cwiseProduct(decomposition_.solve(missing));
    x += M_inv_Jt_ * mu;
    return;
  }
  Vector right(n + m);
  right << dof_scale_.cwiseProduct(r), row_scale_.cwiseProduct(s);
  const Vector solution = decomposition_.solve(right);
  x = dof_scale_.cwiseProduct(solution.head(n));
  mu = -row_scale_.cwiseProduct(solution.tail(m));
}

}  // namespace jounce
