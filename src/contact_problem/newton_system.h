#pragma once

#include <optional>
#include <vector>

#include "contact_problem/problem.h"
#include "contact_problem/solvers.h"
#include "la/linear_solver.h"

namespace jounce::contact_problem {

/// The linear system of a semi-smooth Newton step on a scaled problem:
///
///     (F_r + F_u (W + eps 1)) dr = -F
///
/// Open contacts (dr = -r) are eliminated. Dense factorisation up to a few tens of unknowns or where W is
/// dense and small, else `LinearSolver`.
class NewtonSystem {
 public:
  NewtonSystem(const Problem& problem, Method function);

  /// Step at r with velocities u. @return false when the matrix is singular
  bool step(const Vector& r, const Vector& u, double epsilon, Vector& dr);

 private:
  template <int D>
  bool step_of_dimension(const Vector& r, const Vector& u, double epsilon, Vector& dr);
  template <int D>
  bool solve_dense(Index unknowns, double epsilon, Vector& x);
  template <int D>
  bool solve_sparse(Index unknowns, double epsilon, Vector& x);

  const Problem& problem_;
  Method function_;
  std::vector<Index> active_;      ///< contacts that are not eliminated
  std::vector<Index> place_;       ///< number among the active, -1 for others
  std::vector<double> F_r_, F_u_;  ///< blocks of the active contacts
  Vector right_side_;
  CsrMatrix matrix_;
  std::vector<Index> last_active_;
  std::optional<LinearSolver> solver_;
};

}  // namespace jounce::contact_problem
