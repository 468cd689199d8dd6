#include "la/lapack_lu.h"

#include <petscsys.h>

#include <petscblaslapack.h>

#include <type_traits>

namespace jounce {

static_assert(!DenseMatrix::IsRowMajor);
static_assert(std::is_same_v<PetscBLASInt, int>);

bool LapackLu::factor(const DenseMatrix& A) {
  lu_ = A;
  const auto n = static_cast<PetscBLASInt>(A.rows());
  pivots_.resize(static_cast<std::size_t>(n));
  PetscBLASInt info = 0;
  LAPACKgetrf_(&n, &n, lu_.data(), &n, pivots_.data(), &info);
  return info == 0 && lu_.diagonal().allFinite();
}

void LapackLu::solve(const Vector& b, Vector& x) const {
  x = b;
  const auto n = static_cast<PetscBLASInt>(lu_.rows());
  const PetscBLASInt one = 1;
  PetscBLASInt info = 0;
  LAPACKgetrs_("N", &n, &one, const_cast<double*>(lu_.data()), &n, const_cast<int*>(pivots_.data()), x.data(),
               &n, &info);
}

}  // namespace jounce
