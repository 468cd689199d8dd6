#pragma once

#include <algorithm>
#include <cmath>

#include "contact_problem/one_contact_enumeration.h"

namespace jounce::contact_problem {

/// Exact solution of the problem of one contact in space, u = A r + b, for many b. Three cases:
///
///   take-off   b_N >= 0:  r = 0
///   stick      u = 0, |r_T| <= mu r_N
///   slide      u_N = 0, u_T = -lambda r_T with lambda > 0, |r_T| = mu r_N
///
/// u_N = 0 eliminates r_N = beta - a.r_T (beta = -b_N/A_NN, a = A_NT/A_NN) and leaves
///
///     (B + lambda 1) r_T = -b^,    B = A_TT - A_TN a^T,   b^ = b_T + A_TN beta
///
/// so that with p = (adj B + lambda 1) b^ and D = det(B + lambda 1):  r_T = -p/D, and the cone's boundary is
///
///     k(lambda) = mu (beta D + a.p)/|p| - 1 = 0
///
/// (|p|^2 = mu^2 (beta D + a.p)^2 is the quartic of the literature: Bonnefon and Daviet, Quartic formulation
/// of Coulomb 3D frictional contact, INRIA RT-0400, 2011). k is linear in lambda for B = b 1 and nearly so
/// else, so Newton needs few steps. For positive semidefinite A and b_N < 0, k < 0 at 0 where sticking is
/// impossible, and k -> infinity: a root is always bracketed and bisection is the safeguard. Any other A goes
/// to the enumeration of all solutions.
class OneContact3 {
 public:
  static constexpr double kSingular = 1e-13;  ///< relative size of a determinant that is round-off

  OneContact3() = default;
  /// @param A diagonal block of W, column by column; stays where it is as long as this object is used
  OneContact3(const double* A, double mu);
  const double* block() const { return A_; }  ///< A

  /// @param b velocity at r = 0
  /// @param r in: last impulse (used by the enumeration); out: solution
  /// @param lambda in: first guess of |u_T|/|r_T|, 0 if unknown; out: the same at the solution, if it slides
  /// @return false when the contact has no solution by itself; r is unchanged
  bool solve(const double* b, double* r, double& lambda) const;

 private:
  static constexpr int kIterations = 80;
  static constexpr double kSeries = 0.02;  ///< |(k + 1)^2 - 1| below which k comes from a series

  bool slide(double beta, const double* bhat, const double* c, double* r, double& lambda) const;

  double mu_ = 0;
  double inverse_normal_ = 0;     ///< 1 / A_NN
  double a_[2] = {}, c_[2] = {};  ///< a, A_TN
  double B_[4] = {};              ///< column by column
  double trace_ = 0, determinant_ = 0;
  double least_ = 0;          ///< determinant / trace: the least eigenvalue of B within a factor 2
  bool is_definite_ = false;  ///< A_NN > 0, B positive definite to round-off
  const double* A_ = nullptr;
};

/// The same in the plane, in closed form: sliding to either side is linear.
class OneContact2 {
 public:
  OneContact2() = default;
  OneContact2(const double* A, double mu);
  bool solve(const double* b, double* r, double& lambda) const;

