#include "la/surface_factor.h"

#include <petscsys.h>

#include <petscblaslapack.h>

#include <algorithm>
#include <stdexcept>

#include "la/cholmod_view.h"
#include "la/decompositions.h"
#include "la/linear_solver.h"

namespace jounce {
namespace {

/// Rows and columns of a symmetric matrix as CHOLMOD wants them: the lower triangle by columns, which is the
/// upper one by rows.
struct Triangle {
  std::vector<int> starts{0}, rows;
  std::vector<double> values;

  /// @param number  of every unknown in the triangle, ascending; -1: left out
  Triangle(const CsrMatrix& A, const std::vector<int>& number) {
    const auto row_starts = A.row_starts();
    for (Index i = 0; i < A.size(); ++i) {
      if (number[i] < 0) continue;
      for (auto k = static_cast<std::size_t>(row_starts[i]); k < static_cast<std::size_t>(row_starts[i + 1]);
           ++k) {
        const Index j = A.columns()[k];
        if (j < i || number[j] < 0) continue;
        rows.push_back(number[j]);
        values.push_back(A.values()[k]);
      }
      starts.push_back(static_cast<int>(rows.size()));
    }
  }
  cholmod_sparse view() const { return cholmod_view(starts, rows, values.data()); }
};

}  // namespace

class SurfaceFactor::Implementation {
 public:
  Implementation() {
    start_cholmod_in_given_order(common_);
    common_.quick_return_if_not_posdef = 1;
  }
  ~Implementation() {
    cholmod_free_factor(&factor_, &common_);
    cholmod_free_dense(&x_, &common_);
    cholmod_free_dense(&y_, &common_);
    cholmod_free_dense(&e_, &common_);
    cholmod_finish(&common_);
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  void factor(const CsrMatrix& A, const std::vector<Index>& surface) {
    if (factor_ == nullptr || pattern_ != A.pattern() || surface_ != surface) analyse(A, surface);
    Triangle triangle(A, all_);
    cholmod_sparse view = triangle.view();
    cholmod_factorize(&view, factor_, &common_);
    ++factorisations_;
    if (common_.status == CHOLMOD_NOT_POSDEF ||
        (common_.status >= CHOLMOD_OK && factor_->minor != factor_->n))
      throw SingularMatrix("the matrix is not positive definite");
    if (common_.status < CHOLMOD_OK) throw std::bad_alloc();
    take_surface();
  }

  const DenseMatrix& compliance() const { return compliance_; }

  const Vector& begin(const Vector& b) {
    permuted_.resize(b.size());
    for (Index k = 0; k < permuted_.size(); ++k) permuted_[k] = b[order_[k]];
    solve(CHOLMOD_L, permuted_);
    at_surface_ = permuted_.tail(L_.rows());
    L_.triangularView<Eigen::Lower>().transpose().solveInPlace(at_surface_);
    return at_surface_;
  }

  void finish(const Vector& f, Vector& x) {
    half_ = permuted_;
    end(f, x);
  }

  void respond(const Vector& f, Vector& x) {
    half_.setZero(static_cast<Index>(order_.size()));
    end(f, x);
  }

  long factorisations() const { return factorisations_; }

 private:
  /// The order of elimination: METIS' for the inside, in postorder, then the surface.
  void analyse(const CsrMatrix& A, const std::vector<Index>& surface) {
    const auto n = static_cast<std::size_t>(A.size());
    all_.resize(n);
    std::vector<int> inside(n, 0), unknowns;
    for (std::size_t i = 0; i < n; ++i) all_[i] = static_cast<int>(i);
    for (const Index i : surface) inside[i] = -1;
    for (std::size_t i = 0; i < n; ++i) {
      if (inside[i] < 0) continue;
      inside[i] = static_cast<int>(unknowns.size());
      unknowns.push_back(static_cast<int>(i));
    }
    order_.clear();
    if (!unknowns.empty()) {
      Triangle triangle(A, inside);
      cholmod_sparse view = triangle.view();
      std::vector<int> order(unknowns.size());
      if (cholmod_metis(&view, nullptr, 0, 1, order.data(), &common_) == 0) throw std::bad_alloc();
      for (const int k : order) order_.push_back(unknowns[k]);
    }
    order_.insert(order_.end(), surface.begin(), surface.end());
    cholmod_free_factor(&factor_, &common_);
    Triangle triangle(A, all_);
    cholmod_sparse view = triangle.view();
    factor_ = cholmod_analyze_p(&view, order_.data(), nullptr, 0, &common_);
    if (factor_ == nullptr) throw std::bad_alloc();
    pattern_ = A.pattern();
    surface_ = surface;
  }

  /// L_ss, which the last columns of the factor hold in dense blocks, and from it the compliance.
  void take_surface() {
    const auto size = static_cast<Index>(surface_.size());
    const Index first = static_cast<Index>(factor_->n) - size;
    L_.setZero(size, size);
    const auto* super = static_cast<const int*>(factor_->super);
    const auto* row_starts = static_cast<const int*>(factor_->pi);
    const auto* value_starts = static_cast<const int*>(factor_->px);
    const auto* rows = static_cast<const int*>(factor_->s);
    const auto* values = static_cast<const double*>(factor_->x);
    for (std::size_t k = 0; k < factor_->nsuper; ++k)
      for (int column = std::max(super[k], static_cast<int>(first)); column < super[k + 1]; ++column) {
        const std::ptrdiff_t height = row_starts[k + 1] - row_starts[k];
        const double* of_column = values + value_starts[k] + (column - super[k]) * height;
        for (std::ptrdiff_t i = 0; i < height; ++i)
          if (const int row = rows[row_starts[k] + i]; row >= column)
            L_(row - first, column - first) = of_column[i];
      }
    compliance_ = L_;
    if (size == 0) return;
    const auto count = static_cast<PetscBLASInt>(size);
    PetscBLASInt info = 0;
    static_assert(!DenseMatrix::IsRowMajor);
    LAPACKpotri_("L", &count, compliance_.data(), &count, &info);
    if (info != 0) throw SingularMatrix("the surface has no finite compliance");
    compliance_.triangularView<Eigen::StrictlyUpper>() = compliance_.transpose();
  }

  void end(const Vector& f, Vector& x) {
    work_ = f;
    L_.triangularView<Eigen::Lower>().solveInPlace(work_);
    half_.tail(L_.rows()) += work_;
    solve(CHOLMOD_Lt, half_);
    x.resize(half_.size());
    for (Index k = 0; k < half_.size(); ++k) x[order_[k]] = half_[k];
  }

  void solve(int system, Vector& b) {
    cholmod_dense right{};
    right.nrow = right.d = right.nzmax = static_cast<std::size_t>(b.size());
    right.ncol = 1;
    right.x = b.data();
    right.xtype = CHOLMOD_REAL;
    right.dtype = CHOLMOD_DOUBLE;
    if (cholmod_solve2(system, factor_, &right, nullptr, &x_, nullptr, &y_, &e_, &common_) == 0)
      throw std::bad_alloc();
    b = Eigen::Map<const Vector>(static_cast<const double*>(x_->x), b.size());
  }

  cholmod_common common_{};
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
  std::shared_ptr<const void> pattern_;
  std::vector<Index> surface_;
  std::vector<int> order_, all_;
  DenseMatrix L_, compliance_;
  Vector permuted_, half_, at_surface_, work_;
  long factorisations_ = 0;
};

SurfaceFactor::SurfaceFactor() : implementation_(std::make_unique<Implementation>()) {}
SurfaceFactor::~SurfaceFactor() = default;
SurfaceFactor::SurfaceFactor(SurfaceFactor&&) noexcept = default;
SurfaceFactor& SurfaceFactor::operator=(SurfaceFactor&&) noexcept = default;

void SurfaceFactor::factor(const CsrMatrix& A, const std::vector<Index>& surface) {
  implementation_->factor(A, surface);
}
const DenseMatrix& SurfaceFactor::compliance() const { return implementation_->compliance(); }
const Vector& SurfaceFactor::begin(const Vector& b) { return implementation_->begin(b); }
void SurfaceFactor::finish(const Vector& f, Vector& x) { implementation_->finish(f, x); }
void SurfaceFactor::respond(const Vector& f, Vector& x) { implementation_->respond(f, x); }
long SurfaceFactor::factorisations() const { return implementation_->factorisations(); }

}  // namespace jounce
