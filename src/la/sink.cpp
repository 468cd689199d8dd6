#include "la/sink.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace jounce {

void BlockSink::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  // The kept part is gathered in pieces of fixed size on the stack, so that assembly allocates nothing.
  std::array<Index, kMaxSide> kept_rows;
  std::array<Index, 1> kept_col;
  std::array<double, kMaxSide> column;
  for (std::size_t row_start = 0; row_start < rows.size(); row_start += kMaxSide) {
    const std::size_t row_end = std::min(rows.size(), row_start + kMaxSide);
    for (std::size_t j = 0; j < cols.size(); ++j) {
      if (cols[j] >= at_.col_limit) continue;
      kept_col[0] = cols[j] + at_.col_offset;
      std::size_t n = 0;
      for (std::size_t i = row_start; i < row_end; ++i) {
        if (rows[i] >= at_.row_limit) continue;
        kept_rows[n] = rows[i] + at_.row_offset;
        column[n] = at_.scale * values[j * rows.size() + i];
        ++n;
      }
      if (n > 0) target_.add({kept_rows.data(), n}, kept_col, column.data());
    }
  }
}

void RowFilterSink::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (flags_[static_cast<std::size_t>(rows[i])] == 0) continue;
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

}  // namespace jounce
