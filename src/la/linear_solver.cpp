#include "la/linear_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "la/cholesky_factor.h"
#include "la/dense_lu.h"
#include "la/equilibration.h"
#include "la/field_split.h"
#include "la/home_rows.h"
#include "la/klu_factor.h"
#include "la/petsc_factor.h"
#include "la/sparse_ldlt.h"
#include "la/substructure_factor.h"
#include "la/umfpack_factor.h"

namespace jounce {
namespace {

constexpr Index kDenseLimit = 48;      ///< largest positive definite system solved by the dense factorisation
constexpr Index kDenseGeneral = 24;    ///< the same of general systems, where KLU is the alternative
constexpr Index kThinLimit = 1000;     ///< narrow definite one up to which the start of CHOLMOD costs more
constexpr double kSparseRow = 8000;    ///< operations a row up to which the work for dense blocks costs more
constexpr double kUmfpackLimit = 1e8;  ///< operations from which MUMPS is faster by more than its start,
constexpr int kUmfpackTimes = 15;      ///< and factorisations
constexpr int kMostFailures = 3;       ///< of iterative solutions, after which a pattern is factorised
constexpr double kRegularisation = 1e-11;  ///< diagonal given to redundant multipliers of a scaled matrix
constexpr double kLargestRegular = 1e13;   ///< to a right-hand side near 1, by a regular scaled matrix

/// Gives the structurally zero diagonal entries of a scaled matrix a small negative value.
void regularise(const CsrMatrix& matrix, std::vector<double>& values) {
  const auto starts = matrix.row_starts();
  for (Index i = 0; i < matrix.size(); ++i)
    for (Index k = starts[i]; k < starts[i + 1]; ++k)
      if (matrix.columns()[k] == i && values[k] == 0.0) values[k] = -kRegularisation;
}

}  // namespace

class LinearSolver::Implementation {
 public:
  Implementation(MatrixKind kind, Ranks ranks) : kind_(kind), petsc_(kind, ranks), split_(ranks) {}

  void factor(const CsrMatrix& matrix, const UnknownFields* fields) {
    if (matrix_ == &matrix && value_version_ == matrix.value_version() && pattern_ == matrix.pattern())
      return;
    matrix_ = nullptr;
    if (pattern_ != matrix.pattern()) failures_ = 0;
    is_split_ = fields != nullptr && failures_ < kMostFailures;
    if (is_split_) {
      split_.take(matrix, *fields);
      pattern_ = matrix.pattern();
      matrix_ = &matrix;
      value_version_ = matrix.value_version();
      return;
    }
    factor_now(matrix);
  }

  void solve(const Vector& b, Vector& x) {
    if (matrix_ == nullptr) throw SingularMatrix("the last factorisation failed");
    if (is_split_) {
      if (split_.solve(b, x)) {
        failures_ = 0;
        return;
      }
      ++failures_;
      is_split_ = false;
      factor_now(*std::exchange(matrix_, nullptr));
    }
    apply(b, x);
    if (!regularised_) return;
    for (int sweep = 0; sweep < 3; ++sweep) {  // removes the regularisation from a consistent system
      rows_->multiply(x, residual_);
      if (rows_->owners())
        parallel::Communicator().sum({residual_.data(), static_cast<std::size_t>(residual_.size())});
      residual_ = b - residual_;
      apply(residual_, correction_);
      x += correction_;
    }
  }

  void forget() {
    matrix_ = nullptr;
    has_scale_ = regularised_ = false;
    factored_pattern_ = nullptr;  // chooses a package anew
    klu_.forget();
    split_.forget();
    home_.forget();
    substructures_.forget();
    not_substructures_ = nullptr;
    failures_ = by_umfpack_ = 0;
  }
  long factorisations() const { return factorisations_ + split_.set_ups(); }
  long iterations() const { return split_.iterations(); }
  bool regularised() const { return regularised_; }

 private:
  enum class Package { dense, ldlt, klu, cholesky, substructures, umfpack, petsc };

  void factor_now(const CsrMatrix& whole_or_part) {
    ++factorisations_;
    pattern_ = whole_or_part.pattern();
    if (!whole_or_part.owners() || !factor_by_substructures(whole_or_part)) factor_rows(whole_or_part);
    matrix_ = &whole_or_part;
    value_version_ = whole_or_part.value_version();
  }

  /// False for parts of a matrix that are not factorised that way, from then on.
  bool factor_by_substructures(const CsrMatrix& part) {
    using Result = SubstructureFactor::Result;
    if (not_substructures_ == part.pattern()) return false;
    const bool is_definite = kind_ == MatrixKind::positive_definite;
    const Result result = substructures_.factor(part, is_definite);
    if (result == Result::factored) {
      package_ = Package::substructures;
      scale_ = substructures_.scale();
      is_scaled_ = has_scale_ = regularised_ = false;
      factored_pattern_ = nullptr;
      if (is_regular()) return true;
    }
    if (result != Result::too_wide && is_definite) throw_not_definite();
    substructures_.forget();
    not_substructures_ = part.pattern();
    return false;
  }

