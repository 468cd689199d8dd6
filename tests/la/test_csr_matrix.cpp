#include "la/csr_matrix.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

TEST(CsrMatrix, PatternHasEverySeenEntryAndTheDiagonal) {
  PatternBuilder builder(4);
  const Index rows[] = {2, 0}, cols[] = {3, 0};
  builder.add(rows, cols, nullptr);
  builder.add(rows, cols, nullptr);  // again
  CsrMatrix matrix;
  builder.build(matrix);
  EXPECT_EQ(matrix.size(), 4);
  const std::vector<Index> starts = {0, 2, 3, 6, 7}, columns = {0, 3, 1, 0, 2, 3, 3};
  EXPECT_EQ(std::vector<Index>(matrix.row_starts().begin(), matrix.row_starts().end()), starts);
  EXPECT_EQ(std::vector<Index>(matrix.columns().begin(), matrix.columns().end()), columns);
  for (const double value : matrix.values()) EXPECT_EQ(value, 0);
}

TEST(CsrMatrix, AddsMultipliesAndSums) {
  Random random(7);
  DenseMatrix dense = DenseMatrix::Zero(6, 6);
  for (int k = 0; k < 15; ++k) dense(k * 7 % 6, k * 5 % 4) = random.number(-1, 1);
  CsrMatrix matrix;
  assign(dense, matrix);
  assign(dense, matrix, false);  // adds once more
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) EXPECT_EQ(matrix.at(i, j), 2 * dense(i, j));
  const Vector x = random.vector(6);
  Vector y;
  matrix.multiply(x, y);
  EXPECT_TRUE(close(y, 2 * dense * x, 1e-14));
  matrix.absolute_row_sums(y);
  EXPECT_TRUE(close(y, 2 * dense.cwiseAbs().rowwise().sum(), 1e-14));
}

TEST(CsrMatrix, AddsBlocksInAnyOrder) {
  PatternBuilder builder(3);
  const Index rows[] = {2, 0}, cols[] = {1, 2, 0};
  builder.add(rows, cols, nullptr);
  CsrMatrix matrix;
  builder.build(matrix);
  const double values[] = {1, 2, 3, 4, 5, 6};
  matrix.add(rows, cols, values);
  EXPECT_EQ(matrix.at(2, 1), 1);
  EXPECT_EQ(matrix.at(0, 1), 2);
  EXPECT_EQ(matrix.at(2, 2), 3);
  EXPECT_EQ(matrix.at(0, 0), 6);
  EXPECT_EQ(matrix.at(1, 0), 0) << "outside of the pattern";
}

/// The places that an assembly remembers must not outlive a change of its order.
TEST(CsrMatrix, FollowsAssembliesInAnotherOrder) {
  Random random(11);
  DenseMatrix dense = DenseMatrix::Zero(5, 5);
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j)
      if ((i + j) % 3 != 1) dense(i, j) = random.number(-1, 1);
  CsrMatrix matrix;
  assign(dense, matrix);
  const auto same = [&](const char* what) {
    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < 5; ++j) EXPECT_EQ(matrix.at(i, j), dense(i, j)) << what << " " << i << " " << j;
  };
  const auto add = [&](Index i, Index j) {
    if (dense(i, j) != 0) matrix.add({&i, 1}, {&j, 1}, &dense(i, j));
  };
  matrix.set_zero();
  assign(dense, matrix, false);
  same("the order of the pattern");
  matrix.set_zero();
  for (Index j = 5; j-- > 0;)
    for (Index i = 0; i < 5; ++i) add(i, j);
  same("by columns from behind");
  matrix.set_zero();
  for (Index k = 0; k < 25; ++k) add(k * 7 % 25 / 5, k * 7 % 25 % 5);
  same("mixed");
  matrix.set_zero();
  add(2, 3);
  EXPECT_EQ(matrix.at(2, 3), dense(2, 3)) << "a shorter assembly";
  assign(dense, matrix);  // another pattern object
  same("laid out again");
}

TEST(CsrMatrix, TellsWhatChanged) {
  CsrMatrix matrix;
  PatternBuilder(3).build(matrix);
  const std::shared_ptr<const void> pattern = matrix.pattern();
  const long values = matrix.value_version();
  matrix.set_zero();
  EXPECT_EQ(matrix.pattern(), pattern);
  EXPECT_GT(matrix.value_version(), values);
  CsrMatrix other;
  PatternBuilder(3).build(other);
  EXPECT_NE(other.pattern(), pattern)
      << "patterns of different matrices are different, even when they look alike";
  PatternBuilder(4).build(matrix);
  EXPECT_NE(matrix.pattern(), pattern);
  EXPECT_EQ(matrix.size(), 4);
}

}  // namespace
}  // namespace jounce
