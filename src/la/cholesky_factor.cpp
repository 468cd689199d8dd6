#include "la/cholesky_factor.h"

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr double kAsymmetry = 1e-13;  ///< difference of an entry of size 1 and its mirror image: round-off

}  // namespace

bool CholeskyFactor::factor(const CsrMatrix& matrix, std::span<const double> values) {
  if (pattern_ != matrix.pattern()) take_pattern(matrix);
  if (!is_symmetric_ || !take_values(values)) return false;
  if (!cholesky_) cholesky_.emplace();
  return cholesky_->factor(lower_);
}

/// The entries on and above the diagonal, row by row, are those of the lower triangle by columns.
void CholeskyFactor::take_pattern(const CsrMatrix& matrix) {
  pattern_ = matrix.pattern();
  cholesky_.reset();
  lower_ = LowerTriangle();
  places_.clear();
  mirrored_.clear();
  is_symmetric_ = true;
  const auto starts = matrix.row_starts(), columns = matrix.columns();
  std::vector<Index> next(starts.begin(), starts.end() - 1);  // entry of every row whose image comes next
  for (Index i = 0; i < matrix.size() && is_symmetric_; ++i) {
    is_symmetric_ = columns[next[i]] == i;  // else an entry below the diagonal has no image
    for (Index k = next[i]; k < starts[i + 1] && is_symmetric_; ++k) {
      const Index j = columns[k];
      is_symmetric_ = next[j] < starts[j + 1] && columns[next[j]] == i;
      lower_.rows.push_back(j);
      places_.push_back(k);
      mirrored_.push_back(j == i ? k : next[j]++);
    }
    lower_.column_starts.push_back(static_cast<int>(lower_.rows.size()));
  }
  lower_.values.resize(lower_.rows.size());
}

/// False when they are not symmetric, or a diagonal entry says that they are not positive definite: matrices
/// with multipliers are not analysed in vain.
bool CholeskyFactor::take_values(std::span<const double> values) {
  for (const int first : std::span(lower_.column_starts).first(lower_.column_starts.size() - 1))
    if (!(values[places_[static_cast<std::size_t>(first)]] > 0)) return false;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const double value = values[places_[k]];
    if (!(std::abs(value - values[mirrored_[k]]) <= kAsymmetry * std::max(1.0, std::abs(value))))
      return false;
    lower_.values[k] = value;
  }
  return true;
}

}  // namespace jounce
