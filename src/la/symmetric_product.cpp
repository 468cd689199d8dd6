#include "la/symmetric_product.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that Fortran gives
extern "C" void dsymv_(const char* triangle, const int* n, const double* alpha, const double* A,
                       const int* leading, const double* x, const int* step_x, const double* beta, double* y,
                       const int* step_y);

namespace jounce {

void symmetric_product(const DenseMatrix& A, const Vector& x, Vector& y) {
  const int n = static_cast<int>(A.rows()), step = 1;
  const double one = 1, zero = 0;
  y.resize(n);
  if (n > 0) dsymv_("L", &n, &one, A.data(), &n, x.data(), &step, &zero, y.data(), &step);
}

}  // namespace jounce
