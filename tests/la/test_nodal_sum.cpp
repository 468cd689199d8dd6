#include "la/nodal_sum.h"

#include <gtest/gtest.h>

#include <functional>

#include "../support/differences.h"
#include "la/symmetric_matrix.h"

namespace jounce {
namespace {

using namespace test;

/// Quadrilaterals in a row over nodes with B unknowns each: K and M of random values, kept and as a whole.
template <int B>
struct Strip {
  SymmetricBlocks<B> K;
  SymmetricBlocks<1> M;
  std::vector<Index> dofs;

  /// @param first_node in the numbering of all unknowns
  Strip(int cells, Index first_node, unsigned seed) {
    std::vector<int> nodes;
    for (int i = 0; i < cells; ++i)
      for (const int node : {2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 3}) nodes.push_back(node);
    const Index n = 2 * cells + 2;
    K.lay_out(std::make_shared<BlockPattern>(upper_neighbours(nodes, 4, n)));
    M.lay_out(K.pattern());
    Random random(seed);
    for (Index i = 0; i < n; ++i)
      for (Index j = i; j < n; ++j) {
        double* const block = K.block(i, j);
        if (block == nullptr) continue;
        for (Index r = 0; r < B; ++r)
          for (Index c = 0; c < B; ++c) {
            const bool is_below = i == j && c < r;
            block[r * B + c] =
                is_below ? block[c * B + r] : random.number(-1, 1) + (i == j && r == c ? 9 : 0);
          }
        *M.block(i, j) = random.number(0, 1) + (i == j ? 5 : 0);
      }
    for (Index k = 0; k < n * B; ++k) dofs.push_back(first_node * B + k);
  }

  NodalMatrices matrices() const { return {&K, &M, dofs}; }

  void add_to(double w_K, double w_M, DenseMatrix& all) {
    for (Index i = 0; i < K.rows(); ++i)
      for (Index j = i; j < K.rows(); ++j) {
        const double* const block = K.block(i, j);
        if (block == nullptr) continue;
        for (Index r = 0; r < B; ++r)
          for (Index c = 0; c < B; ++c) {
            const double value = w_K * block[r * B + c] + (r == c ? w_M * *M.block(i, j) : 0);
            const Index row = dofs[i * B + r], column = dofs[j * B + c];
            all(row, column) += value;
            if (i != j) all(column, row) += value;
          }
      }
  }
};

/// y of the selected unknowns, from x at them; 0 elsewhere.
void expect_product(const SymmetricMatrix& A, const DenseMatrix& whole, const std::vector<Index>& dofs) {
  const Index n = whole.rows();
  const Vector x = Random(4).vector(n);
  Vector inside, product, y = Vector::Zero(n), chosen = Vector::Zero(n), expected = Vector::Zero(n);
  A.gather(x, inside);
  A.multiply(inside, product);
  A.add_to(-2, product, y);
  for (const Index dof : dofs) chosen[dof] = x[dof];
  const Vector all = -2 * whole * chosen;
  for (const Index dof : dofs) expected[dof] = all[dof];
  EXPECT_TRUE(close(y, expected, 1e-13));
  EXPECT_NEAR(product.norm(), y.norm() / 2, 1e-12) << "something stands at empty places";
  EXPECT_EQ(A.unknowns(), static_cast<Index>(dofs.size()));
  for (const Index dof : dofs) EXPECT_NEAR(A.inverse_diagonal()[A.place(dof)], 1 / whole(dof, dof), 1e-15);
  EXPECT_TRUE(A.has_positive_diagonal());
}

template <int B>
void compare(const std::vector<Strip<B>*>& strips, Index nodes, double w_K, double w_M,
             const std::function<bool(Index)>& is_chosen) {
  DenseMatrix whole = DenseMatrix::Zero(nodes * B, nodes * B);
  std::vector<NodalMatrices> parts;
  for (Strip<B>* strip : strips) {
    strip->add_to(w_K, w_M, whole);
    parts.push_back(strip->matrices());
  }
  std::vector<Index> dofs;
  for (Index dof = 0; dof < nodes * B; ++dof)
    if (is_chosen(dof)) dofs.push_back(dof);
  expect_product(SymmetricMatrix(nodes * B, parts, w_K, w_M, dofs), whole, dofs);
}

template <int B>
void compare_all() {
  Strip<B> first(4, 0, 1), second(3, 8, 2);  // two nodes in common
  const auto all = [](Index) { return true; };
  const auto some = [](Index dof) { return dof % 4 != 1; };
  const auto one_direction = [](Index dof) { return dof % B == 1 && dof != B + 1; };
  for (const auto& chosen : {std::function<bool(Index)>(all), std::function<bool(Index)>(some)}) {
    compare<B>({&first}, 10, 0.3, 2, chosen);
    compare<B>({&first, &second}, 16, 0.3, 2, chosen);
    compare<B>({&first}, 10, 0, 2, chosen);
  }
  compare<B>({&first}, 10, 0, 2, one_direction);
  compare<B>({&first, &second}, 16, 0, 2, one_direction);
  // prescribed unknowns have the highest numbers, beyond those of the matrix
  DenseMatrix whole = DenseMatrix::Zero(10 * B, 10 * B);
  first.add_to(1, 1, whole);
  const Index free = 10 * B - 3;
  std::vector<Index> dofs;
  for (Index dof = 0; dof < free; ++dof) dofs.push_back(dof);
  const std::vector<NodalMatrices> parts = {first.matrices()};
  expect_product(SymmetricMatrix(free, parts, 1, 1, dofs), whole.topLeftCorner(free, free), dofs);
}

TEST(NodalSum, IsWhatItsPartsAddUpTo) {
  compare_all<2>();
  compare_all<3>();
}

}  // namespace
}  // namespace jounce
