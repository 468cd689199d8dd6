#include "contact_problem/block_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <tuple>

namespace jounce::contact_problem {
namespace {

template <int D>
void multiply_blocks(const BlockMatrix& A, const double* x, double* y) {
  const double* block = A.values.data();
  const Index* column = A.columns.data();
  for (Index row = 0; row < A.contacts(); ++row) {
    double sum[D] = {};
    const Index end = A.row_starts[row + 1];
    for (Index k = A.row_starts[row]; k < end; ++k, block += D * D, ++column) {
      const double* part = x + D * *column;
      for (int j = 0; j < D; ++j)
        for (int i = 0; i < D; ++i) sum[i] += block[D * j + i] * part[j];
    }
    std::copy(sum, sum + D, y + D * row);
  }
}

}  // namespace

Index BlockMatrix::find(Index row, Index column) const {
  const auto begin = columns.begin() + row_starts[row];
  const auto end = columns.begin() + row_starts[row + 1];
  const auto found = std::lower_bound(begin, end, column);
  return found != end && *found == column ? static_cast<Index>(found - columns.begin()) : -1;
}

void BlockMatrix::multiply(const Vector& x, Vector& y) const {
  assert(x.size() == contacts() * dimension);
  y.resize(x.size());
  if (dimension == 3)
    multiply_blocks<3>(*this, x.data(), y.data());
  else
    multiply_blocks<2>(*this, x.data(), y.data());
}

DenseMatrix BlockMatrix::dense() const {
  const Index n = contacts() * dimension;
  DenseMatrix A = DenseMatrix::Zero(n, n);
  for (Index row = 0; row < contacts(); ++row)
    for (Index k = row_starts[row]; k < row_starts[row + 1]; ++k)
      A.block(row * dimension, columns[k] * dimension, dimension, dimension) +=
          Eigen::Map<const DenseMatrix>(block(k), dimension, dimension);
  return A;
}

BlockMatrix block_matrix(const DenseMatrix& matrix, int dimension) {
  if (matrix.rows() != matrix.cols() || matrix.rows() % dimension != 0)
    throw std::invalid_argument(fmt::format("a matrix of {} x {} does not consist of blocks of {} x {}",
                                            matrix.rows(), matrix.cols(), dimension, dimension));
  const auto contacts = static_cast<Index>(matrix.rows() / dimension);
  BlockMatrix A;
  A.dimension = dimension;
  for (Index row = 0; row < contacts; ++row) {
    for (Index column = 0; column < contacts; ++column) {
      const DenseMatrix block = matrix.block(row * dimension, column * dimension, dimension, dimension);
      if (row != column && block.isZero(0.0)) continue;
      A.columns.push_back(column);
      A.values.insert(A.values.end(), block.data(), block.data() + block.size());
    }
    A.row_starts.push_back(A.blocks());
  }
  return A;
}

BlockMatrixBuilder::BlockMatrixBuilder(int dimension, Index contacts)
    : dimension_(dimension), contacts_(contacts) {
  for (Index c = 0; c < contacts; ++c) entries_.push_back({c, c, 0, 0.0});
}

void BlockMatrixBuilder::add(Index row, Index column, double value) {
  assert(row >= 0 && row < contacts_ * dimension_ && column >= 0 && column < contacts_ * dimension_);
  entries_.push_back(
      {row / dimension_, column / dimension_, row % dimension_ + dimension_ * (column % dimension_), value});
}

BlockMatrix BlockMatrixBuilder::build() {
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.block_row, a.block_column) < std::tie(b.block_row, b.block_column);
  });
  BlockMatrix A;
  A.dimension = dimension_;
  A.row_starts.assign(static_cast<std::size_t>(contacts_) + 1, 0);
  const auto area = static_cast<std::size_t>(dimension_ * dimension_);
  const Entry* last = nullptr;
  for (const Entry& entry : entries_) {
    if (last == nullptr || last->block_row != entry.block_row || last->block_column != entry.block_column) {
      A.columns.push_back(entry.block_column);
      A.values.resize(A.values.size() + area, 0.0);
      ++A.row_starts[static_cast<std::size_t>(entry.block_row) + 1];
    }
    A.values[A.values.size() - area + static_cast<std::size_t>(entry.place)] += entry.value;
    last = &entry;
  }
  for (std::size_t row = 1; row < A.row_starts.size(); ++row) A.row_starts[row] += A.row_starts[row - 1];
  return A;
}

}  // namespace jounce::contact_problem
