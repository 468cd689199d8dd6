#pragma once

#include <vector>

#include "contact_problem/problem.h"
#include "la/linear_solver.h"

namespace jounce::contact_problem {

/// One entry of a sparse matrix.
struct Triplet {
  Index row, column;
  double value;
};

/// The problem before the velocities of the bodies are eliminated:
///
///     M v = H r + f,     u = H^T v + w
///
/// M (n x n) regular, H (n x d contacts).
struct GlobalProblem {
  int dimension = 3;
  Index unknowns = 0;  ///< n
  std::vector<Triplet> M, H;
  Vector f, w;
  std::vector<double> mu;
};

/// W = H^T M^-1 H without forming it: one product with H, one solve, one product with H^T.
class MassOperator final : public DelassusOperator {
 public:
  /// Factorises M; throws SingularMatrix. Entries must lie inside M and H.
  explicit MassOperator(const GlobalProblem& problem);

  void apply(const Vector& r, Vector& u) const override;
  void diagonal_block(Index contact, double* block) const override;
  /// v = M^-1 (H r + f).
  Vector body_velocities(const Vector& r, const Vector& f) const;
  /// H^T v.
  Vector relative_velocities(const Vector& v) const;

 private:
  int dimension_;
  Index unknowns_, rows_;
  std::vector<Triplet> H_;  ///< ascending columns
  std::vector<Index> column_starts_;
  CsrMatrix mass_;
  mutable LinearSolver solver_{MatrixKind::general};
  mutable Vector force_, velocity_;
};

/// W = H^T M^-1 H as an operator, q = H^T M^-1 f + w.
Problem reduced(const GlobalProblem& problem);

}  // namespace jounce::contact_problem
