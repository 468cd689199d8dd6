#pragma once

#include <iostream>  // used, and not included, by MetisSupport

#include <Eigen/MetisSupport>
#include <Eigen/SparseCholesky>
#include <memory>
#include <span>

#include "la/csr_matrix.h"

namespace jounce {

/// Factors L D L^T of a sparse symmetric matrix without exchange of pivots, column by column (T. A. Davis,
/// ACM TOMS 31 (2005) 587, in Eigen's SimplicialLDLT), for narrow matrices, whose factors are too thin for
/// dense blocks. Nested dissection makes many short chains of what is eliminated one after the other, which a
/// processor works on at once: a third faster than minimum degree along a bar.
class SparseLdlt {
 public:
  /// @param values of the entries, in place of those of `matrix`, which must be symmetric. The order of
  /// elimination is kept with the pattern. False when a pivot is zero.
  bool factor(const CsrMatrix& matrix, std::span<const double> values);
  /// x = A^-1 b for the matrix factorised last.
  void solve(const Vector& b, Vector& x);

 private:
  using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;

  Eigen::SimplicialLDLT<Matrix, Eigen::Lower, Eigen::MetisOrdering<Index>> factors_;
  Matrix matrix_;
  Vector permuted_;
  std::shared_ptr<const void> pattern_;
};

}  // namespace jounce
