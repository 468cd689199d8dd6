#include "la/multigrid_cg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce {
namespace {

constexpr int kMostIterations = 600;
constexpr double kSymmetric = 1e-9;      ///< x . A y against y . A x, relative
constexpr double kSupported = 1e-11;     ///< least energy of a rigid motion over that of the diagonal alone
constexpr double kSpring = 10;           ///< stiffness of a condition in the preconditioner over what it sees
constexpr int kSlower = 2, kLater = 10;  ///< a kept multigrid serves up to so many times and more iterations
constexpr std::size_t kMostParts = 12;   ///< parts that only conditions join

double golden(Index i) { return std::fmod(0.6180339887498949 * (i + 1), 1.0) - 0.5; }

/// Number of the part of every unknown, parts being what K joins.
std::vector<int> parts_of(const CsrMatrix& K, Index n, int& parts) {
  std::vector<int> part(static_cast<std::size_t>(n), -1);
  std::vector<Index> next;
  parts = 0;
  for (Index first = 0; first < n; ++first) {
    if (part[static_cast<std::size_t>(first)] >= 0) continue;
    next.assign(1, first);
    part[static_cast<std::size_t>(first)] = parts;
    while (!next.empty()) {
      const Index i = next.back();
      next.pop_back();
      for (Index k = K.row_starts()[static_cast<std::size_t>(i)];
           k < K.row_starts()[static_cast<std::size_t>(i) + 1]; ++k) {
        const Index j = K.columns()[static_cast<std::size_t>(k)];
        if (j >= n) break;
        if (part[static_cast<std::size_t>(j)] >= 0) continue;
        part[static_cast<std::size_t>(j)] = parts;
        next.push_back(j);
      }
    }
    ++parts;
  }
  return part;
}

}  // namespace

void MultigridCg::forget() {
  matrix_ = nullptr;
  has_multigrid_ = is_fresh_ = false;
}

void MultigridCg::multiply(const Vector& x, Vector& y) {
  y.resize(n_);
  const auto starts = matrix_->row_starts();
  const Index* columns = matrix_->columns().data();
  const double* values = matrix_->values().data();
  const bool has_more = matrix_->size() > n_;
  for (Index i = 0; i < n_; ++i) {
    const Index first = starts[static_cast<std::size_t>(i)];
    Index last = starts[static_cast<std::size_t>(i) + 1];
    while (has_more && last > first && columns[last - 1] >= n_) --last;
    double sum = 0;
    for (Index k = first; k < last; ++k) sum += values[k] * x[columns[k]];
    y[i] = sum;
  }
  rows_.add_springs(x, y);
}

bool MultigridCg::take(const CsrMatrix& matrix, Index n) {
  if (matrix_ == &matrix && version_ == matrix.value_version() && pattern_ == matrix.pattern())
    return serves_;
  if (pattern_ != matrix.pattern()) has_multigrid_ = has_multigrid_ && n == n_;
  matrix_ = &matrix;
  version_ = matrix.value_version();
  pattern_ = matrix.pattern();
  n_ = n;
  is_fresh_ = serves_ = false;
  if (!rows_.take(matrix, n)) return fail(rows_.trouble());
  p_.resize(n);
  z_.resize(n);
  for (Index i = 0; i < n; ++i) {
    p_[i] = golden(i);
    z_[i] = golden(7 * (i % 1000003) + 3);
  }
  multiply(p_, Kp_);
  const double one = z_.dot(Kp_), size = z_.norm() * Kp_.norm();
  multiply(z_, r_);
  if (!std::isfinite(one) || !(std::abs(one - p_.dot(r_)) <= kSymmetric * size))
    return fail("the stiffness is not symmetric");
  serves_ = is_supported();
  return serves_;
}

