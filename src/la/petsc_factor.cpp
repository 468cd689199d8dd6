#include "la/petsc_factor.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "la/petsc.h"
#include "la/petsc_check.h"
#include "parallel/communicator.h"

namespace jounce {
namespace {

constexpr std::size_t kNarrowRow = 14;  ///< average entries of a row below which banded solvers win
constexpr Index kMumpsFrom = 350;       ///< smallest wide system for which MUMPS pays
constexpr Index kShareFrom = 3000;      ///< smallest one for which messages between ranks pay
constexpr PetscInt kRelaxation = 20;    ///< per cent of workspace beyond MUMPS's estimate, its own default
constexpr PetscInt kMostRelaxation = 2500;  ///< pivots that are put off may need several times the estimate
constexpr double kAsymmetry = 1e-12;        ///< of a product with A and with A^T: round-off

}  // namespace

PetscFactor::PetscFactor(MatrixKind kind, Ranks ranks)
    : kind_(kind),
      ranks_(ranks),
      is_symmetric_(kind == MatrixKind::positive_definite),
      relaxation_(kRelaxation) {}

bool PetscFactor::is_narrow(const CsrMatrix& matrix) {
  return matrix.nonzeros() < kNarrowRow * static_cast<std::size_t>(matrix.size()) ||
         matrix.size() < kMumpsFrom;
}

bool PetscFactor::is_shared(const CsrMatrix& matrix) const {
  return matrix.owners() != nullptr ||
         (ranks_ == Ranks::together && mpi_size() > 1 && !is_narrow(matrix) && matrix.size() >= kShareFrom);
}

bool PetscFactor::factor(const CsrMatrix& matrix, const std::vector<double>& values) {
  choose_form(matrix, values);
  // Many zeros on the diagonal (multipliers) put pivots off, and MUMPS runs out of the space it estimated:
  // that says nothing about the matrix.
  PCFailedReason reason = try_to_factor(matrix, values);
  while (reason == PC_FACTOR_OUTMEMORY && relaxation_ < kMostRelaxation) {
    relaxation_ *= 5;
    reason = try_to_factor(matrix, values);
  }
  return reason == PC_NOERROR;
}

/// Of one pattern, values that were not symmetric once (friction that slips) are taken for general ones from
/// then on: every change would need a new analysis.
void PetscFactor::choose_form(const CsrMatrix& matrix, const std::vector<double>& values) {
  const bool is_known = ksp_ != nullptr && pattern_ == matrix.pattern();
  if (kind_ == MatrixKind::positive_definite || (is_known && !is_symmetric_)) return;
  const bool is_symmetric = has_symmetric_values(matrix, values);
  if (is_symmetric != is_symmetric_) destroy();
  is_symmetric_ = is_symmetric;
}

/// Compares A x with A^T x. A row that another rank owns is empty here. Collective for shared matrices.
bool PetscFactor::has_symmetric_values(const CsrMatrix& matrix, const std::vector<double>& values) const {
  const Index n = matrix.size();
  Vector by_rows = Vector::Zero(n), by_columns = Vector::Zero(n), sizes = Vector::Zero(n);
  const auto starts = matrix.row_starts(), columns = matrix.columns();
  const auto probe = [](Index i) { return 1 + 0.5 * std::sin(static_cast<double>(i)); };
  for (Index i = 0; i < n; ++i)
    for (Index k = starts[i]; k < starts[i + 1]; ++k) {
      by_rows[i] += values[k] * probe(columns[k]);
      by_columns[columns[k]] += values[k] * probe(i);
      sizes[i] += std::abs(values[k]);
    }
  parallel::Communicator ranks;
  const bool has_parts = matrix.owners() != nullptr;
  if (has_parts) ranks.sum({by_columns.data(), static_cast<std::size_t>(n)});
  bool differs = false;
  for (Index i = 0; i < n; ++i)
    if (starts[i] < starts[i + 1] && !(std::abs(by_rows[i] - by_columns[i]) <= kAsymmetry * sizes[i]))
      differs = true;
  return !(has_parts ? ranks.any(differs) : differs);
}

bool PetscFactor::solve(const Vector& b, Vector& x) {
  x.resize(size_);
  if (is_shared_)
    for (Index i = 0; i < own_rows_; ++i) right_[i] = b[order_[first_ + i]];
  JOUNCE_PETSC(VecPlaceArray(b_, is_shared_ ? right_.data() : b.data()));
  JOUNCE_PETSC(VecPlaceArray(x_, is_shared_ ? all_.data() + first_ : x.data()));
  JOUNCE_PETSC(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
  const PetscErrorCode code = KSPSolve(ksp_, b_, x_);
  JOUNCE_PETSC(PetscPopErrorHandler());
  JOUNCE_PETSC(VecResetArray(b_));
  JOUNCE_PETSC(VecResetArray(x_));
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  JOUNCE_PETSC(KSPGetConvergedReason(ksp_, &reason));
  if (is_shared_) {
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all_.data(), counts_.data(), offsets_.data(),
                   MPI_DOUBLE, MPI_COMM_WORLD);
    for (Index i = 0; i < size_; ++i) x[order_[i]] = all_[i];
  }
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
  is_shared_ = is_shared(matrix);
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

/// Every rank has its rows, or the whole matrix and hands in as many rows as the others.
void PetscFactor::share_rows(const CsrMatrix& matrix) {
  const int ranks = mpi_size();
  order_.resize(static_cast<std::size_t>(size_));
  std::iota(order_.begin(), order_.end(), 0);
  counts_.assign(static_cast<std::size_t>(ranks), 0);
  if (matrix.owners()) {
    const std::vector<int>& owners = *matrix.owners();
    std::ranges::stable_sort(order_, {}, [&](Index row) { return owners[row]; });
    for (const int owner : owners) ++counts_[owner];
  } else {
    const auto end_of = [&](int p) { return static_cast<int>(static_cast<long>(size_) * p / ranks); };
    for (int p = 0; p < ranks; ++p) counts_[p] = end_of(p + 1) - end_of(p);
  }
  offsets_.assign(counts_.size(), 0);
  std::partial_sum(counts_.begin(), counts_.end() - 1, offsets_.begin() + 1);
  first_ = offsets_[mpi_rank()];
  own_rows_ = counts_[mpi_rank()];
  right_.assign(static_cast<std::size_t>(own_rows_), 0.0);
  all_.assign(static_cast<std::size_t>(size_), 0.0);
}

void PetscFactor::create_shared(const CsrMatrix& matrix) {
  share_rows(matrix);
  std::vector<Index> places(order_.size());
  for (Index i = 0; i < size_; ++i) places[order_[i]] = i;
  starts_.assign(1, 0);
  columns_.clear();
  entries_.clear();
  for (Index i = 0; i < own_rows_; ++i) {
    const Index row = order_[first_ + i];
    const auto begin = static_cast<std::ptrdiff_t>(entries_.size());
    for (Index k = matrix.row_starts()[row]; k < matrix.row_starts()[row + 1]; ++k) entries_.push_back(k);
    // PETSc takes over values by the order of their columns
    std::sort(entries_.begin() + begin, entries_.end(), [&](std::size_t a, std::size_t b) {
      return places[matrix.columns()[a]] < places[matrix.columns()[b]];
    });
    for (auto k = entries_.begin() + begin; k != entries_.end(); ++k)
      columns_.push_back(places[matrix.columns()[*k]]);
    starts_.push_back(static_cast<Index>(entries_.size()));
  }
  values_.assign(entries_.size(), 0.0);
  JOUNCE_PETSC(MatCreateMPIAIJWithArrays(MPI_COMM_WORLD, own_rows_, own_rows_, size_, size_, starts_.data(),
                                         columns_.data(), values_.data(), &matrix_));
}

void PetscFactor::create_matrix(const CsrMatrix& matrix) {
  if (is_shared_) return create_shared(matrix);
  starts_.assign(matrix.row_starts().begin(), matrix.row_starts().end());
  columns_.assign(matrix.columns().begin(), matrix.columns().end());
  values_.assign(matrix.nonzeros(), 0.0);
  JOUNCE_PETSC(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, size_, size_, starts_.data(), columns_.data(),
                                         values_.data(), &matrix_));
}

void PetscFactor::set_values(const std::vector<double>& values) {
  if (is_shared_) {
    for (std::size_t k = 0; k < entries_.size(); ++k) values_[k] = values[entries_[k]];
    JOUNCE_PETSC(MatUpdateMPIAIJWithArray(matrix_, values_.data()));
    return;
  }
  double* target = nullptr;
  JOUNCE_PETSC(MatSeqAIJGetArray(matrix_, &target));
  std::copy(values.begin(), values.end(), target);
  JOUNCE_PETSC(MatSeqAIJRestoreArray(matrix_, &target));
}

void PetscFactor::choose(PC pc) const {
  if (!is_symmetric_) {
    JOUNCE_PETSC(PCSetType(pc, PCLU));
    choose_mumps(pc);
    return;
  }
  JOUNCE_PETSC(MatSetOption(matrix_, MAT_SYMMETRIC, PETSC_TRUE));
  JOUNCE_PETSC(PCSetType(pc, PCCHOLESKY));
  choose_mumps(pc);
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
