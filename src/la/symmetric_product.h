#pragma once

#include "la/types.h"

namespace jounce {

/// y = A x for a dense symmetric matrix of which the lower triangle is there, by BLAS, whose kernels are
/// those of the machine.
void symmetric_product(const DenseMatrix& A, const Vector& x, Vector& y);

}  // namespace jounce
