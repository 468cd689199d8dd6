#pragma once

#include <string>

#include "contact_problem/residual.h"
#include "contact_problem/solvers.h"

namespace jounce::contact_problem {

/// The best impulses that a solver has seen, by the residual of `residual.h`.
class BestIterate {
 public:
  /// Starts from the better of `start` (moved into the cones; ignored when its size is wrong or a number is
  /// not finite) and zero.
  BestIterate(const Problem& problem, const Vector& start, double tolerance);

  /// Measures r, moved into the cones first, and keeps it when it is better. @return its residual
  double offer(const Vector& r);

  bool is_solved() const { return residual_ <= tolerance_; }
  double residual() const { return residual_; }
  const Vector& r() const { return r_; }
  const Vector& u() const { return u_; }
  const Vector& scales() const { return measure_.scales(); }
  Result result(const std::string& method, int iterations) const;

 private:
  const Problem& problem_;
  Residual measure_;
  double tolerance_;
  double residual_ = 0;
  Vector r_, u_;
  Vector trial_r_, trial_u_;
};

}  // namespace jounce::contact_problem
