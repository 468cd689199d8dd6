#include "la/sink.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace jounce {

void BlockSink::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  // The kept part is gathered in pieces of fixed size on the stack, so that assembly allocates nothing.
  std::array<Index, kMaxSide> kept_rows, kept_cols;
  std::array<double, kMaxEntries> kept;
  for (std::size_t row_start = 0; row_start < rows.size(); row_start += kMaxSide) {
    const std::size_t row_end = std::min(rows.size(), row_start + kMaxSide);
    const std::size_t most_cols = std::min(kMaxSide, kMaxEntries / (row_end - row_start));
    std::size_t n_rows = 0;
    for (std::size_t i = row_start; i < row_end; ++i)
      if (rows[i] < at_.row_limit) kept_rows[n_rows++] = rows[i] + at_.row_offset;
    if (n_rows == 0) continue;
    std::size_t n_cols = 0, n = 0;
    for (std::size_t j = 0; j < cols.size(); ++j) {
      if (cols[j] >= at_.col_limit) continue;
      kept_cols[n_cols++] = cols[j] + at_.col_offset;
      for (std::size_t i = row_start; i < row_end; ++i)
        if (rows[i] < at_.row_limit) kept[n++] = at_.scale * values[j * rows.size() + i];
      if (n_cols < most_cols) continue;
      target_.add({kept_rows.data(), n_rows}, {kept_cols.data(), n_cols}, kept.data());
      n_cols = n = 0;
    }
    if (n_cols > 0) target_.add({kept_rows.data(), n_rows}, {kept_cols.data(), n_cols}, kept.data());
  }
}

void RowFilterSink::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (flags_[rows[i]] == 0) continue;
    for (std::size_t j = 0; j < cols.size(); ++j)
      target_.add(rows.subspan(i, 1), cols.subspan(j, 1), values + j * rows.size() + i);
  }
}

void DenseSink::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  for (std::size_t j = 0; j < cols.size(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      assert(rows[i] < target_.rows() && cols[j] < target_.cols());
      target_(rows[i], cols[j]) += values[j * rows.size() + i];
    }
  }
}

void ProductSink::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  for (const Index col : cols)
    for (const Index row : rows) y_[row] += *values++ * x_[col];
}

}  // namespace jounce
