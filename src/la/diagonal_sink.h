#pragma once

#include "la/sink.h"

namespace jounce {

/// Adds up the diagonal of what is assembled.
class DiagonalSink final : public MatrixSink {
 public:
  explicit DiagonalSink(Vector& diagonal) : diagonal_(diagonal) {}
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (std::size_t j = 0; j < cols.size(); ++j)
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i] == cols[j]) diagonal_[rows[i]] += values[j * rows.size() + i];
  }

 private:
  Vector& diagonal_;
};

}  // namespace jounce
