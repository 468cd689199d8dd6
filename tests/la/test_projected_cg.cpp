#include "la/projected_cg.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <numeric>

#include "../support/differences.h"
#include "la/connected_unknowns.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

/// Nodes in a row with `unknowns` each, all coupled with those of the next node, like a mesh; strongly enough
/// to need many iterations.
DenseMatrix chain_of_nodes(Index nodes, Index unknowns) {
  Random random(3);
  DenseMatrix matrix = DenseMatrix::Zero(nodes * unknowns, nodes * unknowns);
  for (Index i = 0; i + 1 < nodes; ++i) {
    const DenseMatrix B =
        DenseMatrix::NullaryExpr(2 * unknowns, 2 * unknowns, [&] { return random.number(-1, 1); });
    matrix.block(i * unknowns, i * unknowns, 2 * unknowns, 2 * unknowns) += B * B.transpose();
  }
  return matrix + 0.01 * DenseMatrix::Identity(matrix.rows(), matrix.cols());
}

/// A chain of nodes of which some lack unknowns, as supported ones do.
DenseMatrix without(const DenseMatrix& full, const std::vector<Index>& dropped) {
  std::vector<Index> kept;
  for (Index i = 0; i < full.rows(); ++i)
    if (std::find(dropped.begin(), dropped.end(), i) == dropped.end()) kept.push_back(i);
  return full(kept, kept);
}

/// The upper half of a symmetric matrix, from blocks that have both.
void assign_upper(const DenseMatrix& dense, CsrMatrix& matrix) {
  std::vector<Index> pair(2);
  const auto add = [&](MatrixSink& sink) {
    for (Index i = 0; i < dense.rows(); ++i)
      for (Index j = 0; j <= i; ++j) {
        if (dense(i, j) == 0) continue;
        const double value = i == j ? dense(i, i) : dense(i, j);
        const std::array<double, 4> block = {i == j ? value : 0, value, value, 0};
        pair = i == j ? std::vector<Index>{i} : std::vector<Index>{i, j};
        sink.add(pair, pair, block.data());
      }
  };
  PatternBuilder pattern(dense.rows());
  add(pattern);
  pattern.build_upper(matrix);
  add(matrix);
}

/// A times some vector, over the unknowns.
std::vector<double> products(const SymmetricMatrix& A) {
  Vector inside, product, y = Vector::Zero(A.unknowns());
  A.gather(Random(9).vector(A.unknowns()), inside);
  A.multiply(inside, product);
  A.add_to(1, product, y);
  return {y.begin(), y.end()};
}

TEST(SymmetricMatrix, MultipliesInBlocksOfEverySize) {
  for (const Index unknowns : {1, 2, 3})
    for (const bool supported : {false, true}) {
      SCOPED_TRACE(unknowns);
      DenseMatrix dense = chain_of_nodes(9, unknowns);
      if (supported) dense = without(dense, {0, unknowns, 4 * unknowns + unknowns - 1});
      CsrMatrix csr, upper;
      assign(dense, csr);
      const SymmetricMatrix matrix(csr);
      assign_upper(dense, upper);
      EXPECT_EQ(2 * upper.nonzeros(), csr.nonzeros() + static_cast<std::size_t>(csr.size()));
      EXPECT_EQ(products(SymmetricMatrix(upper)), products(matrix));
      EXPECT_EQ(matrix.unknowns(), dense.rows());
      EXPECT_TRUE(matrix.has_positive_diagonal());
      const Vector x = Random(1).vector(csr.size());
      Vector inside, product, y = Vector::Zero(csr.size());
      matrix.gather(x, inside);
      matrix.multiply(inside, product);
      matrix.add_to(-2, product, y);
      EXPECT_TRUE(close(y, -2 * dense * x, 1e-14));
      for (Index i = 0; i < csr.size(); ++i)
        EXPECT_DOUBLE_EQ(matrix.inverse_diagonal()[matrix.place(i)], 1 / dense(i, i));
    }
}

TEST(SymmetricMatrix, TakesThePartThatIsCoupledToSomeUnknowns) {
  // Two directions that do not feel each other, numbered in turn.
  const DenseMatrix part = banded(7, 2);
  DenseMatrix dense = DenseMatrix::Zero(14, 14);
  for (Index i = 0; i < 7; ++i)
    for (Index j = 0; j < 7; ++j)
      if (part(i, j) != 0) {
        dense(2 * i, 2 * j) = part(i, j);
        dense(2 * i + 1, 2 * j + 1) = 3 * part(i, j);
      }
  std::vector<Index> all(14);
  std::iota(all.begin(), all.end(), 0);
  ConnectedUnknowns coupled(14);
  coupled.add(all, all, dense.data());  // zeros couple nothing
  const Index from[] = {5};
  const std::vector<Index> dofs = coupled.with(from);
  EXPECT_EQ(dofs, (std::vector<Index>{1, 3, 5, 7, 9, 11, 13}));
  EXPECT_TRUE(coupled.with({}).empty());
  CsrMatrix csr;
  assign(dense, csr);
  const SymmetricMatrix matrix(csr, dofs);
  EXPECT_EQ(matrix.place(2), -1);
  Vector inside, product, y = Vector::Zero(14);
  const Vector x = Random(2).vector(14);
  matrix.gather(x, inside);
  matrix.multiply(inside, product);
  matrix.add_to(1, product, y);
  Vector expected = dense * x;
  for (Index i = 0; i < 14; i += 2) expected[i] = 0;
  EXPECT_TRUE(close(y, expected, 1e-14));
}

