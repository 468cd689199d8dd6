#pragma once

#include <vector>

#include "la/symmetric_matrix.h"

namespace jounce {

/// Linear conditions w_k . x = c_k of which no two have an unknown in common.
struct SparseRows {
  std::vector<Index> starts = {0};
  std::vector<Index> places;  ///< in vectors of the matrix
  std::vector<double> values;

  Index rows() const { return static_cast<Index>(starts.size()) - 1; }
  void clear() {
    starts.assign(1, 0);
    places.clear();
    values.clear();
  }
  bool is_empty(Index row) const { return starts[row] == starts[row + 1]; }
  double dot(Index row, const Vector& x) const {
    double sum = 0;
    for (Index k = starts[row]; k < starts[row + 1]; ++k) sum += values[k] * x[places[k]];
    return sum;
  }
  void add(Index row, double w, Vector& x) const {
    for (Index k = starts[row]; k < starts[row + 1]; ++k) x[places[k]] += w * values[k];
  }
};

/// Conjugate gradients in the space that conditions leave: solves
///
///   A x = b + sum_k w_k lambda_k,   w_k . x = c_k   for the active rows k
///
/// for symmetric positive definite A, preconditioned by D = diag(A) together with the conditions (N. I. M.
/// Gould, M. E. Hribar, J. Nocedal, SIAM J. Sci. Comput. 23 (2001) 1376). Every iterate satisfies the
/// conditions to round-off; the rest is solved until max |D^-1 (b + W lambda - A x)| is below a tolerance,
/// which has the units of x. Where ranks share A, b is the same on all of them at the unknowns that they have
/// in common; a row belongs to the ranks that have its unknowns, and has no places on the others.
class ProjectedCg {
 public:
  /// `x`: in a guess, out the solution. `multipliers`: of all rows, 0 for those that are not active, or not
  /// of this rank.
  /// @return false after max_iterations, or when something is not finite: then residual() is not either
  bool solve(const SymmetricMatrix& A, const Vector& b, const SparseRows& rows,
             const std::vector<int>& active, const Vector& c, double tolerance, int max_iterations, Vector& x,
             Vector& multipliers);

  long iterations() const { return iterations_; }  ///< of all solutions so far
  double residual() const { return residual_; }    ///< what the last solution left, as in the tolerance

 private:
  void close(const SymmetricMatrix& A, const SparseRows& rows, const std::vector<int>& active,
             const Vector& c, Vector& x) const;
  void project(const SymmetricMatrix& A, const SparseRows& rows, const std::vector<int>& active,
               Vector& multipliers);

  Vector r_, p_, Ap_;
  long iterations_ = 0;
  double residual_ = 0;
};

}  // namespace jounce
