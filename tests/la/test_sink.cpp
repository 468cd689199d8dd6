#include "la/sink.h"

#include <gtest/gtest.h>

#include <array>

#include <numeric>

#include "../support/differences.h"

namespace jounce {
namespace {

using test::close;

std::vector<Index> range(Index first, Index n) {
  std::vector<Index> list(static_cast<std::size_t>(n));
  std::iota(list.begin(), list.end(), first);
  return list;
}

TEST(DenseSink, AddsColumnMajorBlocks) {
  DenseMatrix target = DenseMatrix::Ones(3, 3);
  DenseSink sink(target);
  const double values[] = {1, 2, 3, 4, 5, 6};  // [1 3 5; 2 4 6]
  const Index rows[] = {2, 0}, cols[] = {0, 2, 1};
  sink.add(rows, cols, values);
  DenseMatrix expected(3, 3);
  expected << 3, 7, 5, 1, 1, 1, 2, 6, 4;
  EXPECT_TRUE(close(target, expected, 0));
}

TEST(BlockSink, ShiftsScalesAndDropsBeyondItsLimits) {
  DenseMatrix target = DenseMatrix::Zero(8, 8);
  DenseSink dense(target);
  BlockSink sink(dense, {2, 5, 3, 2, -2.0});
  test::Random random(3);
  const Vector values = random.vector(16);
  const DenseMatrix block = Eigen::Map<const DenseMatrix>(values.data(), 4, 4);
  const std::vector<Index> dofs = {3, 1, 0, 2};
  sink.add(dofs, dofs, block.data());
  DenseMatrix expected = DenseMatrix::Zero(8, 8);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 4; ++j) {
      const Index row = dofs[i], col = dofs[j];
      if (row < 3 && col < 2) expected(row + 2, col + 5) = -2 * block(i, j);
    }
  EXPECT_TRUE(close(target, expected, 0));
  EXPECT_EQ((target.array() != 0).count(), 6);
}

TEST(BlockSink, SplitsLongBlocks) {
  const Index n = 250;  // longer than the pieces it gathers
  test::Random random(5);
  const Vector values = random.vector(n * 2);
  DenseMatrix target = DenseMatrix::Zero(n + 1, 3);
  DenseSink dense(target);
  BlockSink sink(dense, {1, 1, n - 1, 2, 3.0});
  sink.add(range(0, n), range(0, 2), values.data());
  DenseMatrix expected = DenseMatrix::Zero(n + 1, 3);
  expected.block(1, 1, n - 1, 2) = 3 * Eigen::Map<const DenseMatrix>(values.data(), n, 2).topRows(n - 1);
  EXPECT_TRUE(close(target, expected, 0));
}

TEST(BlockSink, PassesNothingOnWhenAllIsDropped) {
  DenseMatrix target = DenseMatrix::Zero(1, 1);
  DenseSink dense(target);
  BlockSink sink(dense, {0, 0, 0, 5, 1.0});
  const double value = 1;
  const Index at[] = {0};
  sink.add(at, at, &value);
  EXPECT_EQ(target(0, 0), 0);
}

TEST(RowFilterSink, PassesFlaggedRowsOnly) {
  DenseMatrix target = DenseMatrix::Zero(3, 3);
  DenseSink dense(target);
  const std::vector<std::uint8_t> flags = {1, 0, 1};
  RowFilterSink filter(dense, flags);
  const std::array<Index, 3> rows = {2, 1, 0};
  const std::array<Index, 2> cols = {0, 2};
  const std::array<double, 6> values = {1, 2, 3, 4, 5, 6};
  filter.add(rows, cols, values.data());
  DenseMatrix expected = DenseMatrix::Zero(3, 3);
  expected << 3, 0, 6, 0, 0, 0, 1, 0, 4;
  EXPECT_EQ(target, expected);
}

TEST(ProductSink, AddsTheProduct) {
  const Index rows[] = {2, 0}, cols[] = {1, 3, 0};
  const double values[] = {1, 2, 3, 4, 5, 6};
  DenseMatrix A = DenseMatrix::Zero(3, 4);
  DenseSink dense(A);
  const Vector x = Eigen::Vector4d(1, -2, 0.5, 3);
  Vector y = Vector::Ones(3);
  ProductSink product(x, y);
  for (MatrixSink* sink : {static_cast<MatrixSink*>(&dense), static_cast<MatrixSink*>(&product)}) {
    sink->add(rows, cols, values);
    sink->add(rows, cols, values);
  }
  const Vector expected = Vector::Ones(3) + A * x;
  EXPECT_EQ(y, expected);
}

}  // namespace
}  // namespace jounce
