#include "la/linear_solver.h"

#include <petscksp.h>

#include <Eigen/LU>
#include <cmath>

#include "la/petsc_check.h"

namespace jounce {
namespace {

constexpr Index kDenseLimit = 48;          ///< largest system solved by the dense factorisation
constexpr std::size_t kNarrowRow = 14;     ///< average entries of a row below which banded solvers win
constexpr Index kMumpsFrom = 350;          ///< smallest wide system for which MUMPS pays
constexpr double kRegularisation = 1e-11;  ///< relative size of the diagonal given to redundant multipliers

double largest_entry(const CsrMatrix& matrix) {
  double largest = 0;
  for (const double value : matrix.values()) largest = std::max(largest, std::abs(value));
  return largest;
}

/// Copy of `matrix` whose structurally zero diagonal entries carry a small negative value.
void regularise(const CsrMatrix& matrix, std::vector<double>& values) {
  values.assign(matrix.values().begin(), matrix.values().end());
  const double shift = kRegularisation * largest_entry(matrix);
  const auto starts = matrix.row_starts();
  for (Index i = 0; i < matrix.size(); ++i)
    for (Index k = starts[static_cast<std::size_t>(i)]; k < starts[static_cast<std::size_t>(i) + 1]; ++k)
      if (matrix.columns()[static_cast<std::size_t>(k)] == i && values[static_cast<std::size_t>(k)] == 0.0)
        values[static_cast<std::size_t>(k)] = -shift;
}

class DenseFactor {
 public:
  /// False when the matrix is singular to working precision.
  bool factor(const CsrMatrix& matrix, const double* values) {
    dense_.setZero(matrix.size(), matrix.size());
    const auto starts = matrix.row_starts();
    for (Index i = 0; i < matrix.size(); ++i)
      for (Index k = starts[static_cast<std::size_t>(i)]; k < starts[static_cast<std::size_t>(i) + 1]; ++k)
        dense_(i, matrix.columns()[static_cast<std::size_t>(k)]) = values[static_cast<std::size_t>(k)];
    equilibrate();
    lu_.compute(dense_);
    // The estimate of the condition overlooks equal rows: its right-hand sides are consistent with them.
    return lu_.rcond() > 1e-14 && lu_.matrixLU().diagonal().cwiseAbs().minCoeff() > 1e-14;
  }
  void solve(const Vector& b, Vector& x) {
    scaled_ = scale_.cwiseProduct(b);
    x = lu_.solve(scaled_);
    x = scale_.cwiseProduct(x);
  }

 private:
  /// Symmetric diagonal scaling: the condition estimate then tells redundancy from mixed units.
  void equilibrate() {
    const Index n = static_cast<Index>(dense_.rows());
    scale_.resize(n);
    for (Index i = 0; i < n; ++i) {
      const double largest =
          std::max(dense_.row(i).cwiseAbs().maxCoeff(), dense_.col(i).cwiseAbs().maxCoeff());
      scale_[i] = largest > 0 ? 1.0 / std::sqrt(largest) : 1.0;
    }
    dense_ = scale_.asDiagonal() * dense_ * scale_.asDiagonal();
  }

  DenseMatrix dense_;
  Vector scale_, scaled_;
  Eigen::PartialPivLU<DenseMatrix> lu_;
};

/// KSP "preonly" over a direct factorisation, on the arrays of a CsrMatrix.
class PetscFactor {
 public:
  explicit PetscFactor(MatrixKind kind) : kind_(kind) {}
  ~PetscFactor() { destroy(); }
  PetscFactor(const PetscFactor&) = delete;
  PetscFactor& operator=(const PetscFactor&) = delete;

  bool factor(const CsrMatrix& matrix, const double* values) {
    if (pattern_ != matrix.pattern_version() || size_ != matrix.size()) create(matrix);
    double* target = nullptr;
    JOUNCE_PETSC(MatSeqAIJGetArray(matrix_, &target));
    std::copy(values, values + matrix.nonzeros(), target);
    JOUNCE_PETSC(MatSeqAIJRestoreArray(matrix_, &target));
    JOUNCE_PETSC(KSPSetOperators(ksp_, matrix_, matrix_));
    // Some packages raise an error for a bad pivot instead of setting the converged reason.
    JOUNCE_PETSC(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
    const PetscErrorCode code = KSPSetUp(ksp_);
    JOUNCE_PETSC(PetscPopErrorHandler());
    if (code != 0) {
      pattern_ = -1;
      return false;
    }
    PC pc = nullptr;
    PCFailedReason reason = PC_NOERROR;
    JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
    JOUNCE_PETSC(PCGetFailedReason(pc, &reason));
    return reason == PC_NOERROR;
  }

  /// False when PETSc reports divergence (its own LU fails silently on saddle points otherwise).
  bool solve(const Vector& b, Vector& x) {
    x.resize(size_);
    JOUNCE_PETSC(VecPlaceArray(b_, b.data()));
    JOUNCE_PETSC(VecPlaceArray(x_, x.data()));
    JOUNCE_PETSC(KSPSolve(ksp_, b_, x_));
    JOUNCE_PETSC(VecResetArray(b_));
    JOUNCE_PETSC(VecResetArray(x_));
    KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
    JOUNCE_PETSC(KSPGetConvergedReason(ksp_, &reason));
    return reason > 0;
  }

 private:
  void create(const CsrMatrix& matrix) {
    destroy();
    size_ = matrix.size();
    pattern_ = matrix.pattern_version();
    starts_.assign(matrix.row_starts().begin(), matrix.row_starts().end());
    columns_.assign(matrix.columns().begin(), matrix.columns().end());
    values_.assign(matrix.nonzeros(), 0.0);
    JOUNCE_PETSC(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, size_, size_, starts_.data(), columns_.data(),
                                           values_.data(), &matrix_));
    JOUNCE_PETSC(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, size_, nullptr, &b_));
    JOUNCE_PETSC(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, size_, nullptr, &x_));
    JOUNCE_PETSC(KSPCreate(PETSC_COMM_SELF, &ksp_));
    JOUNCE_PETSC(KSPSetType(ksp_, KSPPREONLY));
    PC pc = nullptr;
    JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
    choose(matrix, pc);
    JOUNCE_PETSC(KSPSetFromOptions(ksp_));
  }

