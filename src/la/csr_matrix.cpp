#include "la/csr_matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace jounce {

void CsrMatrix::set_zero() {
  std::fill(values_.begin(), values_.end(), 0.0);
  on_trail_ = 0;
  ++value_version_;
}

Index CsrMatrix::place_of(Index row, Index col) const {
  const auto begin = columns_.begin() + row_starts_[row];
  const auto end = columns_.begin() + row_starts_[row + 1];
  const auto place = std::lower_bound(begin, end, col);
  assert(place != end && *place == col && "entry outside the pattern");
  return static_cast<Index>(place - columns_.begin());
}

void CsrMatrix::add_upper(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  for (const Index col : cols)
    for (const Index row : rows) {
      const double value = *values++;
      if (col >= row) values_[place_of(row, col)] += value;
    }
}

Index CsrMatrix::next_place(Index row, Index col) {
  if (on_trail_ < trail_.size() && is_place_of(trail_[on_trail_], row, col)) return trail_[on_trail_++];
  const Index place = place_of(row, col);
  if (on_trail_ < trail_.size())
    trail_[on_trail_++] = place;
  else if (on_trail_ < kLongestTrail)
    trail_.push_back(place), on_trail_ = trail_.size();
  return place;
}

void CsrMatrix::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  if (is_upper_) return add_upper(rows, cols, values);
  for (std::size_t first = 0, end = 0; first < cols.size(); first = end) {
    end = first + 1;
    while (end < cols.size() && cols[end] == cols[end - 1] + 1) ++end;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      auto place = static_cast<std::size_t>(next_place(rows[i], cols[first]));
      for (std::size_t j = first; j < end; ++j, ++place) {
        assert(columns_[place] == cols[j] && "entry outside the pattern");
        values_[place] += values[j * rows.size() + i];
      }
    }
  }
}

double CsrMatrix::at(Index row, Index col) const {
  const auto begin = columns_.begin() + row_starts_[row];
  const auto end = columns_.begin() + row_starts_[row + 1];
  const auto place = std::lower_bound(begin, end, col);
  return place != end && *place == col ? values_[place - columns_.begin()] : 0.0;
}

void CsrMatrix::multiply(const Vector& x, Vector& y) const {
  y.resize(size_);
  for (Index i = 0; i < size_; ++i) {
    double sum = 0;
    for (Index k = row_starts_[i]; k < row_starts_[i + 1]; ++k) sum += values_[k] * x[columns_[k]];
    y[i] = sum;
  }
}

void CsrMatrix::absolute_row_sums(Vector& sums) const {
  sums.resize(size_);
  for (Index i = 0; i < size_; ++i) {
    double sum = 0;
    for (Index k = row_starts_[i]; k < row_starts_[i + 1]; ++k) sum += std::abs(values_[k]);
    sums[i] = sum;
  }
}

void PatternBuilder::add(std::span<const Index> rows, std::span<const Index> cols, const double*) {
  blocks_.push_back({lists_.size(), static_cast<Index>(rows.size()), static_cast<Index>(cols.size())});
  lists_.insert(lists_.end(), rows.begin(), rows.end());
  lists_.insert(lists_.end(), cols.begin(), cols.end());
}

void PatternBuilder::lay_out(CsrMatrix& matrix, Kind kind) {
  const bool is_upper = kind == Kind::upper;
  const auto n = static_cast<std::size_t>(size_);
  // Blocks of every row, then the union of their columns.
  std::vector<std::size_t> first(n + 1, 0);
  for (const Block& block : blocks_)
    for (Index k = 0; k < block.rows; ++k)
      ++first[static_cast<std::size_t>(lists_[block.first + static_cast<std::size_t>(k)]) + 1];
  for (std::size_t i = 0; i < n; ++i) first[i + 1] += first[i];
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  std::vector<Index> around(first.back());
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (Index k = 0; k < blocks_[b].rows; ++k) {
      const Index row = lists_[blocks_[b].first + static_cast<std::size_t>(k)];
      around[next[row]++] = static_cast<Index>(b);
    }
  matrix.size_ = size_;
  matrix.row_starts_.assign(1, 0);
  matrix.row_starts_.reserve(n + 1);
  matrix.columns_.clear();
  std::vector<Index> seen(n, -1);  // last row that has the column
  for (Index i = 0; i < size_; ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(matrix.columns_.size());
    const auto take = [&](Index column) {
      if (seen[column] == i || (is_upper && column < i)) return;
      seen[column] = i;
      matrix.columns_.push_back(column);
    };
    if (kind != Kind::part || first[i] < first[i + 1]) take(i);
    for (std::size_t k = first[i]; k < first[i + 1]; ++k) {
      const Block& block = blocks_[around[k]];
      const Index* const cols = lists_.data() + block.first + block.rows;
      std::for_each(cols, cols + block.cols, take);
    }
    std::sort(matrix.columns_.begin() + begin, matrix.columns_.end());
    matrix.row_starts_.push_back(static_cast<Index>(matrix.columns_.size()));
  }
  matrix.columns_.shrink_to_fit();
  matrix.values_.assign(matrix.columns_.size(), 0.0);
  matrix.is_upper_ = is_upper;
  matrix.owners_ = nullptr;
  matrix.trail_.clear();
  matrix.on_trail_ = 0;
  matrix.pattern_ = std::make_shared<char>();
  ++matrix.value_version_;
  blocks_ = {};
  lists_ = {};
}

}  // namespace jounce
