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
  const auto begin = columns_.begin() + row_starts_[static_cast<std::size_t>(row)];
  const auto end = columns_.begin() + row_starts_[static_cast<std::size_t>(row) + 1];
  const auto place = std::lower_bound(begin, end, col);
  assert(place != end && *place == col && "entry outside the pattern");
  return static_cast<Index>(place - columns_.begin());
}

void CsrMatrix::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  for (const Index col : cols)
    for (const Index row : rows) {
      const double value = *values++;
      if (on_trail_ < trail_.size() && is_place_of(trail_[on_trail_], row, col)) {
        values_[static_cast<std::size_t>(trail_[on_trail_++])] += value;
        continue;
      }
      const Index place = place_of(row, col);
      values_[static_cast<std::size_t>(place)] += value;
      if (on_trail_ < trail_.size())
        trail_[on_trail_++] = place;
      else if (on_trail_ < kLongestTrail)
        trail_.push_back(place), on_trail_ = trail_.size();
    }
}

double CsrMatrix::at(Index row, Index col) const {
  const auto begin = columns_.begin() + row_starts_[static_cast<std::size_t>(row)];
  const auto end = columns_.begin() + row_starts_[static_cast<std::size_t>(row) + 1];
  const auto place = std::lower_bound(begin, end, col);
  return place != end && *place == col ? values_[static_cast<std::size_t>(place - columns_.begin())] : 0.0;
}

void CsrMatrix::multiply(const Vector& x, Vector& y) const {
  y.resize(size_);
  for (Index i = 0; i < size_; ++i) {
    double sum = 0;
    for (Index k = row_starts_[static_cast<std::size_t>(i)]; k < row_starts_[static_cast<std::size_t>(i) + 1];
         ++k)
      sum += values_[static_cast<std::size_t>(k)] * x[columns_[static_cast<std::size_t>(k)]];
    y[i] = sum;
  }
}

void CsrMatrix::absolute_row_sums(Vector& sums) const {
  sums.resize(size_);
  for (Index i = 0; i < size_; ++i) {
    double sum = 0;
    for (Index k = row_starts_[static_cast<std::size_t>(i)]; k < row_starts_[static_cast<std::size_t>(i) + 1];
         ++k)
      sum += std::abs(values_[static_cast<std::size_t>(k)]);
    sums[i] = sum;
  }
}

void PatternBuilder::add(std::span<const Index> rows, std::span<const Index> cols, const double*) {
  for (const Index col : cols)
    for (const Index row : rows)
      entries_.push_back(static_cast<std::uint64_t>(row) << 32 | static_cast<std::uint64_t>(col));
}

void PatternBuilder::build(CsrMatrix& matrix) {
  for (Index i = 0; i < size_; ++i)
    entries_.push_back(static_cast<std::uint64_t>(i) << 32 | static_cast<std::uint64_t>(i));
  std::sort(entries_.begin(), entries_.end());
  entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());

  matrix.size_ = size_;
  matrix.row_starts_.assign(static_cast<std::size_t>(size_) + 1, 0);
  matrix.columns_.resize(entries_.size());
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    matrix.columns_[k] = static_cast<Index>(entries_[k] & 0xffffffffU);
    ++matrix.row_starts_[(entries_[k] >> 32) + 1];
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(size_); ++i)
    matrix.row_starts_[i + 1] += matrix.row_starts_[i];
  matrix.values_.assign(entries_.size(), 0.0);
  matrix.trail_.clear();
  matrix.on_trail_ = 0;
  matrix.pattern_ = std::make_shared<char>();
  ++matrix.value_version_;
  entries_.clear();
  entries_.shrink_to_fit();
}

}  // namespace jounce
