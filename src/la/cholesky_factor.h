#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "la/csr_matrix.h"
#include "la/sparse_cholesky.h"

namespace jounce {

/// SparseCholesky for a CsrMatrix that may or may not be symmetric and positive definite.
class CholeskyFactor {
 public:
  /// @param values of the entries, in place of those of `matrix`: exactly symmetric, or of a size near 1 and
  /// symmetric to round-off. False when they are not, or not positive definite.
  bool factor(const CsrMatrix& matrix, std::span<const double> values);
  /// x = A^-1 b for the matrix factorised last.
  void solve(const Vector& b, Vector& x) { cholesky_->solve(b, x); }

 private:
  void take_pattern(const CsrMatrix& matrix);
  bool take_values(std::span<const double> values);

  std::shared_ptr<const void> pattern_;
  std::optional<SparseCholesky> cholesky_;  ///< which loads its library when it is made
  LowerTriangle lower_;
  std::vector<Index> places_, mirrored_;  ///< of the entries of lower_ and of their mirror images
  bool is_symmetric_ = false;             ///< the pattern
};

}  // namespace jounce
