#pragma once

#include <vector>

#include "la/types.h"

namespace jounce {

/// LU factorisation with row exchanges of a dense matrix with hundreds of unknowns and more, by LAPACK.
class LapackLu {
 public:
  /// P A = L U. False when a pivot vanishes or is not finite.
  bool factor(const DenseMatrix& A);
  /// x = A^-1 b.
  void solve(const Vector& b, Vector& x) const;
  Index size() const { return lu_.rows(); }

 private:
  DenseMatrix lu_;
  std::vector<int> pivots_;
};

}  // namespace jounce