/// Energies of rigid motions of every part, in the space that the conditions leave.
bool MultigridCg::is_supported() {
  Vector diagonal(n_);
  for (Index i = 0; i < n_; ++i) diagonal[i] = matrix_->at(i, i);
  if (!(diagonal.minCoeff() > 0)) return fail("the stiffness is not positive definite");
  int parts = 0;
  const std::vector<int> part = parts_of(*matrix_, n_, parts);
  if (parts > static_cast<int>(kMostParts)) return fail(fmt::format("the model falls into {} parts", parts));
  const DenseMatrix motions = multigrid_.rigid_motions(n_);
  const Index k = motions.cols() * parts;
  DenseMatrix Z = DenseMatrix::Zero(n_, k), KZ(n_, k);
  for (Index i = 0; i < n_; ++i)
    Z.row(i).segment(part[static_cast<std::size_t>(i)] * motions.cols(), motions.cols()) = motions.row(i);
  DenseMatrix of_diagonal = Z.transpose() * diagonal.asDiagonal() * Z;
  for (Index c = 0; c < k; ++c) {
    p_ = Z.col(c);
    rows_.project(p_);
    multiply(p_, Kp_);
    Z.col(c) = p_;
    KZ.col(c) = Kp_;
  }
  const DenseMatrix energy = Z.transpose() * KZ;
  // A part may be so held that a motion of it has no unknowns left at all.
  of_diagonal.diagonal().array() += 1e-14 * of_diagonal.diagonal().maxCoeff();
  const Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix> modes(energy, of_diagonal,
                                                                    Eigen::EigenvaluesOnly);
  if (modes.info() != Eigen::Success || !(modes.eigenvalues()[0] > kSupported))
    return fail("something can move without any force");
  return true;
}

bool MultigridCg::set_up() {
  // What a condition sees: as if only its own unknowns moved.
  std::vector<StiffRow> held, stiff = rows_.springs();
  for (const StiffRow& row : rows_.conditions()) {
    const Index node = multigrid_.node(row.unknowns[0]);
    if (std::ranges::all_of(row.unknowns, [&](Index i) { return multigrid_.node(i) == node; })) {
      held.push_back(row);
      continue;
    }
    double flexibility = 0;
    for (std::size_t k = 0; k < row.unknowns.size(); ++k)
      flexibility += row.values[k] * row.values[k] / matrix_->at(row.unknowns[k], row.unknowns[k]);
    stiff.push_back(row);
    stiff.back().stiffness = kSpring / flexibility;
  }
  has_multigrid_ = is_fresh_ = multigrid_.set_up(*matrix_, n_, held, stiff);
  ++set_ups_;
  fresh_iterations_ = 0;
  return is_fresh_ || fail("the multigrid cannot be set up");
}

MultigridCg::End MultigridCg::iterate(double tolerance, int most) {
  double last = 1;
  p_.setZero(n_);
  for (last_iterations_ = 0;; ++last_iterations_) {
    const double left = r_.size() > 0 ? r_.lpNorm<Eigen::Infinity>() : 0.0;
    if (left <= tolerance) return End::converged;
    if (!std::isfinite(left)) return End::indefinite;
    if (last_iterations_ == most) return End::slow;
    multigrid_.apply(r_, z_);
    rows_.project(z_);
    const double rz = r_.dot(z_);
    if (!(rz > 0)) return End::indefinite;
    p_ = last_iterations_ == 0 ? z_ : Vector(z_ + rz / last * p_);
    last = rz;
    multiply(p_, Kp_);
    const double energy = p_.dot(Kp_);
    if (!(energy > 0)) return End::indefinite;
    ++iterations_;
    x_ += rz / energy * p_;
    r_ -= rz / energy * Kp_;
    rows_.project(r_);
  }
}

bool MultigridCg::solve(const CsrMatrix& matrix, Index n, const Vector& r, double tolerance, Vector& x) {
  if (!take(matrix, n)) return false;
  Vector load;
  rows_.load(r, load);
  rows_.particular(r, x_);
  const auto imbalance = [&] {
    multiply(x_, Kp_);
    r_ = load - Kp_;
  };
  End end = End::slow;
  for (bool tries_again = true; tries_again;) {
    tries_again = has_multigrid_ && !is_fresh_;
    if (!has_multigrid_ && !set_up()) return false;
    imbalance();
    rows_.project(r_);
    end = iterate(tolerance, is_fresh_ ? kMostIterations : kSlower * fresh_iterations_ + kLater);
    if (is_fresh_) fresh_iterations_ = std::max(fresh_iterations_, last_iterations_);
    if (end == End::converged) break;
    if (tries_again) has_multigrid_ = false;
    if (end == End::indefinite && tries_again) rows_.particular(r, x_);
  }
  if (end == End::slow)
    return fail(fmt::format("conjugate gradients do not end in {} iterations", kMostIterations));
  if (end == End::indefinite) return fail("the stiffness is not positive definite");
  imbalance();
  Vector y;
  r_ = -r_;
  rows_.multipliers(r, x_, r_, y);
  x.resize(matrix.size());
  x.head(n) = x_;
  x.tail(y.size()) = y;
  return true;
}

}  // namespace jounce
