#pragma once

#include <vector>

#include "contact_problem/one_contact.h"
#include "contact_problem/problem.h"

namespace jounce::contact_problem {

/// Sweeps of the nonlinear block Gauss-Seidel method over a problem with a formed W: every contact in turn is
/// solved exactly with the impulses of the others held,
///
///     b_c = q_c + sum_{j != c} W_cj r_j,     r_c = solution of  u = W_cc r_c + b_c.
///
/// W is read once a sweep from front to back, nothing is allocated. Impulses leave a sweep inside their
/// cones; a contact without solution of its own keeps its impulse. The problem must outlive this object.
class GaussSeidel {
 public:
  explicit GaussSeidel(const Problem& problem);

  /// One sweep. @param scales w_c of `Residual`
  /// @return sum_c w_c^2 |change of r_c|^2
  double sweep(Vector& r, const Vector& scales);

 private:
  const Problem& problem_;
  std::vector<OneContact3> spatial_;
  std::vector<OneContact2> planar_;
  std::vector<double> lambda_;  ///< |u_T|/|r_T| of sliding contacts in the last sweep
};

}  // namespace jounce::contact_problem
