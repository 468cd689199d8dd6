#pragma once

#include <memory>
#include <span>

#include "la/csr_matrix.h"

namespace jounce {

/// Sparse LU factorisation by UMFPACK of SuiteSparse (T. A. Davis, ACM TOMS 30 (2004) 196), for general
/// matrices that fill in, of a nearly symmetric pattern: dense blocks by BLAS, pivots near the diagonal by
/// threshold, solutions refined to round-off. The order of elimination is kept with the pattern and depends
/// on nothing else.
class UmfpackFactor {
 public:
  UmfpackFactor();
  ~UmfpackFactor();
  UmfpackFactor(UmfpackFactor&&) noexcept;
  UmfpackFactor& operator=(UmfpackFactor&&) noexcept;

  /// Factorises the given values in the pattern of `matrix`. False when the matrix is singular. Throws
  /// std::bad_alloc.
  bool factor(const CsrMatrix& matrix, std::span<const double> values);
  /// x = A^-1 b for the matrix factorised last. False when UMFPACK fails.
  bool solve(const Vector& b, Vector& x);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace jounce
