#pragma once

#include <memory>
#include <span>

#include "la/csr_matrix.h"

namespace jounce {

/// Sparse LU factorisation by KLU of SuiteSparse (T. A. Davis, E. Palamadai Natarajan, ACM TOMS 37 (2010)
/// 36), called directly: a matrix with the pattern of the last one is factorised with its ordering and pivots
/// (klu_refactor, three times faster), which PETSc's interface does not offer. Pivots that have become bad
/// are chosen anew.
class KluFactor {
 public:
  KluFactor();
  ~KluFactor();
  KluFactor(KluFactor&&) noexcept;
  KluFactor& operator=(KluFactor&&) noexcept;

  /// Multiplications and additions that a factorisation takes, as far as the pattern tells.
  double estimated_operations(const CsrMatrix& matrix);
  /// Factorises the given values in the pattern of `matrix`. False when the matrix is singular.
  bool factor(const CsrMatrix& matrix, std::span<const double> values);
  /// x = A^-1 b.
  void solve(const Vector& b, Vector& x);
  /// Chooses pivots anew at the next factorisation, as a restarted program does.
  void forget();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace jounce
