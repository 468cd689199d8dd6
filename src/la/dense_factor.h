#pragma once

#include <vector>

#include "la/types.h"

namespace jounce {

/// LU factorisation with row exchanges of a dense matrix of some hundred unknowns of different units, by
/// LAPACK: rows and columns are scaled by powers of two to largest entries near 1 first.
class DenseFactor {
 public:
  /// P (R A C) = L U; A is taken over. False when a pivot is of the size of round-off.
  bool factor(DenseMatrix& A);
  /// b := A^-1 b.
  void solve(Vector& b) const;

 private:
  DenseMatrix lu_;
  Vector rows_, columns_;  ///< R, C
  std::vector<int> exchanges_;
};

}  // namespace jounce
