#include "la/petsc_factor.h"

#include <algorithm>

#include "la/petsc.h"
#include "la/petsc_check.h"

namespace jounce {
namespace {

constexpr std::size_t kNarrowRow = 14;  ///< average entries of a row below which banded solvers win
constexpr Index kMumpsFrom = 350;       ///< smallest wide system for which MUMPS pays
constexpr Index kShareFrom = 3000;      ///< smallest one for which messages between ranks pay
constexpr PetscInt kRelaxation = 20;    ///< per cent of workspace beyond MUMPS's estimate, its own default
constexpr PetscInt kMostRelaxation = 2500;  ///< pivots that are put off may need several times the estimate

}  // namespace

PetscFactor::PetscFactor(MatrixKind kind, Ranks ranks)
    : kind_(kind), ranks_(ranks), relaxation_(kRelaxation) {}

bool PetscFactor::is_narrow(const CsrMatrix& matrix) {
  return matrix.nonzeros() < kNarrowRow * static_cast<std::size_t>(matrix.size()) ||
         matrix.size() < kMumpsFrom;
}

bool PetscFactor::factor(const CsrMatrix& matrix, const std::vector<double>& values) {
  // Many zeros on the diagonal (multipliers) put pivots off, and MUMPS runs out of the space it estimated:
  // that says nothing about the matrix.
  PCFailedReason reason = try_to_factor(matrix, values);
  while (reason == PC_FACTOR_OUTMEMORY && relaxation_ < kMostRelaxation) {
    relaxation_ *= 5;
    reason = try_to_factor(matrix, values);
  }
  return reason == PC_NOERROR;
}

bool PetscFactor::solve(const Vector& b, Vector& x) {
  x.resize(size_);
  JOUNCE_PETSC(VecPlaceArray(b_, b.data() + first_));
  JOUNCE_PETSC(VecPlaceArray(x_, x.data() + first_));
  JOUNCE_PETSC(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
  const PetscErrorCode code = KSPSolve(ksp_, b_, x_);
  JOUNCE_PETSC(PetscPopErrorHandler());
  JOUNCE_PETSC(VecResetArray(b_));
  JOUNCE_PETSC(VecResetArray(x_));
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  JOUNCE_PETSC(KSPGetConvergedReason(ksp_, &reason));
  if (is_shared_)
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, x.data(), counts_.data(), offsets_.data(), MPI_DOUBLE,
                   MPI_COMM_WORLD);
  return code == 0 && reason > 0;
}

PCFailedReason PetscFactor::try_to_factor(const CsrMatrix& matrix, const std::vector<double>& values) {
  if (ksp_ == nullptr || pattern_ != matrix.pattern()) create(matrix);
  set_values(values);
  JOUNCE_PETSC(KSPSetOperators(ksp_, matrix_, matrix_));
  // Some packages raise an error for a bad pivot instead of setting the converged reason.
  JOUNCE_PETSC(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
  const PetscErrorCode code = KSPSetUp(ksp_);
  JOUNCE_PETSC(PetscPopErrorHandler());
  if (code != 0) {
    destroy();
    return PC_FACTOR_OTHER;
  }
  PC pc = nullptr;
  PCFailedReason reason = PC_NOERROR;
  JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
  JOUNCE_PETSC(PCGetFailedReason(pc, &reason));
  if (reason != PC_NOERROR) destroy();  // a package may not recover from a failed factorisation
  return reason;
}

void PetscFactor::create(const CsrMatrix& matrix) {
  start_petsc();
  destroy();
  size_ = matrix.size();
  is_narrow_ = is_narrow(matrix);
  is_shared_ = ranks_ == Ranks::together && mpi_size() > 1 && !is_narrow_ && size_ >= kShareFrom;
  pattern_ = matrix.pattern();
  create_matrix(matrix);
  for (::Vec* const v : {&b_, &x_})
    if (is_shared_)
      JOUNCE_PETSC(VecCreateMPIWithArray(MPI_COMM_WORLD, 1, own_rows_, size_, nullptr, v));
    else
      JOUNCE_PETSC(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, size_, nullptr, v));
  JOUNCE_PETSC(KSPCreate(is_shared_ ? MPI_COMM_WORLD : PETSC_COMM_SELF, &ksp_));
  JOUNCE_PETSC(KSPSetType(ksp_, KSPPREONLY));
  JOUNCE_PETSC(KSPSetOperators(ksp_, matrix_, matrix_));
  PC pc = nullptr;
  JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
  choose(pc);
  JOUNCE_PETSC(KSPSetFromOptions(ksp_));
}

/// Every rank has the whole matrix and hands in as many rows as the others.
void PetscFactor::create_matrix(const CsrMatrix& matrix) {
  const int ranks = is_shared_ ? mpi_size() : 1;
  counts_.clear();
  offsets_.clear();
  for (int p = 0; p < ranks; ++p) {
    offsets_.push_back(static_cast<int>(static_cast<long>(size_) * p / ranks));
    counts_.push_back(static_cast<int>(static_cast<long>(size_) * (p + 1) / ranks) - offsets_.back());
  }
  const auto rank = static_cast<std::size_t>(is_shared_ ? mpi_rank() : 0);
  first_ = offsets_[rank];
  own_rows_ = counts_[rank];
  const auto starts = matrix.row_starts().subspan(static_cast<std::size_t>(first_));
  first_entry_ = starts[0];
  const auto entries = static_cast<std::size_t>(starts[own_rows_] - first_entry_);
  starts_.clear();
  for (Index row = 0; row <= own_rows_; ++row) starts_.push_back(starts[row] - first_entry_);
  const auto columns = matrix.columns().subspan(static_cast<std::size_t>(first_entry_), entries);
  columns_.assign(columns.begin(), columns.end());
  values_.assign(entries, 0.0);
  if (is_shared_)
    JOUNCE_PETSC(MatCreateMPIAIJWithArrays(MPI_COMM_WORLD, own_rows_, own_rows_, size_, size_, starts_.data(),
                                           columns_.data(), values_.data(), &matrix_));
  else
    JOUNCE_PETSC(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, size_, size_, starts_.data(), columns_.data(),
                                           values_.data(), &matrix_));
}

