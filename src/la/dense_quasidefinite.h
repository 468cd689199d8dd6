#pragma once

#include "la/types.h"

namespace jounce {

/// Factors of a dense symmetric matrix whose first block is positive definite, and whose complement of that
/// block is negative definite (quasidefinite: R. J. Vanderbei, SIAM J. Optim. 5 (1995) 100), as those of
/// displacements u and multipliers m are:
///
///   S = [ S_uu  S_um ] = [ L_u   0  ] [ I   0 ] [ L_u^T  W^T  ],   W = S_mu L_u^-T,
///       [ S_mu  S_mm ]   [  W   L_m ] [ 0  -I ] [   0    L_m^T ]   L_m L_m^T = W W^T - S_mm
///
/// By LAPACK, which CHOLMOD brings: it must have been started.
class DenseQuasidefinite {
 public:
  /// The lower half of the matrix, then of its factors.
  DenseMatrix& matrix() { return S_; }
  /// @param displacements  size of the first block
  /// @return false when a block is not definite, or that of the multipliers has a pivot of the size of
  /// round-off
  bool factor(Index displacements);
  /// b := S^-1 b.
  void solve(Vector& b) const;

 private:
  bool factor_multipliers();

  DenseMatrix S_;
  Index displacements_ = 0;
};

}  // namespace jounce
