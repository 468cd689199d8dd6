#pragma once

#include <optional>

#include "contact_problem/problem.h"
#include "la/decompositions.h"
#include "la/linear_solver.h"

namespace jounce::contact_problem {

/// x = (W + rho diag(w))^-1 b in scaled unknowns: (S^-1 W S^-1 + rho 1) x = b with S = diag(w^1/2).
/// Factorised where W is formed (dense up to a few hundred unknowns or where W is full, else `LinearSolver`);
/// conjugate gradients where it is an operator.
class ShiftedSystem {
 public:
  /// @param roots w_c^(1/2); both arguments must outlive this object
  ShiftedSystem(const Problem& problem, const Vector& roots);

  /// Throws SingularMatrix.
  void set_shift(double rho);
  /// @param x in: first guess (operators), out: solution
  /// @param tolerance relative, of conjugate gradients
  void solve(const Vector& b, double tolerance, Vector& x);

 private:
  void apply(const Vector& x, Vector& y) const;

  const Problem& problem_;
  const Vector& roots_;
  double rho_ = 1;
  bool is_dense_ = false;
  DenseMatrix dense_;
  Eigen::PartialPivLU<DenseMatrix> lu_;
  CsrMatrix matrix_;
  std::optional<LinearSolver> solver_;
  mutable Vector scratch_;
};

}  // namespace jounce::contact_problem
