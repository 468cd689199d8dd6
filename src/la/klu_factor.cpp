#include "la/klu_factor.h"

#include <klu.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

namespace jounce {
namespace {

/// Old pivots are given up when a solution with them leaves a larger part of the right-hand side.
constexpr double kAccuracy = 1e-8;

}  // namespace

/// KLU works by columns: the compressed rows of A are the compressed columns of A^T, solved by klu_tsolve.
class KluFactor::Implementation {
 public:
  Implementation() {
    klu_defaults(&common_);
    common_.scale = -1;  // the caller has equilibrated
  }
  ~Implementation() { destroy(); }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  bool analyse(const CsrMatrix& matrix) {
    if (symbolic_ != nullptr && pattern_ == matrix.pattern()) return true;
    destroy();
    pattern_ = matrix.pattern();
    starts_.assign(matrix.row_starts().begin(), matrix.row_starts().end());
    columns_.assign(matrix.columns().begin(), matrix.columns().end());
    symbolic_ = klu_analyze(matrix.size(), starts_.data(), columns_.data(), &common_);
    return symbolic_ != nullptr;
  }

  double estimated_operations(const CsrMatrix& matrix) {
    return analyse(matrix) ? symbolic_->est_flops : std::numeric_limits<double>::infinity();
  }

  bool factor(const CsrMatrix& matrix, std::span<const double> values) {
    if (!analyse(matrix)) return false;
    values_.assign(values.begin(), values.end());
    if (numeric_ != nullptr &&
        klu_refactor(starts_.data(), columns_.data(), values_.data(), symbolic_, numeric_, &common_) != 0 &&
        common_.status == KLU_OK && is_accurate())
      return true;
    forget();
    numeric_ = klu_factor(starts_.data(), columns_.data(), values_.data(), symbolic_, &common_);
    if (numeric_ == nullptr || common_.status != KLU_OK) {
      forget();
      return false;
    }
    return true;
  }

  void solve(const Vector& b, Vector& x) {
    assert(numeric_ != nullptr);
    x = b;
    klu_tsolve(symbolic_, numeric_, symbolic_->n, 1, x.data(), &common_);
  }

  void forget() {
    if (numeric_ != nullptr) klu_free_numeric(&numeric_, &common_);
  }

 private:
  /// Solves for ones and looks at the residual.
  bool is_accurate() {
    const Index n = symbolic_->n;
    probe_.setOnes(n);
    klu_tsolve(symbolic_, numeric_, n, 1, probe_.data(), &common_);
    double largest_residual = 0, largest_term = 0;
    for (Index i = 0; i < n; ++i) {
      double sum = -1;
      for (Index k = starts_[i]; k < starts_[i + 1]; ++k) {
        const double term = values_[k] * probe_[columns_[k]];
        sum += term;
        largest_term = std::max(largest_term, std::abs(term));
      }
      largest_residual = std::max(largest_residual, std::abs(sum));
    }
    return std::isfinite(largest_term) && largest_residual <= kAccuracy * std::max(1.0, largest_term);
  }
  void destroy() {
    forget();
    if (symbolic_ != nullptr) klu_free_symbolic(&symbolic_, &common_);
  }

  klu_common common_;
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  std::shared_ptr<const void> pattern_;
  std::vector<int> starts_, columns_;
  std::vector<double> values_;
  Vector probe_;
};

KluFactor::KluFactor() : implementation_(std::make_unique<Implementation>()) {}
KluFactor::~KluFactor() = default;
KluFactor::KluFactor(KluFactor&&) noexcept = default;
KluFactor& KluFactor::operator=(KluFactor&&) noexcept = default;
double KluFactor::estimated_operations(const CsrMatrix& matrix) {
  return implementation_->estimated_operations(matrix);
}
bool KluFactor::factor(const CsrMatrix& matrix, std::span<const double> values) {
  return implementation_->factor(matrix, values);
}
void KluFactor::solve(const Vector& b, Vector& x) { implementation_->solve(b, x); }
void KluFactor::forget() { implementation_->forget(); }

}  // namespace jounce
