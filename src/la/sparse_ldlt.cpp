#include "la/sparse_ldlt.h"

namespace jounce {

bool SparseLdlt::factor(const CsrMatrix& matrix, std::span<const double> values) {
  if (pattern_ != matrix.pattern()) {
    // The rows of a symmetric matrix are its columns.
    matrix_ = Eigen::Map<const Matrix>(matrix.size(), matrix.size(), static_cast<Index>(matrix.nonzeros()),
                                       matrix.row_starts().data(), matrix.columns().data(), values.data());
    factors_.analyzePattern(matrix_);
    pattern_ = matrix.pattern();
  } else {
    std::copy(values.begin(), values.end(), matrix_.valuePtr());
  }
  factors_.factorize(matrix_);
  return factors_.info() == Eigen::Success;
}

void SparseLdlt::solve(const Vector& b, Vector& x) {
  permuted_.noalias() = factors_.permutationP() * b;
  factors_.matrixL().solveInPlace(permuted_);
  permuted_.array() /= factors_.vectorD().array();
  factors_.matrixU().solveInPlace(permuted_);
  x.noalias() = factors_.permutationPinv() * permuted_;
}

}  // namespace jounce
