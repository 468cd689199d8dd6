#include "la/stiffness_rows.h"

#include <array>
#include <numeric>

#include "la/connected_unknowns.h"

namespace jounce {

void StiffnessRows::forget() {
  matrix_ = home_rows_ = nullptr;
  home_.forget();
  pattern_ = pattern_of_parts_ = nullptr;
}

void StiffnessRows::take(const CsrMatrix& matrix, Index n) {
  matrix_ = &matrix;
  home_rows_ = matrix.owners() ? &home_.take(matrix) : nullptr;
  if (pattern_ != matrix.pattern() || n != n_) {
    n_ = n;
    pattern_ = matrix.pattern();
    own_.clear();
    if (is_shared()) {
      const auto of_unknowns = std::span(*matrix.owners()).first(static_cast<std::size_t>(n));
      entries_ = parallel::OwnedEntries(of_unknowns);
      for (Index i = 0; i < n; ++i)
        if (of_unknowns[static_cast<std::size_t>(i)] == ranks_.rank()) own_.push_back(i);
    } else {
      own_.resize(static_cast<std::size_t>(n));
      std::iota(own_.begin(), own_.end(), 0);
    }
  }
  if (is_shared()) take_border();
  take_diagonal();
}

/// Rows and columns of multipliers are few: every rank gets them all.
void StiffnessRows::take_border() {
  std::vector<double> own, all;  // row, column, value
  const CsrMatrix& mine = rows();
  for (Index i = 0; i < mine.size(); ++i)
    for (Index k = mine.row_starts()[i + 1]; k-- > mine.row_starts()[i];) {
      const Index column = mine.columns()[k];
      if (i < n_ && column < n_) break;  // they are sorted
      own.insert(own.end(), {static_cast<double>(i), static_cast<double>(column), mine.values()[k]});
    }
  ranks_.gather(own, all);
  const auto each = [&](MatrixSink& sink) {
    for (std::size_t k = 0; k < all.size(); k += 3) {
      const std::array<Index, 1> row = {static_cast<Index>(all[k])},
                                 column = {static_cast<Index>(all[k + 1])};
      sink.add(row, column, &all[k + 2]);
    }
  };
  PatternBuilder pattern(mine.size());
  each(pattern);
  pattern.build(border_);
  each(border_);
}

void StiffnessRows::take_diagonal() {
  diagonal_.setZero(n_);
  for (const Index i : own_) diagonal_[i] = rows().at(i, i);
  if (is_shared()) entries_.complete({diagonal_.data(), static_cast<std::size_t>(n_)});
}

void StiffnessRows::multiply(const Vector& x, Vector& y) {
  y.resize(n_);
  const CsrMatrix& K = rows();
  const auto starts = K.row_starts();
  const Index* columns = K.columns().data();
  const double* values = K.values().data();
  const bool has_more = K.size() > n_;
  for (const Index i : own_) {
    const Index first = starts[i];
    Index last = starts[i + 1];
    while (has_more && last > first && columns[last - 1] >= n_) --last;
    double sum = 0;
    for (Index k = first; k < last; ++k) sum += values[k] * x[columns[k]];
    y[i] = sum;
  }
  if (is_shared()) entries_.complete({y.data(), static_cast<std::size_t>(n_)});
}

const std::vector<int>& StiffnessRows::parts(int& count) {
  if (pattern_of_parts_ != pattern_) {
    ConnectedUnknowns joined(n_);
    for (const Index i : own_)
      for (Index k = rows().row_starts()[i]; k < rows().row_starts()[i + 1]; ++k) {
        if (rows().columns()[k] >= n_) break;
        joined.join(i, rows().columns()[k]);
      }
    if (is_shared()) {
      std::vector<double> own, all;
      for (Index i = 0; i < n_; ++i)
        if (const Index root = joined.root(i); root != i)
          own.insert(own.end(), {static_cast<double>(i), static_cast<double>(root)});
      ranks_.gather(own, all);
      for (std::size_t k = 0; k < all.size(); k += 2)
        joined.join(static_cast<Index>(all[k]), static_cast<Index>(all[k + 1]));
    }
    parts_ = joined.parts(n_parts_);
    pattern_of_parts_ = pattern_;
  }
  count = n_parts_;
  return parts_;
}

}  // namespace jounce
