#include "la/equilibration.h"

#include <algorithm>
#include <cmath>

#include "parallel/communicator.h"

namespace jounce {
namespace {

constexpr int kSweeps = 6;  ///< each halves the exponents of the largest entries

/// Largest absolute value in row i or column i of `values`.
void largest_entries(const CsrMatrix& matrix, const std::vector<double>& values, Vector& largest) {
  largest.setZero(matrix.size());
  const auto starts = matrix.row_starts();
  const auto columns = matrix.columns();
  for (Index i = 0; i < matrix.size(); ++i)
    for (auto k = static_cast<std::size_t>(starts[i]); k < static_cast<std::size_t>(starts[i + 1]); ++k) {
      const double value = std::abs(values[k]);
      largest[i] = std::max(largest[i], value);
      largest[columns[k]] = std::max(largest[columns[k]], value);
    }
  if (matrix.owners())
    parallel::Communicator().max({largest.data(), static_cast<std::size_t>(largest.size())});
}

}  // namespace

void equilibrate(const CsrMatrix& matrix, Vector& scale, std::vector<double>& values) {
  const auto starts = matrix.row_starts();
  const auto columns = matrix.columns();
  scale.setOnes(matrix.size());
  values.assign(matrix.values().begin(), matrix.values().end());
  Vector largest, factor(matrix.size());
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    largest_entries(matrix, values, largest);
    bool done = true;
    for (Index i = 0; i < matrix.size(); ++i) {
      // 0.36 to 2.8 and rows without entries (or with entries that are no numbers) stay as they are.
      const int exponent =
          largest[i] > 0 && std::isfinite(largest[i]) ? std::ilogb(largest[i] * std::sqrt(2.0)) : 0;
      factor[i] = std::ldexp(1.0, -exponent / 2);
      done = done && factor[i] == 1;
    }
    if (done) return;
    scale.array() *= factor.array();
    for (Index i = 0; i < matrix.size(); ++i)
      for (auto k = static_cast<std::size_t>(starts[i]); k < static_cast<std::size_t>(starts[i + 1]); ++k)
        values[k] *= factor[i] * factor[columns[k]];
  }
}

bool rescale(const CsrMatrix& matrix, const Vector& scale, std::vector<double>& values) {
  constexpr double kLimit = 16;
  const auto starts = matrix.row_starts();
  const auto columns = matrix.columns();
  const auto entries = matrix.values();
  values.resize(entries.size());
  bool fits = true;
  for (Index i = 0; i < matrix.size(); ++i) {
    const double row = scale[i];
    double largest = 0;
    for (auto k = static_cast<std::size_t>(starts[i]); k < static_cast<std::size_t>(starts[i + 1]); ++k) {
      values[k] = row * scale[columns[k]] * entries[k];
      largest = std::max(largest, std::abs(values[k]));
    }
    fits = fits && largest <= kLimit && (largest >= 1 / kLimit || largest == 0);
  }
  return matrix.owners() ? !parallel::Communicator().any(!fits) : fits;
}

}  // namespace jounce
