#include "la/umfpack_factor.h"

#include <umfpack.h>

#include <array>
#include <new>
#include <vector>

namespace jounce {

/// UMFPACK works by columns: the compressed rows of A are the compressed columns of A^T.
class UmfpackFactor::Implementation {
 public:
  Implementation() {
    umfpack_di_defaults(control_.data());
    control_[UMFPACK_SCALE] = UMFPACK_SCALE_NONE;  // the caller has equilibrated
    // Pivots near the diagonal: also where multipliers have zeros there, other orders fill in five times as
    // much.
    control_[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;
  }
  ~Implementation() {
    umfpack_di_free_numeric(&numeric_);
    umfpack_di_free_symbolic(&symbolic_);
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  bool factor(const CsrMatrix& matrix, std::span<const double> values) {
    umfpack_di_free_numeric(&numeric_);
    if (symbolic_ == nullptr || pattern_ != matrix.pattern()) analyse(matrix);
    values_.assign(values.begin(), values.end());
    return check(umfpack_di_numeric(starts_.data(), columns_.data(), values_.data(), symbolic_, &numeric_,
                                    control_.data(), nullptr)) == UMFPACK_OK;
  }

  bool solve(const Vector& b, Vector& x) {
    x.resize(b.size());
    return check(umfpack_di_solve(UMFPACK_At, starts_.data(), columns_.data(), values_.data(), x.data(),
                                  b.data(), numeric_, control_.data(), nullptr)) == UMFPACK_OK;
  }

 private:
  void analyse(const CsrMatrix& matrix) {
    umfpack_di_free_symbolic(&symbolic_);
    pattern_ = matrix.pattern();
    starts_.assign(matrix.row_starts().begin(), matrix.row_starts().end());
    columns_.assign(matrix.columns().begin(), matrix.columns().end());
    check(umfpack_di_symbolic(matrix.size(), matrix.size(), starts_.data(), columns_.data(), nullptr,
                              &symbolic_, control_.data(), nullptr));
  }

  static int check(int status) {
    if (status == UMFPACK_ERROR_out_of_memory) throw std::bad_alloc();
    return status;
  }

  std::array<double, UMFPACK_CONTROL> control_{};
  void *symbolic_ = nullptr, *numeric_ = nullptr;
  std::shared_ptr<const void> pattern_;
  std::vector<int> starts_, columns_;
  std::vector<double> values_;
};

UmfpackFactor::UmfpackFactor() = default;
UmfpackFactor::~UmfpackFactor() = default;
UmfpackFactor::UmfpackFactor(UmfpackFactor&&) noexcept = default;
UmfpackFactor& UmfpackFactor::operator=(UmfpackFactor&&) noexcept = default;
bool UmfpackFactor::factor(const CsrMatrix& matrix, std::span<const double> values) {
  if (!implementation_) implementation_ = std::make_unique<Implementation>();  // which loads the library
  return implementation_->factor(matrix, values);
}
bool UmfpackFactor::solve(const Vector& b, Vector& x) { return implementation_->solve(b, x); }

}  // namespace jounce
