#include "la/linear_solver.h"

#include <petscksp.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "la/equilibration.h"
#include "la/petsc_check.h"

namespace jounce {
namespace {

constexpr Index kDenseLimit = 48;          ///< largest system solved by the dense factorisation
constexpr std::size_t kNarrowRow = 14;     ///< average entries of a row below which banded solvers win
constexpr Index kMumpsFrom = 350;          ///< smallest wide system for which MUMPS pays
constexpr double kRegularisation = 1e-11;  ///< diagonal given to redundant multipliers of a scaled matrix
constexpr double kLargestAnswer = 1e13;    ///< to a right-hand side near 1, by a regular scaled matrix

/// Gives the structurally zero diagonal entries of a scaled matrix a small negative value.
void regularise(const CsrMatrix& matrix, std::vector<double>& values) {
  const auto starts = matrix.row_starts();
  for (Index i = 0; i < matrix.size(); ++i)
    for (Index k = starts[static_cast<std::size_t>(i)]; k < starts[static_cast<std::size_t>(i) + 1]; ++k)
      if (matrix.columns()[static_cast<std::size_t>(k)] == i && values[static_cast<std::size_t>(k)] == 0.0)
        values[static_cast<std::size_t>(k)] = -kRegularisation;
}

class DenseFactor {
 public:
  /// False when the matrix is singular to working precision.
  bool factor(const CsrMatrix& matrix, const std::vector<double>& values) {
    dense_.setZero(matrix.size(), matrix.size());
    const auto starts = matrix.row_starts();
    for (Index i = 0; i < matrix.size(); ++i)
      for (Index k = starts[static_cast<std::size_t>(i)]; k < starts[static_cast<std::size_t>(i) + 1]; ++k)
        dense_(i, matrix.columns()[static_cast<std::size_t>(k)]) = values[static_cast<std::size_t>(k)];
    lu_.compute(dense_);
    // The estimate of the condition overlooks equal rows: its right-hand sides are consistent with them.
    return lu_.rcond() > 1e-14 && lu_.matrixLU().diagonal().cwiseAbs().minCoeff() > 1e-14;
  }
  void solve(const Vector& b, Vector& x) { x = lu_.solve(b); }

 private:
  DenseMatrix dense_;
  Eigen::PartialPivLU<DenseMatrix> lu_;
};

/// KSP "preonly" over a direct factorisation, on the arrays of a CsrMatrix.
class PetscFactor {
 public:
  explicit PetscFactor(MatrixKind kind) : kind_(kind) {}
  ~PetscFactor() { destroy(); }
  PetscFactor(const PetscFactor&) = delete;
  PetscFactor& operator=(const PetscFactor&) = delete;

