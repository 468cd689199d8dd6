#pragma once

#include "la/types.h"

namespace jounce {

/// Largest eigenvalue of K x = lambda M x, K symmetric, by reduction with Cholesky's factor of M and the
/// symmetric QR algorithm. 0 where none is positive; infinite where M is not positive definite.
double largest_eigenvalue(const DenseMatrix& K, const DenseMatrix& M);

}  // namespace jounce
