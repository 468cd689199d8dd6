#pragma once

#include "contact_problem/problem.h"

namespace jounce::contact_problem {

/// w_c relative to the mean below which both sides of a contact count as fixed.
inline constexpr double kNoMotion = 1e-14;

/// How far impulses are from a solution, as a number without unit: the natural map of the cone in every
/// contact, with the step 1/w that its own block of W suggests, as a velocity, relative to q:
///
///     e(r) = ( sum_c w_c^2 |r_c - P_K(r_c - u^_c / w_c)|^2 )^(1/2) / |q|,     w_c = trace(W_cc)/d
///
/// and under the root the round-off of W r, sum_c (2.2e-16 w_c |r_c|)^2, so that impulses which grow without
/// bound against each other are never taken for a solution. But for round-off, e = 0 exactly at solutions.
/// Units of length, mass and time drop out, and so does the scale of q. A contact between bodies that cannot
/// move (W_cc = 0 to round-off) takes the mean of the other w. For q = 0, where r = 0 is a solution, e is
/// relative to W r.
class Residual {
 public:
  explicit Residual(const Problem& problem);

  double operator()(const Vector& r, const Vector& u) const;
  /// w_c of every contact.
  const Vector& scales() const { return scales_; }

 private:
  template <int D>
  double sum_of_squares(const Vector& r, const Vector& u) const;

  const Problem& problem_;
  Vector scales_;
  double norm_;
};

/// e(r) with u = W r + q computed.
double residual(const Problem& problem, const Vector& r);

/// Moves every r_c into its cone (nearest point).
void project(const Problem& problem, Vector& r);

}  // namespace jounce::contact_problem
