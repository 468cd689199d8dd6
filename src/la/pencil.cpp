#include "la/pencil.h"

#include <cmath>

#include "la/decompositions.h"

namespace jounce {

double largest_eigenvalue(const DenseMatrix& K, const DenseMatrix& M) {
  if (K.rows() == 0) return 0;
  if (!K.allFinite()) return HUGE_VAL;
  DenseMatrix A = K;
  const Vector diagonal = M.diagonal();
  if (!(diagonal.minCoeff() > 0)) return HUGE_VAL;
  if (M.isDiagonal(0)) {
    const Vector inverse = diagonal.cwiseSqrt().cwiseInverse();
    A = inverse.asDiagonal() * K * inverse.asDiagonal();
  } else {
    const Eigen::LLT<DenseMatrix> factor(M);
    if (factor.info() != Eigen::Success) return HUGE_VAL;
    const DenseMatrix L = factor.matrixL();
    // a singular M may pass by round-off
    if (!(L.diagonal().cwiseAbs2().minCoeff() > 1e-12 * diagonal.maxCoeff())) return HUGE_VAL;
    L.triangularView<Eigen::Lower>().solveInPlace(A);
    L.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(A);
  }
  const Eigen::SelfAdjointEigenSolver<DenseMatrix> solver(A, Eigen::EigenvaluesOnly);
  return std::max(0.0, solver.eigenvalues()[A.rows() - 1]);
}

}  // namespace jounce
