#include "contact_problem/block_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <stdexcept>

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

/// Entries of a row in the order of their columns; of equal ones as they were added. Rows are short.
void BlockMatrixBuilder::sort_row(std::vector<Entry>::iterator begin, std::vector<Entry>::iterator end) {
  constexpr std::ptrdiff_t kShort = 64;
  const auto before = [](const Entry& a, const Entry& b) { return a.block_column < b.block_column; };
  if (end - begin > kShort) return std::stable_sort(begin, end, before);
  for (auto at = begin; at < end; ++at)
    std::rotate(std::upper_bound(begin, at, *at, before), at, std::next(at));
}

BlockMatrix BlockMatrixBuilder::build() {
  BlockMatrix A;
  A.dimension = dimension_;
  std::vector<std::size_t> next(static_cast<std::size_t>(contacts_) + 1, 0);
  for (const Entry& entry : entries_) ++next[static_cast<std::size_t>(entry.block_row) + 1];
  for (std::size_t row = 1; row < next.size(); ++row) next[row] += next[row - 1];
  std::vector<Entry> sorted(entries_.size());
  for (const Entry& entry : entries_) sorted[next[static_cast<std::size_t>(entry.block_row)]++] = entry;
  const auto area = static_cast<std::size_t>(dimension_ * dimension_);
  auto begin = sorted.begin();
  for (std::size_t row = 0; row < static_cast<std::size_t>(contacts_); ++row) {
    const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(next[row]);
    sort_row(begin, end);
    Index last = -1;
    for (; begin < end; ++begin) {
      if (begin->block_column != last) {
        A.columns.push_back(last = begin->block_column);
        A.values.resize(A.values.size() + area, 0.0);
      }
      A.values[A.values.size() - area + static_cast<std::size_t>(begin->place)] += begin->value;
    }
    A.row_starts.push_back(A.blocks());
  }
  return A;
}

}  // namespace jounce::contact_problem
