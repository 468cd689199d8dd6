#pragma once

#include <memory>
#include <stdexcept>

#include "la/csr_matrix.h"
#include "la/unknown_fields.h"

namespace jounce {

/// A matrix could not be factorised, not even after the multipliers' block was regularised.
class SingularMatrix : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class MatrixKind {
  positive_definite,  ///< symmetric positive definite: mass, effective stiffness
  general,            ///< saddle points (multipliers, zero diagonal blocks) and unsymmetric matrices
};

/// Who solves: every rank for itself, or all together. Together, every rank makes the same calls with the
/// same matrices and vectors, in the same order; large matrices are then factorised by all ranks.
enum class Ranks { each, together };

/// Direct solver for a CsrMatrix. Up to a few tens of unknowns a dense in-process factorisation serves;
/// above, KLU for general matrices that stay sparse (pivots and scaling of the last factorisation are used
/// again while they are good) and SparseLdlt for narrow positive definite ones of a thousand unknowns. What
/// fills in is factorised by CHOLMOD when its values are symmetric and turn out to be positive definite,
/// which takes half the time and memory of a general factorisation; the others by UMFPACK while there are few
/// operations to do, because PETSc takes 0.1 s to load, else through PETSc by MUMPS, which ranks share.
/// Matrices of which ranks have parts are factorised by substructures, or by MUMPS where these do not serve.
/// A factorisation is kept until the matrix changes. A singular general matrix (redundant joints or contacts)
/// is regularised on its zero diagonal entries and the solution refined, so that consistent redundant systems
/// are solved with small multipliers instead of refused.
class LinearSolver {
 public:
  explicit LinearSolver(MatrixKind kind, Ranks ranks = Ranks::each);
  ~LinearSolver();
  LinearSolver(LinearSolver&&) noexcept;
  LinearSolver& operator=(LinearSolver&&) noexcept;

  /// Factorises; returns at once when `matrix` has not changed since the last call. Throws SingularMatrix.
  /// With `fields` the matrix is solved iteratively (FieldSplit), and factorised where that does not serve.
  /// A matrix of which ranks have parts (CsrMatrix::owners) is factorised by all of them together.
  void factor(const CsrMatrix& matrix, const UnknownFields* fields = nullptr);
  /// x = A^-1 b for the matrix factorised last. Throws SingularMatrix when that failed.
  void solve(const Vector& b, Vector& x);

  long factorisations() const;  ///< numeric factorisations so far, and set-ups of preconditioners
  long iterations() const;      ///< of iterative solutions so far
  bool regularised() const;     ///< the last factorisation needed regularisation (redundant rows)
  void forget();                ///< drops all that is kept (used when a checkpoint is written)

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace jounce
