#pragma once

#include "la/csr_matrix.h"

namespace jounce {

/// How large the factors of a sparse matrix become, without factorising it.
struct FactorEstimate {
  double nonzeros = 0;    ///< of L, diagonal included; U has as many
  double operations = 0;  ///< sum of the squares of the columns of L: multiplications and additions of A = L
                          ///< L^T; LU takes twice as many
};

/// Counts the entries of L by the elimination tree of A + A^T in the order that CHOLMOD finds, the best of
/// minimum degree and nested dissection (J. R. Gilbert, E. G. Ng, B. W. Peyton, SIAM J. Matrix Anal. Appl. 15
/// (1994) 1075). Exact for that order without pivoting; solvers choose orders of their own, and zeros on the
/// diagonal (multipliers) make them put pivots off. Throws std::runtime_error when there is no memory.
FactorEstimate estimate_factor(const CsrMatrix& matrix);

}  // namespace jounce
