#include "la/schur_factor.h"

#include <petscmat.h>

#include <cmath>
#include <limits>

#include "la/equilibration.h"
#include "la/petsc.h"
#include "la/petsc_check.h"

namespace jounce {
namespace {

constexpr PetscInt kSpace = 20;        ///< per cent of workspace beyond MUMPS's estimate, its own default
constexpr PetscInt kMostSpace = 2500;  ///< pivots that are put off may need several times the estimate
constexpr double kLargestRegularPart = 1e13;  ///< of S and of solutions near 1, scaled, with a regular A_ii

template <class Dense>
double largest(const Dense& entries) {
  return entries.allFinite() ? entries.cwiseAbs().maxCoeff() : std::numeric_limits<double>::infinity();
}

}  // namespace

class SchurFactor::Implementation {
 public:
  Implementation() = default;
  ~Implementation() { destroy(); }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  bool factor(const CsrMatrix& A, const std::vector<Index>& border) {
    start_petsc();
    if (pattern_ != A.pattern() || border_ != border) {
      destroy();
      border_ = border;
      pattern_ = A.pattern();
      has_scale_ = false;
    }
    if (!has_scale_ || !rescale(A, scale_, values_)) equilibrate(A, scale_, values_);
    has_scale_ = true;
    ++factorisations_;
    MatFactorError error = try_to_factor(A);
    for (; error == MAT_FACTOR_OUTMEMORY && space_ < kMostSpace; error = try_to_factor(A)) {
      space_ *= 5;
      destroy();
    }
    if (error == MAT_FACTOR_NOERROR && take_complement()) return true;
    destroy();
    return false;
  }

  const DenseMatrix& complement() const { return complement_; }

  const Vector& begin(const Vector& b) {
    right_ = scale_.cwiseProduct(b);
    solve();
    const auto size = static_cast<Index>(border_.size());
    left_over_.resize(size);
    rest_.resize(size);
    for (Index k = 0; k < size; ++k) {
      const Index at = border_[k];
      rest_[k] = right_[at] - solution_[at];
      left_over_[k] = solution_[at] / scale_[at];
    }
    return left_over_;
  }

  void finish(const Vector& x_b, Vector& x) {
    for (std::size_t k = 0; k < border_.size(); ++k) {
      const auto at = static_cast<Index>(border_[k]), row = static_cast<Index>(k);
      right_[at] = x_b[row] / scale_[at] + rest_[row];
    }
    solve();
    x = scale_.cwiseProduct(solution_);
  }

  long factorisations() const { return factorisations_; }

 private:
  MatFactorError try_to_factor(const CsrMatrix& A) {
    MatFactorInfo info;
    JOUNCE_PETSC(MatFactorInfoInitialize(&info));
    const bool is_new = factor_ == nullptr;
    if (is_new) create(A);
    double* target = nullptr;
    JOUNCE_PETSC(MatSeqAIJGetArray(matrix_, &target));
    std::copy(values_.begin(), values_.end(), target);
    JOUNCE_PETSC(MatSeqAIJRestoreArray(matrix_, &target));
    // A bad pivot may be raised as an error in place of the factor's own one.
    JOUNCE_PETSC(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
    PetscErrorCode code = is_new ? MatLUFactorSymbolic(factor_, matrix_, nullptr, nullptr, &info) : 0;
    if (code == 0) code = MatLUFactorNumeric(factor_, matrix_, &info);
    JOUNCE_PETSC(PetscPopErrorHandler());
    if (code != 0) return MAT_FACTOR_OTHER;
    MatFactorError error = MAT_FACTOR_NOERROR;
    JOUNCE_PETSC(MatFactorGetError(factor_, &error));
    return error;
  }

  void create(const CsrMatrix& A) {
    const Index size = A.size();
    starts_.assign(A.row_starts().begin(), A.row_starts().end());
    columns_.assign(A.columns().begin(), A.columns().end());
    own_values_.assign(A.nonzeros(), 0.0);
    JOUNCE_PETSC(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, size, size, starts_.data(), columns_.data(),
                                           own_values_.data(), &matrix_));
    for (::Vec* const v : {&b_, &x_})
      JOUNCE_PETSC(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, size, nullptr, v));
    JOUNCE_PETSC(MatGetFactor(matrix_, MATSOLVERMUMPS, MAT_FACTOR_LU, &factor_));
    if (space_ != kSpace) JOUNCE_PETSC(MatMumpsSetIcntl(factor_, 14, space_));
    ::IS border = nullptr;
    JOUNCE_PETSC(ISCreateGeneral(PETSC_COMM_SELF, static_cast<PetscInt>(border_.size()), border_.data(),
                                 PETSC_COPY_VALUES, &border));
    JOUNCE_PETSC(MatFactorSetSchurIS(factor_, border));
    JOUNCE_PETSC(ISDestroy(&border));
  }