 private:
  double mu_ = 0;
  const double* A_ = nullptr;
  double inverse_determinant_ = 0;  ///< 0 when A is singular to round-off
  double inverse_slide_[2] = {};    ///< 1 / (A_NN -+ mu A_NT): sliding to +, -; 0 when not positive
};

inline OneContact3::OneContact3(const double* A, double mu) : mu_(mu), A_(A) {
  const double trace = A[0] + A[4] + A[8];
  if (!(A[0] > kSingular * trace)) return;
  inverse_normal_ = 1 / A[0];
  a_[0] = A[3] * inverse_normal_;
  a_[1] = A[6] * inverse_normal_;
  c_[0] = A[1];
  c_[1] = A[2];
  B_[0] = A[4] - A[1] * a_[0];
  B_[1] = A[5] - A[2] * a_[0];
  B_[2] = A[7] - A[1] * a_[1];
  B_[3] = A[8] - A[2] * a_[1];
  trace_ = B_[0] + B_[3];
  determinant_ = B_[0] * B_[3] - B_[1] * B_[2];
  is_definite_ = trace_ > kSingular * trace && determinant_ > kSingular * trace_ * trace_;
  if (is_definite_) least_ = determinant_ / trace_;
}

inline bool OneContact3::solve(const double* b, double* r, double& lambda) const {
  if (b[0] >= 0) {
    r[0] = r[1] = r[2] = 0;
    return true;
  }
  if (!is_definite_) return enumerated_contact(A_, mu_, b, r);
  const double beta = -b[0] * inverse_normal_;
  if (mu_ == 0) {
    r[0] = beta;
    r[1] = r[2] = 0;
    return true;
  }
  const double bhat[2] = {b[1] + c_[0] * beta, b[2] + c_[1] * beta};
  const double c[2] = {B_[3] * bhat[0] - B_[2] * bhat[1], B_[0] * bhat[1] - B_[1] * bhat[0]};
  const double normal = beta * determinant_ + a_[0] * c[0] + a_[1] * c[1];  // r_N det B at stick
  const double limit = mu_ * normal;
  if (limit >= 0 && c[0] * c[0] + c[1] * c[1] <= limit * limit) {
    const double inverse = 1 / determinant_;
    r[0] = normal * inverse;
    r[1] = -c[0] * inverse;
    r[2] = -c[1] * inverse;
    return true;
  }
  if (slide(beta, bhat, c, r, lambda)) return true;
  return enumerated_contact(A_, mu_, b, r);
}

inline bool OneContact3::slide(double beta, const double* bhat, const double* c, double* r,
                               double& lambda) const {
  const double ab = a_[0] * bhat[0] + a_[1] * bhat[1], ac = a_[0] * c[0] + a_[1] * c[1];
  double low = 0, high = INFINITY, x = lambda;
  for (int i = 0; i < kIterations; ++i) {
    const double p[2] = {c[0] + x * bhat[0], c[1] + x * bhat[1]};
    const double D = determinant_ + x * (trace_ + x);
    const double normal = beta * D + ac + x * ab, bound = mu_ * normal;
    const double square = p[0] * p[0] + p[1] * p[1], along = p[0] * bhat[0] + p[1] * bhat[1];
    const double rate = beta * (trace_ + 2 * x) + ab;  // of the normal
    // k and k/k', k' = (k + 1) (rate/normal - along/square). Near the root, where nearly all steps are taken,
    // k + 1 = (bound^2/square)^(1/2) by its series: two divisions side by side and no root.
    const double excess = bound * bound / square - 1;
    double k, step;
    if (bound > 0 && std::abs(excess) < kSeries) {
      k = excess * (0.5 - excess * (0.125 - 0.0625 * excess));
      step = k * (1 - k * (1 - k)) * (normal * square) / (rate * square - along * normal);
    } else {
      const double inverse = 1 / std::sqrt(square);
      k = bound * inverse - 1;
      step = k / (mu_ * inverse * rate - (k + 1) * along * inverse * inverse);
    }
    (k < 0 ? low : high) = x;
    double next = x - step;
    // Newton's steps square the error, in units of lambda + the least eigenvalue of B: after a short one the
    // next would be below round-off. It may leave the bracket, by round-off.
    const bool is_short = std::abs(next - x) <= 1e-7 * (next + least_);
    if (!is_short && !(next > low && next < high)) next = std::min(0.5 * (low + high), 2 * (low + trace_));
    if (is_short || high - low <= 1e-15 * low) {
      const double inverse = 1 / (determinant_ + next * (trace_ + next));
      const double t[2] = {-(c[0] + next * bhat[0]) * inverse, -(c[1] + next * bhat[1]) * inverse};
      const double r_n = beta - (a_[0] * t[0] + a_[1] * t[1]);
      if (!(r_n > 0)) return false;
      r[0] = r_n;
      r[1] = t[0];
      r[2] = t[1];
      lambda = next;
      return true;
    }
    x = next;
  }
  return false;
}

inline bool OneContact2::solve(const double* b, double* r, double& /*lambda*/) const {
  if (b[0] >= 0) {
    r[0] = r[1] = 0;
    return true;
  }
  const double stick[2] = {inverse_determinant_ * (A_[2] * b[1] - A_[3] * b[0]),
                           inverse_determinant_ * (A_[1] * b[0] - A_[0] * b[1])};
  if (inverse_determinant_ > 0 && std::abs(stick[1]) <= mu_ * stick[0]) {
    r[0] = stick[0];
    r[1] = stick[1];
    return true;
  }
  for (int side = 0; side < 2; ++side) {
    const double sign = side == 0 ? 1 : -1;
    const double r_n = -b[0] * inverse_slide_[side], r_t = -sign * mu_ * r_n;
    if (r_n > 0 && sign * (A_[1] * r_n + A_[3] * r_t + b[1]) >= 0) {
      r[0] = r_n;
      r[1] = r_t;
      return true;
    }
  }
  return enumerated_contact_2d(A_, mu_, b, r);
}

}  // namespace jounce::contact_problem
