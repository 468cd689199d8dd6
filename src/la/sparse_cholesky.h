#pragma once

#include <memory>
#include <vector>

#include "la/types.h"

namespace jounce {

/// Lower triangle of a symmetric matrix by compressed columns, rows ascending from the diagonal.
struct LowerTriangle {
  std::vector<int> column_starts{0};
  std::vector<int> rows;
  std::vector<double> values;

  Index size() const { return static_cast<Index>(column_starts.size()) - 1; }
};

/// Cholesky factorisation A = L L^T of large sparse symmetric positive definite matrices with one pattern and
/// many values, by CHOLMOD (Y. Chen, T. A. Davis, W. W. Hager, S. Rajamanickam, ACM TOMS 35 (2008) 22): the
/// order of elimination is found once, the best of minimum degree and nested dissection.
class SparseCholesky {
 public:
  SparseCholesky();
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  /// Analyses at the first call. The pattern must be the same at every call.
  /// @return false when the matrix is not positive definite to round-off
  bool factor(const LowerTriangle& matrix);
  /// x = A^-1 b for the matrix factorised last, which must have succeeded.
  void solve(const Vector& b, Vector& x);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace jounce
