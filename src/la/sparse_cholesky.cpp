#include "la/sparse_cholesky.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "la/cholmod_view.h"

namespace jounce {

class SparseCholesky::Implementation {
 public:
  Implementation() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.quick_return_if_not_posdef = 1;
    common_.final_ll = 1;  // L D L^T would accept indefinite matrices
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

  bool factor(const LowerTriangle& matrix) {
    cholmod_sparse view = cholmod_view(matrix.column_starts, matrix.rows, matrix.values.data());
    if (!factor_) factor_ = cholmod_analyze(&view, &common_);
    if (!factor_) throw std::runtime_error("sparse Cholesky: no memory for the analysis");
    assert(factor_->n == static_cast<std::size_t>(matrix.size()));
    cholmod_factorize(&view, factor_, &common_);
    if (common_.status < CHOLMOD_OK) throw std::runtime_error("sparse Cholesky: no memory for the factors");
    return common_.status == CHOLMOD_OK && factor_->minor == factor_->n;
  }

  void solve(const Vector& b, Vector& x) {
    cholmod_dense right{};
    right.nrow = right.d = right.nzmax = static_cast<std::size_t>(b.size());
    right.ncol = 1;
    right.x = const_cast<double*>(b.data());
    right.xtype = CHOLMOD_REAL;
    right.dtype = CHOLMOD_DOUBLE;
    if (!cholmod_solve2(CHOLMOD_A, factor_, &right, nullptr, &x_, nullptr, &y_, &e_, &common_))
      throw std::runtime_error("sparse Cholesky: no memory for the solution");
    x = Eigen::Map<const Vector>(static_cast<const double*>(x_->x), b.size());
  }

 private:
  cholmod_common common_;
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;  ///< kept between solutions
};

SparseCholesky::SparseCholesky() : implementation_(std::make_unique<Implementation>()) {}
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

bool SparseCholesky::factor(const LowerTriangle& matrix) { return implementation_->factor(matrix); }
void SparseCholesky::solve(const Vector& b, Vector& x) { implementation_->solve(b, x); }

}  // namespace jounce
