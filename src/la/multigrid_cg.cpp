#include "la/multigrid_cg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/decompositions.h"

namespace jounce {
namespace {

constexpr double kSymmetric = 1e-9;      ///< x . A y against y . A x, relative
constexpr double kSupported = 1e-11;     ///< least energy of a rigid motion over that of the diagonal alone
constexpr double kDependent = 1e-7;      ///< what is left of a motion that others make up, relative
constexpr double kSpring = 1;            ///< stiffness of a condition in the preconditioner over what it sees
constexpr int kSlower = 2, kLater = 10;  ///< a kept multigrid serves up to so many times and more iterations
constexpr int kMostParts = 12;           ///< parts that only conditions join

double golden(Index i) { return std::fmod(0.6180339887498949 * (i + 1), 1.0) - 0.5; }

}  // namespace

void MultigridCg::forget() {
  matrix_ = nullptr;
  stiffness_.forget();
  has_multigrid_ = is_fresh_ = false;
  multigrid_.release();
}

void MultigridCg::multiply(const Vector& x, Vector& y) {
  stiffness_.multiply(x, y);
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
  stiffness_.take(matrix, n);
  if (!rows_.take(stiffness_.border(), n)) return fail(rows_.trouble());
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
  sort_conditions();
  serves_ = is_supported();
  return serves_;
}

/// Rigid motions of every part, an orthonormal basis of those that the part's unknowns can make at all.
DenseMatrix MultigridCg::motions_of_parts(int& parts) {
  const std::vector<int>& part = stiffness_.parts(parts);
  if (parts > kMostParts) return {};
  const DenseMatrix motions = multigrid_.rigid_motions(n_);
  const Index of_part = motions.cols();
  DenseMatrix Z = DenseMatrix::Zero(n_, of_part * parts);
  for (Index i = 0; i < n_; ++i) Z.row(i).segment(part[i] * of_part, of_part) = motions.row(i);
  Index kept = 0;
  for (Index c = 0; c < Z.cols(); ++c) {
    Vector z = Z.col(c);
    const double length = z.norm();
    for (int twice = 0; twice < 2; ++twice)
      for (Index k = 0; k < kept; ++k) z -= Z.col(k).dot(z) * Z.col(k);
    if (z.norm() > kDependent * length) Z.col(kept++) = z.normalized();
  }
  return Z.leftCols(kept);
}

/// The least energy of rigid motions of parts, in the space that the conditions leave, says so.
bool MultigridCg::is_supported() {
  Vector diagonal = stiffness_.diagonal();
  for (const StiffRow& row : stiff_)
    for (std::size_t k = 0; k < row.unknowns.size(); ++k)
      diagonal[row.unknowns[k]] += row.stiffness * row.values[k] * row.values[k];
  if (!(diagonal.minCoeff() > 0)) return fail("the stiffness is not positive definite");
  int parts = 0;
  DenseMatrix Z = motions_of_parts(parts);
  if (parts > kMostParts) return fail(fmt::format("the model consists of {} separate parts", parts));
  const DenseMatrix of_diagonal = Z.transpose() * diagonal.asDiagonal() * Z;
  DenseMatrix KZ(n_, Z.cols());
  for (Index c = 0; c < Z.cols(); ++c) {
    p_ = Z.col(c);
    rows_.project(p_);
    multiply(p_, Kp_);
    Z.col(c) = p_;
    KZ.col(c) = Kp_;
  }
  const DenseMatrix energy = Z.transpose() * KZ;
  const Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix> modes(energy, of_diagonal,
                                                                    Eigen::EigenvaluesOnly);
  if (modes.info() != Eigen::Success || !(modes.eigenvalues()[0] > -kSupported))
    return fail("the stiffness is not positive definite");
  if (modes.eigenvalues()[0] < kSupported) return fail("some motion requires no force");
  return true;
}

void MultigridCg::sort_conditions() {
  held_.clear();
  stiff_ = rows_.springs();
  for (const StiffRow& row : rows_.conditions()) {
    const Index node = multigrid_.node(row.unknowns[0]);
    if (std::ranges::all_of(row.unknowns, [&](Index i) { return multigrid_.node(i) == node; })) {
      held_.push_back(row);
      continue;
    }
    stiff_.push_back(row);
    for (const Index i : row.unknowns)
      stiff_.back().stiffness = std::max(stiff_.back().stiffness, kSpring * stiffness_.diagonal()[i]);
  }
}

bool MultigridCg::set_up() {
  has_multigrid_ = is_fresh_ = multigrid_.set_up(stiffness_.rows(), n_, held_, stiff_);
  ++set_ups_;
  fresh_rate_ = 0;
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
  was_slow_ = false;
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
    const double decades = std::log10(std::max(1.0, r_.lpNorm<Eigen::Infinity>() / tolerance));
    end = iterate(tolerance,
                  is_fresh_ ? most_iterations_ : kLater + static_cast<int>(kSlower * fresh_rate_ * decades));
    if (is_fresh_ && decades > 1) fresh_rate_ = std::max(fresh_rate_, last_iterations_ / decades);
    if (end == End::converged) break;
    if (tries_again) has_multigrid_ = false;
    if (end == End::indefinite && tries_again) rows_.particular(r, x_);
  }
  was_slow_ = end == End::slow;
  if (was_slow_)
    return fail(fmt::format("conjugate gradients do not converge in {} iterations", most_iterations_));
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
