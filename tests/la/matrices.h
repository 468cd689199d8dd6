#pragma once

#include "la/csr_matrix.h"

namespace jounce::test {

/// Adds the entries of `dense` that are not zero; with `lay_out` the matrix first gets their pattern and zero
/// values.
inline void assign(const DenseMatrix& dense, CsrMatrix& matrix, bool lay_out = true) {
  const auto n = static_cast<Index>(dense.rows());
  const auto fill = [&](MatrixSink& sink) {
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j)
        if (dense(i, j) != 0) {
          const Index row[] = {i}, col[] = {j};
          sink.add(row, col, &dense(i, j));
        }
  };
  if (lay_out) {
    PatternBuilder builder(n);
    fill(builder);
    builder.build(matrix);
  }
  fill(matrix);
}

inline DenseMatrix dense(const CsrMatrix& matrix) {
  DenseMatrix A(matrix.size(), matrix.size());
  for (Index i = 0; i < matrix.size(); ++i)
    for (Index j = 0; j < matrix.size(); ++j) A(i, j) = matrix.at(i, j);
  return A;
}

/// A sparse matrix of `n` unknowns with what `add(sink)` adds.
template <class Add>
CsrMatrix assembled(Index n, const Add& add) {
  PatternBuilder pattern(n);
  CsrMatrix matrix;
  add(pattern);
  pattern.build(matrix);
  matrix.set_zero();
  add(matrix);
  return matrix;
}

/// Symmetric positive definite with the given half bandwidth: diagonally dominant.
inline DenseMatrix banded(Index n, Index half_bandwidth) {
  DenseMatrix matrix = DenseMatrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = std::max(Index(0), i - half_bandwidth); j <= std::min(n - 1, i + half_bandwidth); ++j)
      matrix(i, j) = i == j ? 2.5 * half_bandwidth + 0.1 * (i % 3) : -1.0 / (1 + 0.1 * ((i + j) % 4));
  return matrix;
}

/// [K G^T; G 0] where every row of G ties two neighbours; each row stands `copies` times.
inline DenseMatrix saddle_point(const DenseMatrix& K, Index rows, Index copies) {
  const auto n = static_cast<Index>(K.rows());
  DenseMatrix matrix = DenseMatrix::Zero(n + rows * copies, n + rows * copies);
  matrix.topLeftCorner(n, n) = K;
  for (Index k = 0; k < rows * copies; ++k) {
    const Index at = 2 * (k / copies);
    matrix(n + k, at) = matrix(at, n + k) = 1;
    matrix(n + k, at + 1) = matrix(at + 1, n + k) = -0.7;
  }
  return matrix;
}

}  // namespace jounce::test