  [[noreturn]] static void throw_not_definite() {
    throw SingularMatrix(
        "the matrix is not positive definite (a degree of freedom without mass or support?)");
  }

  /// Factorises a whole matrix, or the rows of this rank.
  void factor_rows(const CsrMatrix& whole_or_part) {
    const CsrMatrix& matrix = whole_or_part.owners() ? home_.take(whole_or_part) : whole_or_part;
    rows_ = &matrix;
    if (factored_pattern_ != matrix.pattern()) {
      factored_pattern_ = matrix.pattern();
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
      if (kind_ == MatrixKind::positive_definite) throw_not_definite();
      regularise(matrix, values_);
      if (!factor_values(matrix))
        throw SingularMatrix("the matrix is singular even after its multipliers were regularised");
    }
  }

  Package choose(const CsrMatrix& matrix) {
    if (petsc_.is_shared(matrix)) return Package::petsc;
    const bool definite = kind_ == MatrixKind::positive_definite;
    if (matrix.size() <= (definite ? kDenseLimit : kDenseGeneral)) return Package::dense;
    if (definite)
      return matrix.size() <= kThinLimit && PetscFactor::is_narrow(matrix) ? Package::ldlt
                                                                           : Package::cholesky;
    const bool is_sparse =
        PetscFactor::is_narrow(matrix) ||
        klu_.estimated_operations(matrix) < kSparseRow * static_cast<double>(matrix.size());
    return is_sparse ? Package::klu : Package::cholesky;
  }

  bool factor_values(const CsrMatrix& matrix) { return factor_by_package(matrix) && is_regular(); }

  bool factor_by_package(const CsrMatrix& matrix) {
    if (package_ == Package::cholesky) {
      if (cholesky_.factor(matrix, values_)) return true;
      if (kind_ == MatrixKind::positive_definite) return false;
      // Matrices of this pattern are indefinite or unsymmetric from now on.
      package_ = klu_.estimated_operations(matrix) < kUmfpackLimit ? Package::umfpack : Package::petsc;
    }
    if (package_ == Package::umfpack && ++by_umfpack_ > kUmfpackTimes) package_ = Package::petsc;
    switch (package_) {
      case Package::dense:
        return dense_.factor(matrix, values_);
      case Package::ldlt:
        return ldlt_.factor(matrix, values_);
      case Package::klu:
        return klu_.factor(matrix, values_);
      case Package::umfpack:
        return umfpack_.factor(matrix, values_);
      default:
        return petsc_.factor(matrix, values_);
    }
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
    if (package_ == Package::umfpack) return umfpack_.solve(b, x);
    if (package_ == Package::cholesky)
      cholesky_.solve(b, x);
    else if (package_ == Package::substructures)
      substructures_.solve(b, x);
    else if (package_ == Package::ldlt)
      ldlt_.solve(b, x);
    else if (package_ == Package::klu)
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
  const CsrMatrix* matrix_ = nullptr;  ///< as it was given
  const CsrMatrix* rows_ = nullptr;    ///< what was factorised: the same, or the rows of this rank
  long value_version_ = -1;
  std::shared_ptr<const void> pattern_, factored_pattern_;
  Package package_ = Package::dense;
  bool regularised_ = false;
  long factorisations_ = 0;
  DenseLu dense_;
  SparseLdlt ldlt_;
  KluFactor klu_;
  CholeskyFactor cholesky_;
  UmfpackFactor umfpack_;
  int by_umfpack_ = 0;  ///< factorisations
  PetscFactor petsc_;
  HomeRows home_;
  SubstructureFactor substructures_;
  std::shared_ptr<const void> not_substructures_;  ///< pattern of parts
  FieldSplit split_;
  bool is_split_ = false;  ///< the matrix taken last is solved iteratively
  int failures_ = 0;       ///< of iterative solutions, one after the other
  bool is_scaled_ = true, has_scale_ = false;
  Vector scale_;                ///< S: the entries of S A S are near 1
  std::vector<double> values_;  ///< that were factorised
  Vector right_, residual_, correction_, probe_, answer_;
};

LinearSolver::LinearSolver(MatrixKind kind, Ranks ranks)
    : implementation_(std::make_unique<Implementation>(kind, ranks)) {}
LinearSolver::~LinearSolver() = default;
LinearSolver::LinearSolver(LinearSolver&&) noexcept = default;
LinearSolver& LinearSolver::operator=(LinearSolver&&) noexcept = default;
void LinearSolver::factor(const CsrMatrix& matrix, const UnknownFields* fields) {
  implementation_->factor(matrix, fields);
}
void LinearSolver::solve(const Vector& b, Vector& x) { implementation_->solve(b, x); }
long LinearSolver::factorisations() const { return implementation_->factorisations(); }
long LinearSolver::iterations() const { return implementation_->iterations(); }
bool LinearSolver::regularised() const { return implementation_->regularised(); }
void LinearSolver::forget() { implementation_->forget(); }

}  // namespace jounce
