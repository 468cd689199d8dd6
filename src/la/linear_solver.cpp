#include "la/linear_solver.h"

#include <petscksp.h>

#include <algorithm>
#include <cmath>

#include "la/dense_lu.h"
#include "la/equilibration.h"
#include "la/klu_factor.h"
#include "la/petsc_check.h"

namespace jounce {
namespace {

constexpr Index kDenseLimit = 48;    ///< largest positive definite system solved by the dense factorisation
constexpr Index kDenseGeneral = 24;  ///< the same of general systems, where KLU is the alternative
constexpr std::size_t kNarrowRow = 14;  ///< average entries of a row below which banded solvers win
constexpr Index kMumpsFrom = 350;       ///< smallest wide system for which MUMPS pays
constexpr double kSparseRow = 8000;     ///< operations a row up to which MUMPS's own work costs more
constexpr PetscInt kRelaxation = 20;    ///< per cent of workspace beyond MUMPS's estimate, its own default
constexpr PetscInt kMostRelaxation = 2500;  ///< pivots that are put off may need several times the estimate
constexpr double kRegularisation = 1e-11;   ///< diagonal given to redundant multipliers of a scaled matrix
constexpr double kLargestRegular = 1e13;    ///< to a right-hand side near 1, by a regular scaled matrix

/// Narrow, or too small for the fixed costs of MUMPS.
bool is_narrow(const CsrMatrix& matrix) {
  return matrix.nonzeros() < kNarrowRow * static_cast<std::size_t>(matrix.size()) ||
         matrix.size() < kMumpsFrom;
}

/// Gives the structurally zero diagonal entries of a scaled matrix a small negative value.
void regularise(const CsrMatrix& matrix, std::vector<double>& values) {
  const auto starts = matrix.row_starts();
  for (Index i = 0; i < matrix.size(); ++i)
    for (Index k = starts[static_cast<std::size_t>(i)]; k < starts[static_cast<std::size_t>(i) + 1]; ++k)
      if (matrix.columns()[static_cast<std::size_t>(k)] == i && values[static_cast<std::size_t>(k)] == 0.0)
        values[static_cast<std::size_t>(k)] = -kRegularisation;
}

}  // namespace

/// KSP "preonly" over a direct factorisation, on the arrays of a CsrMatrix.
class PetscFactor {
 public:
  explicit PetscFactor(MatrixKind kind) : kind_(kind) {}
  ~PetscFactor() { destroy(); }
  PetscFactor(const PetscFactor&) = delete;
  PetscFactor& operator=(const PetscFactor&) = delete;

  /// False when the matrix is singular.
  bool factor(const CsrMatrix& matrix, const std::vector<double>& values) {
    // Many zeros on the diagonal (multipliers) put pivots off, and MUMPS runs out of the space it estimated:
    // that says nothing about the matrix.
    PCFailedReason reason = try_to_factor(matrix, values);
    while (reason == PC_FACTOR_OUTMEMORY && relaxation_ < kMostRelaxation) {
      relaxation_ *= 5;
      reason = try_to_factor(matrix, values);
    }
    return reason == PC_NOERROR;
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
  PCFailedReason try_to_factor(const CsrMatrix& matrix, const std::vector<double>& values) {
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
      return PC_FACTOR_OTHER;
    }
    PC pc = nullptr;
    PCFailedReason reason = PC_NOERROR;
    JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
    JOUNCE_PETSC(PCGetFailedReason(pc, &reason));
    if (reason != PC_NOERROR) destroy();  // a package may not recover from a failed factorisation
    return reason;
  }

  void create(const CsrMatrix& matrix) {
    destroy();
    size_ = matrix.size();
    is_narrow_ = is_narrow(matrix);
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
    JOUNCE_PETSC(KSPSetOperators(ksp_, matrix_, matrix_));
    PC pc = nullptr;
    JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
    choose(pc);
    JOUNCE_PETSC(KSPSetFromOptions(ksp_));
  }

