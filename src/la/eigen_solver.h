#pragma once

#include <stdexcept>

#include "la/csr_matrix.h"

namespace jounce {

/// The eigensolver did not find what was asked for.
class EigenFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Small vibrations of a system with linear constraints:
///   K x + G^T mu = lambda M x,  G x = 0,
/// with symmetric K and M (M positive semidefinite), both n x n, as bordered matrices of size n + rows(G):
///   A = [K G^T; G 0],  B = [M 0; 0 0].
struct VibrationPencil {
  CsrMatrix A;
  CsrMatrix B;
  Index n = 0;
};

struct EigenPairs {
  Vector values;        ///< lambda = omega^2, ascending
  DenseMatrix vectors;  ///< one column a value, n rows, x^T M x = 1
  double largest =
      0;  ///< size of the largest eigenvalue, estimated: round-off of `values` is about 1e-16 times it
};

/// The `count` smallest eigenvalues (all of them when there are fewer: massless directions and constraints
/// have none). Up to kDenseEigenSize unknowns by a dense decomposition in the null space of G, above by
/// Lanczos' method (lanczos.h), and large ones by SLEPc (Krylov-Schur, factorised by MUMPS), both with shift
/// and invert at a small negative shift, so that rigid body modes are found and indefinite matrices are no
/// obstacle. Throws EigenFailure.
EigenPairs smallest_eigenpairs(const VibrationPencil& pencil, Index count);

/// Buckling: the pencil with the stiffness K and, in place of M, the matrix -K_s of a load's stresses, which
/// may be indefinite: (K + lambda K_s) x = 0. The smallest positive lambda, at most `count` of them,
/// ascending, with x of x^T K x = 1; by SLEPc (Krylov-Schur with shift and invert at zero). Throws
/// EigenFailure.
EigenPairs smallest_positive_factors(const VibrationPencil& pencil, Index count);

inline constexpr Index kDenseEigenSize = 250;  ///< size of A up to which the dense decomposition serves

/// The two ways by themselves, for tests and timings.
EigenPairs dense_eigenpairs(const VibrationPencil& pencil, Index count);
EigenPairs sparse_eigenpairs(const VibrationPencil& pencil, Index count);

/// All eigenpairs of dense symmetric K x = lambda M x with M positive definite, ascending, x^T M x = 1.
/// Throws EigenFailure when M is not positive definite.
EigenPairs dense_eigenpairs(const DenseMatrix& K, const DenseMatrix& M);

}  // namespace jounce
