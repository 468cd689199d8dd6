// Conjugate gradients with multigrid for a matrix of which every rank has terms. Alone and on four ranks.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>

#include "../la/lattice.h"
#include "../la/matrices.h"
#include "../support/differences.h"
#include "la/multigrid_cg.h"
#include "parallel/communicator.h"

namespace jounce::test {
namespace {

/// The part of a rank: entries of K dealt out like cards, those of multipliers with the rank of their row.
/// Every rank has a slab of nodes.
CsrMatrix part_of(const Lattice& lattice, const DenseMatrix& whole) {
  const parallel::Communicator ranks;
  std::vector<int> owners(static_cast<std::size_t>(whole.rows()), ranks.size() - 1);
  const auto nodes = static_cast<int>(lattice.nodes.numbers.size());
  for (int node = 0; node < nodes; ++node)
    for (const Index unknown : lattice.nodes.numbers[static_cast<std::size_t>(node)])
      if (unknown >= 0) owners[static_cast<std::size_t>(unknown)] = node * ranks.size() / nodes;
  const auto add_to = [&](MatrixSink& sink) {
    for (Index i = 0; i < whole.rows(); ++i)
      for (Index j = 0; j < whole.cols(); ++j) {
        const bool is_stiffness = i < lattice.n && j < lattice.n;
        const int rank =
            is_stiffness ? static_cast<int>(i + 3 * j) % ranks.size() : owners[static_cast<std::size_t>(i)];
        if (whole(i, j) == 0 || rank != ranks.rank()) continue;
        const std::array<Index, 1> row = {i}, column = {j};
        sink.add(row, column, &whole(i, j));
      }
  };
  CsrMatrix matrix;
  PatternBuilder pattern(static_cast<Index>(whole.rows()));
  add_to(pattern);
  pattern.build_part(matrix, std::make_shared<const std::vector<int>>(owners));
  matrix.set_zero();
  add_to(matrix);
  return matrix;
}

/// Solves with parts; every rank has the solution of the whole matrix, bit by bit the same.
void expect_solution(const Lattice& lattice, const DenseMatrix& whole) {
  const CsrMatrix matrix = part_of(lattice, whole);
  MultigridCg solver(lattice.nodes);
  const Vector r = Random(5).vector(static_cast<Index>(whole.rows()));
  Vector x;
  ASSERT_TRUE(solver.solve(matrix, lattice.n, r, 1e-13, x)) << solver.trouble();
  const Vector exact = whole.fullPivLu().solve(r);
  EXPECT_LT((x - exact).lpNorm<Eigen::Infinity>(), 1e-10 * exact.lpNorm<Eigen::Infinity>());
  parallel::Communicator ranks;
  for (const double value : x) ASSERT_EQ(ranks.max(value), -ranks.max(-value));
}

TEST(SharedMultigrid, SolvesStiffnessAlone) {
  for (const int dimension : {2, 3}) {
    const Lattice lattice(dimension == 2 ? 12 : 6, dimension);
    expect_solution(lattice, lattice.K);
  }
}

/// A wall along an axis, an inclined one, nodes of two ranks that move together, a spring, an open contact.
TEST(SharedMultigrid, MeetsConditionsOfNodesAndAcrossRanks) {
  const Lattice lattice(5);
  DenseMatrix w = DenseMatrix::Zero(5, lattice.n);
  w(0, lattice.number(4, 0)) = -2;
  w.row(1).segment(lattice.number(13, 0), 3) << 0.6, 0, 0.8;
  w(2, lattice.number(24, 1)) = 1;
  w(2, lattice.number(119, 1)) = -1;
  w.row(3).segment(lattice.number(63, 0), 3) << 1, 1, 1;
  w.row(4).segment(lattice.number(64, 0), 3) << 1, 0, 0;
  Vector a = Vector::Ones(5), d = Vector::Zero(5);
  a[0] = 3;
  a[3] = 40;
  a[4] = 0;
  d[3] = d[4] = 1;
  expect_solution(lattice, lattice.saddle(w, a, d));
}

/// Bodies that nothing joins are told from one another although no rank knows a whole one.
TEST(SharedMultigrid, RefusesWhatIsNotHeld) {
  const Lattice floating(4, 3, true);
  const CsrMatrix matrix = part_of(floating, floating.K);
  MultigridCg solver(floating.nodes);
  Vector x;
  EXPECT_FALSE(solver.solve(matrix, floating.n, Vector::Ones(floating.n), 1e-12, x));
  EXPECT_EQ(solver.trouble(), "some motion requires no force");

  Lattice two(4);  // the upper half floats
  for (std::size_t i = 0; i < two.nodes.numbers.size(); ++i)
    for (std::size_t j = 0; j < two.nodes.numbers.size(); ++j)
      if ((two.nodes.positions(2, static_cast<Index>(i)) < 2) !=
          (two.nodes.positions(2, static_cast<Index>(j)) < 2))
        for (const Index a : two.nodes.numbers[i])
          for (const Index b : two.nodes.numbers[j])
            if (a >= 0 && b >= 0) two.K(a, b) = 0;
  StiffnessRows rows;
  const CsrMatrix cut = part_of(two, two.K);
  rows.take(cut, two.n);
  int count = 0;
  rows.parts(count);
  EXPECT_EQ(count, 2);
}

}  // namespace
}  // namespace jounce::test
