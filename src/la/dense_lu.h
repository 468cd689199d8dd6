#pragma once

#include <span>
#include <vector>

#include "la/csr_matrix.h"

namespace jounce {

/// LU factorisation with row exchanges of a small matrix in dense storage, for systems of up to a few tens of
/// unknowns. Elimination skips zeros, which saddle points are full of; nothing is allocated once the size is
/// known.
class DenseLu {
 public:
  /// P A = L U for the given values in the pattern of `matrix`, whose rows are scaled to entries near 1.
  /// False when a pivot is of the size of round-off.
  bool factor(const CsrMatrix& matrix, std::span<const double> values);
  /// x = A^-1 b.
  void solve(const Vector& b, Vector& x) const;

 private:
  double* column(Index j) { return lu_.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(n_); }
  const double* column(Index j) const {
    return lu_.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(n_);
  }

  Index n_ = 0;
  std::vector<double> lu_;          ///< column by column; L below the diagonal, U with inverted pivots
  std::vector<Index> permutation_;  ///< row of A that became row i
};

}  // namespace jounce
