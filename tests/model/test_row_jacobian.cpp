#include "model/row_jacobian.h"

#include <gtest/gtest.h>

#include <array>

#include "../support/differences.h"

namespace jounce {
namespace {

using test::close;

/// [0 2 0 3; 5 0 0 0] with the columns of the first row out of order.
RowJacobian example() {
  RowJacobian G;
  EXPECT_EQ(G.add_row(std::array<Index, 2>{3, 1}), 0);
  EXPECT_EQ(G.add_row(std::array<Index, 1>{0}), 1);
  G.values(0)[0] = 3;
  G.values(0)[1] = 2;
  G.values(1)[0] = 5;
  return G;
}

TEST(RowJacobian, MultipliesFromBothSides) {
  const RowJacobian G = example();
  const Vector v = Eigen::Vector4d(1, 10, 100, 1000);
  Vector result;
  G.multiply(v, result);
  EXPECT_TRUE(close(result, Eigen::Vector2d(3020, 5), 0));
  EXPECT_EQ(G.dot(0, v), 3020);
  Vector f = Vector::Ones(4);
  G.add_transpose(Vector(Eigen::Vector2d(1, 2)), 2, f);
  EXPECT_TRUE(close(f, Eigen::Vector4d(21, 5, 1, 7), 0));
  G.add_transpose(1, 1, f);
  EXPECT_EQ(f[0], 26);
}

TEST(RowJacobian, GoesIntoRowsAndColumnsOfAMatrix) {
  const RowJacobian G = example();
  DenseMatrix rows = DenseMatrix::Zero(6, 6), columns = rows;
  DenseSink row_sink(rows), column_sink(columns);
  G.add_row_to(0, 4, 2, row_sink);
  G.add_row_to(1, 5, 2, row_sink);
  G.add_column_to(0, 4, 2, column_sink);
  G.add_column_to(1, 5, 2, column_sink);
  EXPECT_EQ(rows(4, 1), 4);
  EXPECT_EQ(rows(4, 3), 6);
  EXPECT_EQ(rows(5, 0), 10);
  EXPECT_EQ(rows.cwiseAbs().sum(), 20);
  EXPECT_TRUE(close(columns, rows.transpose(), 0));
}

TEST(RowJacobian, ClearsToNothing) {
  RowJacobian G = example();
  G.clear();
  EXPECT_EQ(G.rows(), 0);
  G.add_row(std::array<Index, 1>{2});
  EXPECT_EQ(G.values(0)[0], 0);
  Vector result;
  G.multiply(Vector::Ones(3), result);
  EXPECT_TRUE(close(result, Vector::Zero(1), 0));
}

}  // namespace
}  // namespace jounce