/// Conditions on single unknowns and on combinations, active or not.
TEST(ProjectedCg, SolvesWithConditions) {
  for (const Index unknowns : {1, 2, 3}) {
    SCOPED_TRACE(unknowns);
    const Index n = 12 * unknowns;
    const DenseMatrix dense = chain_of_nodes(12, unknowns);
    CsrMatrix csr;
    assign(dense, csr);
    const SymmetricMatrix A(csr);
    SparseRows rows;
    DenseMatrix W = DenseMatrix::Zero(n, 4);
    const auto add = [&](const std::vector<std::pair<Index, double>>& entries) {
      for (const auto& [dof, value] : entries) {
        W(dof, rows.rows()) = value;
        rows.places.push_back(A.place(dof));
        rows.values.push_back(value);
      }
      rows.starts.push_back(static_cast<Index>(rows.places.size()));
    };
    add({{0, 2.0}});
    add({{3, 0.6}, {4, 0.8}});
    add({{6, 1.0}});
    add({{8, -1.0}, {9, 0.5}, {11, 2.0}});
    const std::vector<int> active = {0, 1, 3};
    const Vector b = Random(4).vector(n), c = Random(5).vector(4);
    const auto k = static_cast<Index>(active.size());
    DenseMatrix saddle = DenseMatrix::Zero(n + k, n + k);
    Vector right(n + k);
    saddle.topLeftCorner(n, n) = dense;
    right.head(n) = b;
    for (Index i = 0; i < k; ++i) {
      const Index row = active[i];
      saddle.block(0, n + i, n, 1) = -W.col(row);
      saddle.block(n + i, 0, 1, n) = W.col(row).transpose();
      right[n + i] = c[row];
    }
    const Vector expected = saddle.partialPivLu().solve(right);

    ProjectedCg cg;
    Vector inside, x, multipliers, outside = Vector::Zero(n);
    A.gather(b, inside);
    A.gather(Random(6).vector(n), x);
    ASSERT_TRUE(cg.solve(A, inside, rows, active, c, 1e-13, 1000, x, multipliers));
    A.add_to(1, x, outside);
    EXPECT_TRUE(close(outside, expected.head(n), 1e-10));
    EXPECT_EQ(multipliers[2], 0);
    for (Index i = 0; i < k; ++i) {
      const int row = active[i];
      EXPECT_NEAR(multipliers[row], expected[n + i], 1e-9);
      EXPECT_NEAR(rows.dot(row, x), c[row], 1e-15);
    }
    // From the solution nothing is left to do.
    const long iterations = cg.iterations();
    EXPECT_TRUE(cg.solve(A, inside, rows, active, c, 1e-11, 1000, x, multipliers));
    EXPECT_EQ(cg.iterations(), iterations);
    EXPECT_GT(iterations, 5);
  }
}

TEST(ProjectedCg, TakesLoadsWhoseSquaresVanishForNothing) {
  CsrMatrix csr;
  assign(chain_of_nodes(20, 2), csr);
  const SymmetricMatrix A(csr);
  ProjectedCg cg;
  Vector x = Vector::Zero(A.size()), multipliers;
  EXPECT_TRUE(cg.solve(A, Vector::Constant(A.size(), 1e-250), {}, {}, {}, 1e-270, 1000, x, multipliers));
  EXPECT_LT(x.lpNorm<Eigen::Infinity>(), 1e-240);
}

TEST(ProjectedCg, SaysThatItDoesNotEnd) {
  CsrMatrix csr;
  assign(chain_of_nodes(20, 2), csr);
  const SymmetricMatrix A(csr);
  ProjectedCg cg;
  Vector b, x = Vector::Zero(A.size()), multipliers;
  A.gather(Random(4).vector(40), b);
  EXPECT_FALSE(cg.solve(A, b, {}, {}, {}, 1e-13, 3, x, multipliers));
  EXPECT_EQ(cg.iterations(), 3);
  EXPECT_GT(cg.residual(), 1e-13);
  b[0] = std::numeric_limits<double>::quiet_NaN();
  x.setZero();
  EXPECT_FALSE(cg.solve(A, b, {}, {}, {}, 1e-13, 1000, x, multipliers)) << "not a number";
  EXPECT_FALSE(std::isfinite(cg.residual()));
}

}  // namespace
}  // namespace jounce