  /// False when the matrix is singular to working precision. With `weights` S, the matrix S A S has entries
  /// near 1.
  bool factor(const CsrMatrix& matrix, const std::vector<double>& values, const Vector& weights) {
    if (ksp_ == nullptr || pattern_ != matrix.pattern()) create(matrix);
    double* target = nullptr;
    JOUNCE_PETSC(MatSeqAIJGetArray(matrix_, &target));
    std::copy(values.begin(), values.end(), target);
    JOUNCE_PETSC(MatSeqAIJRestoreArray(matrix_, &target));
    JOUNCE_PETSC(KSPSetOperators(ksp_, matrix_, matrix_));
    // Some packages raise an error for a bad pivot instead of setting the converged reason.
    JOUNCE_PETSC(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
    const PetscErrorCode code = KSPSetUp(ksp_);
    JOUNCE_PETSC(PetscPopErrorHandler());
    if (code != 0) {
      destroy();
      return false;
    }
    PC pc = nullptr;
    PCFailedReason reason = PC_NOERROR;
    JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
    JOUNCE_PETSC(PCGetFailedReason(pc, &reason));
    if (reason == PC_NOERROR && is_regular(weights)) return true;
    destroy();  // a package may not recover from a failed factorisation
    return false;
  }

  /// False when PETSc reports an error or divergence.
  bool solve(const Vector& b, Vector& x) {
    x.resize(size_);
    JOUNCE_PETSC(VecPlaceArray(b_, b.data()));
    JOUNCE_PETSC(VecPlaceArray(x_, x.data()));
    JOUNCE_PETSC(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
    const PetscErrorCode code = KSPSolve(ksp_, b_, x_);
    JOUNCE_PETSC(PetscPopErrorHandler());
    JOUNCE_PETSC(VecResetArray(b_));
    JOUNCE_PETSC(VecResetArray(x_));
    KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
    JOUNCE_PETSC(KSPGetConvergedReason(ksp_, &reason));
    return code == 0 && reason > 0;
  }

 private:
  /// The packages let pivots of the size of round-off pass. Such a factor blows an arbitrary right-hand side
  /// up.
  bool is_regular(const Vector& weights) {
    probe_.resize(size_);
    for (Index i = 0; i < size_; ++i)
      probe_[i] = (0.5 + std::fmod(0.6180339887498949 * (i + 1), 1.0)) / weights[i];
    if (!solve(probe_, answer_)) return false;
    answer_.array() /= weights.array();
    return answer_.allFinite() && answer_.cwiseAbs().maxCoeff() < kLargestAnswer;
  }

  void create(const CsrMatrix& matrix) {
    destroy();
    size_ = matrix.size();
    pattern_ = matrix.pattern();
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
  std::shared_ptr<const void> pattern_;
  std::vector<Index> starts_, columns_;
  std::vector<double> values_;
  Vector probe_, answer_;
  ::Mat matrix_ = nullptr;
  ::Vec b_ = nullptr, x_ = nullptr;
  KSP ksp_ = nullptr;
};

}  // namespace

class LinearSolver::Implementation {
 public:
  explicit Implementation(MatrixKind kind) : kind_(kind), petsc_(kind) {}

  void factor(const CsrMatrix& matrix) {
    if (matrix_ == &matrix && value_version_ == matrix.value_version() && pattern_ == matrix.pattern())
      return;
    matrix_ = nullptr;
    small_ = matrix.size() <= kDenseLimit;
    ++factorisations_;
    equilibrate(matrix, scale_, values_);
    weights_.setOnes(matrix.size());
    is_scaled_ = small_ || kind_ == MatrixKind::general;
    if (!is_scaled_) {  // positive definite matrices are factorised equally well without, and solved faster
      values_.assign(matrix.values().begin(), matrix.values().end());
      weights_.swap(scale_);
    }
    // Redundant rows stay redundant: a pattern that was singular the last time is regularised at once.
    const bool suspect = regularised_ && kind_ == MatrixKind::general && pattern_ == matrix.pattern();
    regularised_ = suspect || !factor_values(matrix);
    if (regularised_) {
      if (kind_ == MatrixKind::positive_definite)
        throw SingularMatrix(
            "the matrix is not positive definite (a degree of freedom without mass or support?)");
      regularise(matrix, values_);
      if (!factor_values(matrix))
        throw SingularMatrix("the matrix is singular even after its multipliers were regularised");
    }
    matrix_ = &matrix;
    value_version_ = matrix.value_version();
    pattern_ = matrix.pattern();
  }

  void solve(const Vector& b, Vector& x) {
    if (matrix_ == nullptr) throw SingularMatrix("the last factorisation failed");
    apply(b, x);
    if (!regularised_) return;
    for (int sweep = 0; sweep < 3; ++sweep) {  // removes the regularisation from a consistent system
      matrix_->multiply(x, residual_);
      residual_ = b - residual_;
      apply(residual_, correction_);
      x += correction_;
    }
  }

  void forget() {
    matrix_ = nullptr;
    regularised_ = false;
  }
  long factorisations() const { return factorisations_; }
  bool regularised() const { return regularised_; }

 private:
  bool factor_values(const CsrMatrix& matrix) {
    return small_ ? dense_.factor(matrix, values_) : petsc_.factor(matrix, values_, weights_);
  }
  void apply(const Vector& b, Vector& x) {
    if (is_scaled_) right_ = scale_.cwiseProduct(b);
    const Vector& right = is_scaled_ ? right_ : b;
    if (small_)
      dense_.solve(right, x);
    else if (!petsc_.solve(right, x))
      throw SingularMatrix("the direct solver failed on a singular matrix");
    if (is_scaled_) x.array() *= scale_.array();
  }

  MatrixKind kind_;
  const CsrMatrix* matrix_ = nullptr;
  long value_version_ = -1;
  std::shared_ptr<const void> pattern_;
  bool small_ = true;
  bool regularised_ = false;
  long factorisations_ = 0;
  DenseFactor dense_;
  PetscFactor petsc_;
  bool is_scaled_ = true;
  Vector scale_, weights_;
  std::vector<double> values_;  ///< that were factorised
  Vector right_, residual_, correction_;
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
