#pragma once

#include <petscksp.h>

#include <memory>
#include <vector>

#include "la/csr_matrix.h"
#include "la/linear_solver.h"

namespace jounce {

/// Factors of a sparse matrix by MUMPS, through PETSc (KSP "preonly"). With `Ranks::together` it spreads the
/// factors of large matrices over all ranks (MPI_COMM_WORLD): each hands in the entries of its rows (an equal
/// share of a matrix that all have, or those that it owns: HomeRows) and has its share of the operations and
/// of the memory; every rank gets the whole solution, the same one bit by bit. Matrices with symmetric values
/// are factorised as L D L^T, in half of the operations and of the memory of L U. Files of src/la use it.
class PetscFactor {
 public:
  PetscFactor(MatrixKind kind, Ranks ranks);
  ~PetscFactor() { destroy(); }
  PetscFactor(const PetscFactor&) = delete;
  PetscFactor& operator=(const PetscFactor&) = delete;

  /// Of few entries a row, or too small for dense blocks to pay.
  static bool is_narrow(const CsrMatrix& matrix);

  /// @param values of the entries, in place of those of `matrix`. False when the matrix is singular.
  bool factor(const CsrMatrix& matrix, const std::vector<double>& values);
  /// False when PETSc reports an error or divergence.
  bool solve(const Vector& b, Vector& x);
  /// All ranks make the factors together.
  bool is_shared(const CsrMatrix& matrix) const;
  /// The last factors are L D L^T.
  bool is_symmetric() const { return is_symmetric_; }

 private:
  void choose_form(const CsrMatrix& matrix, const std::vector<double>& values);
  bool has_symmetric_values(const CsrMatrix& matrix, const std::vector<double>& values) const;
  PCFailedReason try_to_factor(const CsrMatrix& matrix, const std::vector<double>& values);
  void create(const CsrMatrix& matrix);
  void share_rows(const CsrMatrix& matrix);
  void create_matrix(const CsrMatrix& matrix);
  void create_shared(const CsrMatrix& matrix);
  void set_values(const std::vector<double>& values);
  void choose(PC pc) const;
  void choose_mumps(PC pc) const;
  void destroy();

  MatrixKind kind_;
  Ranks ranks_;
  Index size_ = 0;
  bool is_shared_ = false;
  bool is_symmetric_ = false;  ///< factorised as L D L^T
  PetscInt relaxation_;
  std::shared_ptr<const void> pattern_;
  std::vector<Index> starts_, columns_;  ///< of this rank's rows
  std::vector<double> values_, right_, all_;
  // Where ranks share it: rows in the order of their ranks
  std::vector<Index> order_;           ///< row of the matrix in every place
  std::vector<int> counts_, offsets_;  ///< rows of every rank
  Index first_ = 0, own_rows_ = 0;     ///< places of this rank
  std::vector<std::size_t> entries_;   ///< in the matrix, of values_
  ::Mat matrix_ = nullptr;
  ::Vec b_ = nullptr, x_ = nullptr;
  KSP ksp_ = nullptr;
};

}  // namespace jounce