void PetscFactor::set_values(const std::vector<double>& values) {
  if (is_shared_) {
    JOUNCE_PETSC(MatUpdateMPIAIJWithArray(matrix_, values.data() + first_entry_));
    return;
  }
  double* target = nullptr;
  JOUNCE_PETSC(MatSeqAIJGetArray(matrix_, &target));
  std::copy(values.begin(), values.end(), target);
  JOUNCE_PETSC(MatSeqAIJRestoreArray(matrix_, &target));
}

void PetscFactor::choose(PC pc) const {
  if (kind_ == MatrixKind::general) {
    JOUNCE_PETSC(PCSetType(pc, PCLU));
    choose_mumps(pc);
    return;
  }
  JOUNCE_PETSC(MatSetOption(matrix_, MAT_SYMMETRIC, PETSC_TRUE));
  if (is_narrow_) {
    JOUNCE_PETSC(PCSetType(pc, PCLU));
    JOUNCE_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERPETSC));
    JOUNCE_PETSC(PCFactorSetMatOrderingType(pc, MATORDERINGND));
  } else {
    JOUNCE_PETSC(PCSetType(pc, PCCHOLESKY));
    choose_mumps(pc);
  }
}

void PetscFactor::choose_mumps(PC pc) const {
  JOUNCE_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  if (relaxation_ == kRelaxation) return;
  ::Mat factor = nullptr;
  JOUNCE_PETSC(PCFactorSetUpMatSolverType(pc));
  JOUNCE_PETSC(PCFactorGetMatrix(pc, &factor));
  JOUNCE_PETSC(MatMumpsSetIcntl(factor, 14, relaxation_));
}

void PetscFactor::destroy() {
  KSPDestroy(&ksp_);
  VecDestroy(&b_);
  VecDestroy(&x_);
  MatDestroy(&matrix_);
}

}  // namespace jounce
