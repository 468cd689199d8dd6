#include "la/multigrid_cg.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "../support/differences.h"
#include "lattice.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

/// Difference of the solution from that of a dense factorisation, relative.
double error_of(MultigridCg& solver, const DenseMatrix& dense, Index n) {
  CsrMatrix matrix;
  assign(dense, matrix);
  const Vector r = Random(5).vector(static_cast<Index>(dense.rows()));
  Vector x;
  if (!solver.solve(matrix, n, r, 1e-13, x)) return NAN;
  const Vector exact = dense.fullPivLu().solve(r);
  return (x - exact).lpNorm<Eigen::Infinity>() / exact.lpNorm<Eigen::Infinity>();
}

TEST(MultigridCg, SolvesInThePlaneAndInSpace) {
  for (const int dimension : {2, 3}) {
    const Lattice lattice(dimension == 2 ? 12 : 6, dimension);
    MultigridCg solver(lattice.nodes);
    EXPECT_LT(error_of(solver, lattice.K, lattice.n), 1e-10) << dimension;
    EXPECT_LT(solver.iterations(), 30);
  }
}

TEST(MultigridCg, MeetsConditionsOfNodesAndAcrossNodes) {
  const Lattice lattice(5);
  DenseMatrix w = DenseMatrix::Zero(6, lattice.n);
  w(0, lattice.number(4, 0)) = -2;                            // a wall along an axis
  w.row(1).segment(lattice.number(13, 0), 3) << 0.6, 0, 0.8;  // an inclined one
  w(2, lattice.number(44, 1)) = 1;  // two nodes move together; another two as well, one of them the same
  w(2, lattice.number(69, 1)) = -1;
  w(3, lattice.number(69, 1)) = 0.5;
  w(3, lattice.number(94, 1)) = -0.5;
  w.row(4).segment(lattice.number(63, 0), 3) << 1, 1, 1;  // a spring
  w.row(5).segment(lattice.number(64, 0), 3) << 1, 0, 0;  // an open contact
  Vector a = Vector::Ones(6), d = Vector::Zero(6);
  a[0] = 3;
  a[4] = 40;
  d[4] = 1;
  a[5] = 0;
  d[5] = 1;
  MultigridCg solver(lattice.nodes);
  EXPECT_LT(error_of(solver, lattice.saddle(w, a, d), lattice.n), 1e-10) << solver.trouble();
  EXPECT_LT(solver.iterations(), 60);
}

/// Held by conditions alone.
TEST(MultigridCg, ConditionsMayBeAllThatHoldsABody) {
  const Lattice lattice(5, 3, true);
  DenseMatrix w = DenseMatrix::Zero(6, lattice.n);
  for (int c = 0; c < 3; ++c) w(c, lattice.number(0, c)) = 1;  // a point, a line, a plane
  w(3, lattice.number(4, 1)) = w(4, lattice.number(4, 2)) = w(5, lattice.number(20, 2)) = 1;
  MultigridCg solver(lattice.nodes);
  EXPECT_LT(error_of(solver, lattice.saddle(w, Vector::Ones(6), Vector::Zero(6)), lattice.n), 1e-9)
      << solver.trouble();
}

TEST(MultigridCg, RefusesWhatItCannotSolve) {
  const auto trouble = [](const Lattice& lattice, const DenseMatrix& dense) {
    MultigridCg solver(lattice.nodes);
    EXPECT_TRUE(std::isnan(error_of(solver, dense, lattice.n)));
    return solver.trouble();
  };
  const Lattice lattice(4);
  DenseMatrix dense = lattice.K;
  dense(5, 6) += 0.1;
  EXPECT_EQ(trouble(lattice, dense), "the stiffness is not symmetric");
  dense = lattice.K - 2 * DenseMatrix::Identity(lattice.n, lattice.n);
  EXPECT_EQ(trouble(lattice, dense), "the stiffness is not positive definite");

  const Lattice floating(4, 3, true);
  EXPECT_EQ(trouble(floating, floating.K), "some motion requires no force");
  DenseMatrix w = DenseMatrix::Zero(5, floating.n);  // five conditions leave a turn
  for (int c = 0; c < 3; ++c) w(c, floating.number(0, c)) = 1;
  w(3, floating.number(3, 1)) = w(4, floating.number(3, 2)) = 1;
  EXPECT_EQ(trouble(floating, floating.saddle(w, Vector::Ones(5), Vector::Zero(5))),
            "some motion requires no force");

  w = DenseMatrix::Zero(2, lattice.n);
  w(0, 3) = w(1, 3) = 1;
  EXPECT_EQ(trouble(lattice, lattice.saddle(w, Vector::Ones(2), Vector::Zero(2))),
            "joints or contacts are redundant");
  w(1, 3) = 0;
  EXPECT_EQ(trouble(lattice, lattice.saddle(w, Vector::Ones(2), Vector::Zero(2))),
            "a joint or contact acts on no free degree of freedom");
  w(1, 4) = 1;
  dense = lattice.saddle(w, Vector::Ones(2), Vector::Zero(2));
  dense(lattice.n + 1, 5) = 0.2;  // a row that is not its column: friction
  EXPECT_EQ(trouble(lattice, dense), "the matrix is not symmetric");
}

/// A multigrid made for another matrix serves while iterations stay few.
TEST(MultigridCg, KeepsTheMultigridWhileItServes) {
  const Lattice lattice(6);
  CsrMatrix matrix;
  assign(lattice.K, matrix);
  MultigridCg solver(lattice.nodes);
  const Vector r = Random(5).vector(lattice.n);
  Vector x;
  const auto solve = [&](double stiffer) {
    matrix.set_zero();
    assign(stiffer * lattice.K, matrix, false);
    for (Index i = 0; i < lattice.n; ++i) {  // half of it stiffer still
      const Index at[] = {i};
      const double more = i < lattice.n / 2 ? (stiffer - 1) * lattice.K(i, i) : 0;
      matrix.add(at, at, &more);
    }
    ASSERT_TRUE(solver.solve(matrix, lattice.n, r, 1e-12, x)) << solver.trouble();
    Vector Kx;
    matrix.multiply(x, Kx);
    EXPECT_LT((Kx - r).lpNorm<Eigen::Infinity>(), 1e-11);
  };
  solve(1);
  solve(1.2);
  EXPECT_EQ(solver.set_ups(), 1);
  solve(300);
  EXPECT_EQ(solver.set_ups(), 2);
}

}  // namespace
}  // namespace jounce