  void choose(PC pc) const {
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

  void choose_mumps(PC pc) const {
    JOUNCE_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    if (relaxation_ == kRelaxation) return;
    ::Mat factor = nullptr;
    JOUNCE_PETSC(PCFactorSetUpMatSolverType(pc));
    JOUNCE_PETSC(PCFactorGetMatrix(pc, &factor));
    JOUNCE_PETSC(MatMumpsSetIcntl(factor, 14, relaxation_));
  }

  void destroy() {
    KSPDestroy(&ksp_);
    VecDestroy(&b_);
    VecDestroy(&x_);
    MatDestroy(&matrix_);
  }

  MatrixKind kind_;
  Index size_ = 0;
  bool is_narrow_ = true;
  PetscInt relaxation_ = kRelaxation;
  std::shared_ptr<const void> pattern_;
  std::vector<Index> starts_, columns_;
  std::vector<double> values_;
  ::Mat matrix_ = nullptr;
  ::Vec b_ = nullptr, x_ = nullptr;
  KSP ksp_ = nullptr;
};

class LinearSolver::Implementation {
 public:
  explicit Implementation(MatrixKind kind) : kind_(kind), petsc_(kind) {}

  void factor(const CsrMatrix& matrix) {
    if (matrix_ == &matrix && value_version_ == matrix.value_version() && pattern_ == matrix.pattern())
      return;
    matrix_ = nullptr;
    ++factorisations_;
    if (pattern_ != matrix.pattern()) {
      pattern_ = matrix.pattern();
      has_scale_ = regularised_ = false;
      package_ = choose(matrix);
      // Positive definite matrices are factorised equally well without, and solved faster.
      is_scaled_ = package_ == Package::dense || kind_ == MatrixKind::general;
    }
    if (!has_scale_ || !rescale(matrix, scale_, values_)) equilibrate(matrix, scale_, values_);
    has_scale_ = true;
    if (!is_scaled_) values_.assign(matrix.values().begin(), matrix.values().end());
    // Redundant rows stay redundant: a pattern that was singular the last time is regularised at once.
    const bool suspect = regularised_ && kind_ == MatrixKind::general;
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
    has_scale_ = regularised_ = false;
    klu_.forget();
  }
  long factorisations() const { return factorisations_; }
  bool regularised() const { return regularised_; }

 private:
  enum class Package { dense, klu, petsc };

  Package choose(const CsrMatrix& matrix) {
    const bool definite = kind_ == MatrixKind::positive_definite;
    if (matrix.size() <= (definite ? kDenseLimit : kDenseGeneral)) return Package::dense;
    if (definite) return Package::petsc;
    const bool is_sparse = is_narrow(matrix) || klu_.estimated_operations(matrix) <
                                                    kSparseRow * static_cast<double>(matrix.size());
    return is_sparse ? Package::klu : Package::petsc;
  }

  bool factor_values(const CsrMatrix& matrix) {
    const bool factored = package_ == Package::dense ? dense_.factor(matrix, values_)
                          : package_ == Package::klu ? klu_.factor(matrix, values_)
                                                     : petsc_.factor(matrix, values_);
    return factored && is_regular();
  }

  /// The packages let pivots of the size of round-off pass. Such a factor blows an arbitrary right-hand side
  /// up.
  bool is_regular() {
    const auto n = static_cast<Index>(scale_.size());
    probe_.resize(n);
    for (Index i = 0; i < n; ++i) {
      const double golden = 0.6180339887498949 * (i + 1);
      probe_[i] = 0.5 + golden - std::floor(golden);
      if (!is_scaled_) probe_[i] /= scale_[i];
    }
    if (!raw_solve(probe_, answer_)) return false;
    if (!is_scaled_) answer_.array() /= scale_.array();
    return answer_.allFinite() && answer_.cwiseAbs().maxCoeff() < kLargestRegular;
  }

  /// Solves with the matrix that was factorised, which may be a scaled one. False when a package fails.
  bool raw_solve(const Vector& b, Vector& x) {
    if (package_ == Package::petsc) return petsc_.solve(b, x);
    if (package_ == Package::klu)
      klu_.solve(b, x);
    else
      dense_.solve(b, x);
    return true;
  }

  void apply(const Vector& b, Vector& x) {
    if (is_scaled_) right_ = scale_.cwiseProduct(b);
    if (!raw_solve(is_scaled_ ? right_ : b, x))
      throw SingularMatrix("the direct solver failed on a singular matrix");
    if (is_scaled_) x.array() *= scale_.array();
  }

  MatrixKind kind_;
  const CsrMatrix* matrix_ = nullptr;
  long value_version_ = -1;
  std::shared_ptr<const void> pattern_;
  Package package_ = Package::dense;
  bool regularised_ = false;
  long factorisations_ = 0;
  DenseLu dense_;
  KluFactor klu_;
  PetscFactor petsc_;
  bool is_scaled_ = true, has_scale_ = false;
  Vector scale_;                ///< S: the entries of S A S are near 1
  std::vector<double> values_;  ///< that were factorised
  Vector right_, residual_, correction_, probe_, answer_;
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
