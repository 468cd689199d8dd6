#include <fmt/format.h>

#include <algorithm>

#include "la/decompositions.h"
#include "la/eigen_solver.h"
#include "la/lanczos.h"

namespace jounce {
namespace {

constexpr Index kLanczosSize =
    20000;  ///< of A, up to which the start of PETSc and SLEPc costs more than they save
constexpr Index kLanczosCount = 100;  ///< eigenpairs up to which its basis needs no restarts

DenseMatrix dense_block(const CsrMatrix& matrix, Index rows_from, Index rows, Index cols) {
  DenseMatrix block = DenseMatrix::Zero(rows, cols);
  for (Index i = 0; i < rows; ++i) {
    const auto row = static_cast<std::size_t>(rows_from + i);
    for (Index k = matrix.row_starts()[row]; k < matrix.row_starts()[row + 1]; ++k) {
      const Index col = matrix.columns()[k];
      if (col < cols) block(i, col) = matrix.values()[k];
    }
  }
  return block;
}

DenseMatrix symmetric_part(const DenseMatrix& matrix) { return 0.5 * (matrix + matrix.transpose()); }

/// Columns that span G x = 0.
DenseMatrix null_space(const DenseMatrix& G, Index n) {
  if (G.rows() == 0) return DenseMatrix::Identity(n, n);
  const Eigen::ColPivHouseholderQR<DenseMatrix> decomposition(G.transpose());
  const DenseMatrix Q = decomposition.householderQ();
  return Q.rightCols(n - static_cast<Index>(decomposition.rank()));
}

/// Splits off the directions without mass: they follow statically, so only the others vibrate.
DenseMatrix condense_massless(const DenseMatrix& K, const DenseMatrix& M) {
  const Eigen::SelfAdjointEigenSolver<DenseMatrix> mass(M);
  const double round_off = 1e-13 * std::max(mass.eigenvalues().cwiseAbs().maxCoeff(), 1e-300);
  Index massless = 0;
  while (massless < M.rows() && mass.eigenvalues()[massless] <= round_off) ++massless;
  const DenseMatrix& V = mass.eigenvectors();
  if (massless == 0) return DenseMatrix::Identity(M.rows(), M.rows());
  const DenseMatrix U = V.leftCols(massless);
  const DenseMatrix W = V.rightCols(M.rows() - massless);
  const Eigen::ColPivHouseholderQR<DenseMatrix> stiffness(U.transpose() * K * U);
  if (stiffness.rank() < massless)
    throw EigenFailure(
        fmt::format("{} directions of the model have neither mass nor stiffness, so they have no frequency",
                    massless - static_cast<Index>(stiffness.rank())));
  return W - U * stiffness.solve(U.transpose() * K * W);
}

}  // namespace

EigenPairs dense_eigenpairs(const DenseMatrix& K, const DenseMatrix& M) {
  EigenPairs pairs;
  if (M.rows() == 0) return pairs;
  if (Eigen::LLT<DenseMatrix>(M).info() != Eigen::Success)
    throw EigenFailure("the mass matrix is not positive definite");
  const Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix> solver(symmetric_part(K), symmetric_part(M));
  if (solver.info() != Eigen::Success) throw EigenFailure("the dense eigensolver did not converge");
  pairs.values = solver.eigenvalues();
  pairs.vectors = solver.eigenvectors();
  pairs.largest = pairs.values.cwiseAbs().maxCoeff();
  return pairs;
}

EigenPairs dense_eigenpairs(const VibrationPencil& pencil, Index count) {
  const Index n = pencil.n;
  const DenseMatrix K = symmetric_part(dense_block(pencil.A, 0, n, n));
  const DenseMatrix M = symmetric_part(dense_block(pencil.B, 0, n, n));
  DenseMatrix basis = null_space(dense_block(pencil.A, n, pencil.A.size() - n, n), n);
  if (basis.cols() == 0) return {};
  basis *= condense_massless(basis.transpose() * K * basis, basis.transpose() * M * basis);
  EigenPairs pairs = dense_eigenpairs(basis.transpose() * K * basis, basis.transpose() * M * basis);
  const Index found = std::min(count, static_cast<Index>(pairs.values.size()));
  pairs.vectors = (basis * pairs.vectors.leftCols(found)).eval();
  pairs.values.conservativeResize(found);
  return pairs;
}

EigenPairs smallest_eigenpairs(const VibrationPencil& pencil, Index count) {
  if (pencil.A.size() <= kDenseEigenSize) return dense_eigenpairs(pencil, count);
  if (pencil.A.size() <= kLanczosSize && count <= kLanczosCount)
    if (std::optional<EigenPairs> pairs = lanczos_eigenpairs(pencil, count)) return *std::move(pairs);
  return sparse_eigenpairs(pencil, count);
}

}  // namespace jounce