  void choose(const CsrMatrix& matrix, PC pc) const {
    const bool narrow = matrix.nonzeros() < kNarrowRow * static_cast<std::size_t>(matrix.size());
    if (kind_ == MatrixKind::positive_definite) {
      JOUNCE_PETSC(MatSetOption(matrix_, MAT_SYMMETRIC, PETSC_TRUE));
      if (narrow || size_ < kMumpsFrom) {
        JOUNCE_PETSC(PCSetType(pc, PCLU));
        JOUNCE_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERPETSC));
        JOUNCE_PETSC(PCFactorSetMatOrderingType(pc, MATORDERINGND));
      } else {
        JOUNCE_PETSC(PCSetType(pc, PCCHOLESKY));
        JOUNCE_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
      }
      return;
    }
    JOUNCE_PETSC(PCSetType(pc, PCLU));
    JOUNCE_PETSC(PCFactorSetMatSolverType(pc, narrow || size_ < kMumpsFrom ? MATSOLVERKLU : MATSOLVERMUMPS));
  }

  void destroy() {
    KSPDestroy(&ksp_);
    VecDestroy(&b_);
    VecDestroy(&x_);
    MatDestroy(&matrix_);
  }

  MatrixKind kind_;
  Index size_ = 0;
  long pattern_ = -1;
  std::vector<Index> starts_, columns_;
  std::vector<double> values_;
  ::Mat matrix_ = nullptr;
  ::Vec b_ = nullptr, x_ = nullptr;
  KSP ksp_ = nullptr;
};

}  // namespace

class LinearSolver::Implementation {
 public:
  explicit Implementation(MatrixKind kind) : kind_(kind), petsc_(kind) {}

  void factor(const CsrMatrix& matrix) {
    if (matrix_ == &matrix && value_version_ == matrix.value_version() &&
        pattern_version_ == matrix.pattern_version())
      return;
    matrix_ = nullptr;
    small_ = matrix.size() <= kDenseLimit;
    ++factorisations_;
    regularised_ = !factor_values(matrix, matrix.values().data());
    if (regularised_) {
      if (kind_ == MatrixKind::positive_definite)
        throw SingularMatrix(
            "the matrix is not positive definite (a degree of freedom without mass or support?)");
      regularise(matrix, shifted_);
      if (!factor_values(matrix, shifted_.data()))
        throw SingularMatrix("the matrix is singular even after its multipliers were regularised");
    }
    matrix_ = &matrix;
    value_version_ = matrix.value_version();
    pattern_version_ = matrix.pattern_version();
  }

  void solve(const Vector& b, Vector& x) {
    apply(b, x);
    if (!regularised_) return;
    for (int sweep = 0; sweep < 3; ++sweep) {  // removes the regularisation from a consistent system
      matrix_->multiply(x, residual_);
      residual_ = b - residual_;
      apply(residual_, correction_);
      x += correction_;
    }
  }

  void forget() { matrix_ = nullptr; }
  long factorisations() const { return factorisations_; }
  bool regularised() const { return regularised_; }

 private:
  bool factor_values(const CsrMatrix& matrix, const double* values) {
    return small_ ? dense_.factor(matrix, values) : petsc_.factor(matrix, values);
  }
  void apply(const Vector& b, Vector& x) {
    if (small_)
      dense_.solve(b, x);
    else if (!petsc_.solve(b, x))
      throw SingularMatrix("the direct solver failed on a singular matrix");
  }

  MatrixKind kind_;
  const CsrMatrix* matrix_ = nullptr;
  long value_version_ = -1;
  long pattern_version_ = -1;
  bool small_ = true;
  bool regularised_ = false;
  long factorisations_ = 0;
  DenseFactor dense_;
  PetscFactor petsc_;
  std::vector<double> shifted_;
  Vector residual_, correction_;
};

LinearSolver::LinearSolver(MatrixKind kind) : implementation_(std::make_unique<Implementation>(kind)) {}
LinearSolver::~LinearSolver() = default;
LinearSolver::LinearSolver(LinearSolver&&) noexcept = default;
LinearSolver& LinearSolver::operator=(LinearSolver&&) noexcept = default;
void LinearSolver::factor(const CsrMatrix& matrix) { implementation_->factor(matrix); }
void LinearSolver::solve(const Vector& b, Vector& x) { implementation_->solve(b, x); }
long LinearSolver::factorisations() const { return implementation_->factorisations(); }
bool LinearSolver::regularised() const { return implementation_->regularised(); }
void LinearSolver::forget() { implementation_->forget(); }

}  // namespace jounce
