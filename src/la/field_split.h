#pragma once

#include <petscksp.h>

#include <array>
#include <memory>
#include <vector>

#include "la/csr_matrix.h"
#include "la/field_blocks.h"
#include "la/linear_solver.h"

namespace jounce {

/// Iterative solution of a matrix of several fields (UnknownFields), without factors of its motions: GMRES
/// on nested blocks (MATNEST), preconditioned by PCFIELDSPLIT.
///
///   - Fields come one after the other, as block Gauss-Seidel takes them.
///   - In a field [A B; C D] of displacements and other unknowns the Schur complement serves in which A
///   stands
///     with its diagonal alone, D - C diag(A)^-1 B, factorised.
///   - A: algebraic multigrid by smoothed aggregation with the rigid motions as near-null space (PCGAMG)
///     where stiffness decides, incomplete factors of every rank's part where mass does.
///
/// What was set up serves other values of the same pattern as long as iterations stay near those of the
/// values it was set up for. With `Ranks::together` the blocks are shared by all ranks (MPI_COMM_WORLD): each
/// hands in the rows of its nodes, and every rank gets the whole solution. Options of PETSc have the prefix
/// "split_". Files of src/la use it.
class FieldSplit {
 public:
  explicit FieldSplit(Ranks ranks) : ranks_(ranks) {}
  ~FieldSplit() { destroy(); }
  FieldSplit(const FieldSplit&) = delete;
  FieldSplit& operator=(const FieldSplit&) = delete;

  /// Takes the values of a matrix.
  void take(const CsrMatrix& matrix, const UnknownFields& fields);
  /// x = A^-1 b to a residual of 1e-10 of b, in the scales of the blocks. False when it does not serve.
  bool solve(const Vector& b, Vector& x);

  long iterations() const { return iterations_; }  ///< of all solutions so far
  long set_ups() const { return set_ups_; }        ///< of preconditioners
  void forget();

 private:
  void create(const CsrMatrix& matrix, const UnknownFields& fields);
  bool set_up();
  void set_up_field(int field, KSP ksp);
  void set_up_motions(int field, KSP ksp);
  void keep_motions(bool keep);
  bool iterate(const Vector& b, Vector& x, int most);
  void destroy();

  const FieldLayout& layout() const { return blocks_.layout(); }

  Ranks ranks_;
  FieldBlocks blocks_;
  Matrix3X positions_;  ///< of this rank's nodes
  std::shared_ptr<const void> pattern_;
  ::Vec b_ = nullptr, x_ = nullptr;
  KSP ksp_ = nullptr;
  std::vector<KSP> motions_;  ///< owned by ksp_
  Vector right_, left_;
  std::vector<int> counts_, offsets_;
  bool is_useful_ = false;  ///< the last solution, converged or not
  bool is_fresh_ = false;   ///< the preconditioner is that of the values
  int fresh_iterations_ = 0, last_iterations_ = 0;
  const CsrMatrix* matrix_ = nullptr;
  long iterations_ = 0, set_ups_ = 0;
};

}  // namespace jounce
