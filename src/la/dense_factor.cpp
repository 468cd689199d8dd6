#include "la/dense_factor.h"

#include <petscsys.h>

#include <petscblaslapack.h>

#include <cmath>

#include "la/petsc.h"

namespace jounce {
namespace {

constexpr double kSmallestPivotLeft = 1e-14;

/// Powers of two that bring largest entries near 1; 1 for what is empty.
void to_factors(Vector& largest) {
  for (double& entry : largest) entry = entry > 0 && std::isfinite(entry) ? std::exp2(-std::ilogb(entry)) : 1;
}

}  // namespace

bool DenseFactor::factor(DenseMatrix& A) {
  start_petsc();  // which brings LAPACK
  lu_.swap(A);
  const auto size = static_cast<PetscBLASInt>(lu_.rows());
  rows_ = lu_.cwiseAbs().rowwise().maxCoeff();
  to_factors(rows_);
  columns_ = (rows_.asDiagonal() * lu_).cwiseAbs().colwise().maxCoeff();
  to_factors(columns_);
  for (PetscBLASInt j = 0; j < size; ++j) lu_.col(j).array() *= rows_.array() * columns_[j];
  exchanges_.resize(static_cast<std::size_t>(size));
  PetscBLASInt info = 0;
  static_assert(!DenseMatrix::IsRowMajor);
  LAPACKgetrf_(&size, &size, lu_.data(), &size, exchanges_.data(), &info);
  return info == 0 && lu_.diagonal().allFinite() &&
         (size == 0 || lu_.diagonal().cwiseAbs().minCoeff() > kSmallestPivotLeft);
}

void DenseFactor::solve(Vector& b) const {
  const auto size = static_cast<PetscBLASInt>(lu_.rows());
  const PetscBLASInt one = 1;
  PetscBLASInt info = 0;
  b.array() *= rows_.array();
  LAPACKgetrs_("N", &size, &one, lu_.data(), &size, exchanges_.data(), b.data(), &size, &info);
  b.array() *= columns_.array();
}

}  // namespace jounce
