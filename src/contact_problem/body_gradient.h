#pragma once

#include "contact_problem/body_sweeps.h"

namespace jounce::contact_problem {

/// The convex problem behind the cone law as its gradient methods see it,
///
///     minimise f(x) = 1/2 |w(x)|^2 + s.r + c.lambda   over r in K,   x = (r, lambda),   w = w_0 + H r + B
///     lambda
///
/// with gradient g = (H^T w + s, B^T w + c) in the metric D of w_c for contacts and B_j.B_j for joint rows.
/// For Coulomb's law s_N is raised by mu |u_T| whenever the gradient is taken: a fixed point on the cone
/// shift.
class BodyGradient {
 public:
  explicit BodyGradient(const BodySweeps& sweeps);

  /// g at velocities w, into `u` and `beta`.
  void compute(const Vector& w);
  /// next = P_K(x - step D^-1 g).
  void step(const BodyState& x, double step, BodyState& next) const;
  /// (a - b).D (a - b).
  double distance_square(const BodyState& a, const BodyState& b) const;
  /// g.(a - b).
  double slope(const BodyState& a, const BodyState& b) const;

  Vector u, beta;  ///< the gradient

 private:
  const BodySweeps& sweeps_;
};

}  // namespace jounce::contact_problem