  /// Takes S, and leaves its inverse as the identity in its place: then a solution with the factors has
  /// b_b - A_bi A_ii^-1 b_i at the border, and beside it what that makes of the others.
  bool take_complement() {
    ::Mat S = nullptr;
    JOUNCE_PETSC(MatFactorGetSchurComplement(factor_, &S, nullptr));
    const auto size = static_cast<Index>(border_.size());
    double* values = nullptr;
    JOUNCE_PETSC(MatDenseGetArray(S, &values));
    Eigen::Map<DenseMatrix> scaled(values, size, size);
    complement_ = scaled;
    scaled.setIdentity();
    JOUNCE_PETSC(MatDenseRestoreArray(S, &values));
    JOUNCE_PETSC(MatFactorRestoreSchurComplement(factor_, &S, MAT_FACTOR_SCHUR_INVERTED));
    right_.resize(scale_.size());
    for (Index i = 0; i < right_.size(); ++i) {  // without a pattern
      const double golden = 0.6180339887498949 * (i + 1);
      right_[i] = 0.5 + golden - std::floor(golden);
    }
    solve();
    if (!(largest(complement_) < kLargestRegularPart && largest(solution_) < kLargestRegularPart))
      return false;
    Vector of_border(size);
    for (Index k = 0; k < size; ++k) of_border[k] = 1 / scale_[border_[k]];
    complement_ = (of_border.asDiagonal() * complement_ * of_border.asDiagonal()).eval();
    return true;
  }

  void solve() {
    solution_.resize(right_.size());
    JOUNCE_PETSC(VecPlaceArray(b_, right_.data()));
    JOUNCE_PETSC(VecPlaceArray(x_, solution_.data()));
    JOUNCE_PETSC(MatSolve(factor_, b_, x_));
    JOUNCE_PETSC(VecResetArray(b_));
    JOUNCE_PETSC(VecResetArray(x_));
  }

  void destroy() {
    MatDestroy(&factor_);
    MatDestroy(&matrix_);
    VecDestroy(&b_);
    VecDestroy(&x_);
  }

  ::Mat matrix_ = nullptr, factor_ = nullptr;
  ::Vec b_ = nullptr, x_ = nullptr;
  PetscInt space_ = kSpace;
  std::shared_ptr<const void> pattern_;
  std::vector<Index> border_, starts_, columns_;
  std::vector<double> values_, own_values_;
  bool has_scale_ = false;
  Vector scale_;  ///< those that were factorised are values of scale A scale
  DenseMatrix complement_;
  Vector right_, solution_, left_over_;
  Vector rest_;  ///< A_bi A_ii^-1 b_i, scaled
  long factorisations_ = 0;
};

SchurFactor::SchurFactor() : implementation_(std::make_unique<Implementation>()) {}
SchurFactor::~SchurFactor() = default;
SchurFactor::SchurFactor(SchurFactor&&) noexcept = default;
SchurFactor& SchurFactor::operator=(SchurFactor&&) noexcept = default;

bool SchurFactor::factor(const CsrMatrix& A, const std::vector<Index>& border) {
  return implementation_->factor(A, border);
}
const DenseMatrix& SchurFactor::complement() const { return implementation_->complement(); }
const Vector& SchurFactor::begin(const Vector& b) { return implementation_->begin(b); }
void SchurFactor::finish(const Vector& x_b, Vector& x) { implementation_->finish(x_b, x); }
long SchurFactor::factorisations() const { return implementation_->factorisations(); }

}  // namespace jounce
