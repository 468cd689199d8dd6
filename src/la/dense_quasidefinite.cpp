#include "la/dense_quasidefinite.h"

#include <petscsys.h>

#include <petscblaslapack.h>

#include <cstddef>

namespace jounce {
namespace {

constexpr double kIndependent = 1e-10;  ///< of the diagonal: multipliers of independent rows leave more

/// L L^T = A of a block, lower halves.
bool factor_block(double* A, PetscBLASInt size, PetscBLASInt stride) {
  PetscBLASInt info = 0;
  if (size > 0) LAPACKpotrf_("L", &size, A, &stride, &info);
  return info == 0;
}

}  // namespace

bool DenseQuasidefinite::factor(Index displacements) {
  static_assert(!DenseMatrix::IsRowMajor);
  displacements_ = displacements;
  const auto size = static_cast<PetscBLASInt>(S_.rows());
  return factor_block(S_.data(), displacements, size) && (displacements == size || factor_multipliers());
}

bool DenseQuasidefinite::factor_multipliers() {
  const auto stride = static_cast<PetscBLASInt>(S_.rows());
  const PetscBLASInt first = displacements_, count = stride - first;
  const double one = 1, minus_one = -1;
  double* const W = S_.data() + first;
  double* const of_multipliers = W + static_cast<std::ptrdiff_t>(first) * stride;
  if (first > 0) {
    BLAStrsm_("R", "L", "C", "N", &count, &first, &one, S_.data(), &stride, W, &stride);
    BLASsyrk_("L", "N", &count, &first, &one, W, &stride, &minus_one, of_multipliers, &stride);
  } else {
    S_ *= -1;
  }
  const Vector before = S_.diagonal().tail(count);
  return factor_block(of_multipliers, count, stride) &&
         (S_.diagonal().tail(count).array().square() > kIndependent * before.array()).all();
}

void DenseQuasidefinite::solve(Vector& b) const {
  const Eigen::Index n = displacements_, m = S_.rows() - n;
  const auto L_u = S_.topLeftCorner(n, n), L_m = S_.bottomRightCorner(m, m), W = S_.bottomLeftCorner(m, n);
  auto u = b.head(n), l = b.tail(m);
  L_u.triangularView<Eigen::Lower>().solveInPlace(u);
  if (m > 0) {
    l = W * u - l;
    L_m.triangularView<Eigen::Lower>().solveInPlace(l);
    L_m.transpose().triangularView<Eigen::Upper>().solveInPlace(l);
    u -= W.transpose() * l;
  }
  L_u.transpose().triangularView<Eigen::Upper>().solveInPlace(u);
}

}  // namespace jounce
