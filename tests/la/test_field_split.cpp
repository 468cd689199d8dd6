#include <gtest/gtest.h>
#include <petscsys.h>

#include <Eigen/LU>
#include <cmath>

#include "../support/differences.h"
#include "la/field_layout.h"
#include "la/linear_solver.h"
#include "lattice.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

constexpr Index kConditions = 3;  ///< conditions of the second field

/// Two fields as of a time step: motions of a lattice with mass m, and the same with conditions on some of
/// them that the first one feeds. `open` conditions are identities.
struct TwoFields {
  TwoFields(int edge, double mass, bool is_second_open = false) : lattice(edge) {
    const Index n = lattice.n;
    const DenseMatrix S = lattice.K + mass * DenseMatrix::Identity(n, n);
    dense = DenseMatrix::Zero(2 * n + kConditions, 2 * n + kConditions);
    dense.topLeftCorner(n, n) = S;
    dense.block(n, n, n, n) = S;
    dense.block(0, n, n, n) = 0.3 * lattice.K;
    for (Index k = 0; k < kConditions; ++k) {
      const Index at = 2 * n + k, motion = n / 2 + 7 * k;
      const bool is_open = k == 1 && is_second_open;
      dense(n + motion, at) = 1e-3;
      dense(at, n + motion) = is_open ? 0 : 1e-3;
      dense(at, motion) = is_open ? 0 : 0.5e-3;
      if (is_open) dense(at, at) = -1;
    }
    fields = {lattice.nodes, {{"first", n}, {"second", n + kConditions}}};
  }
  Lattice lattice;
  DenseMatrix dense;
  UnknownFields fields;
};

double error(const DenseMatrix& dense, const Vector& b, const Vector& x) {
  const Vector exact = dense.partialPivLu().solve(b);
  return (x - exact).norm() / exact.norm();
}

TEST(FieldSplit, SolvesWhereMassDecidesAndWhereStiffnessDoes) {
  for (const double mass : {100.0, 1e-3}) {
    const TwoFields two(6, mass);
    CsrMatrix matrix;
    assign(two.dense, matrix);
    LinearSolver solver(MatrixKind::general);
    const Vector b = Random(3).vector(matrix.size());
    Vector x;
    solver.factor(matrix, &two.fields);
    solver.solve(b, x);
    EXPECT_LT(error(two.dense, b, x), 1e-4) << mass;
    EXPECT_EQ(solver.factorisations(), 1) << "a set-up";
    EXPECT_GT(solver.iterations(), 1);
    EXPECT_LT(solver.iterations(), 60);
    // What is left is solved with the same accuracy: Newton's method does that.
    Vector rest, more;
    matrix.multiply(x, rest);
    rest = b - rest;
    solver.solve(rest, more);
    EXPECT_LT(error(two.dense, b, x + more), 1e-9) << mass;
    EXPECT_EQ(solver.factorisations(), 1);
  }
}

TEST(FieldSplit, KeepsItsPreconditionerForOtherValuesAndSets) {
  const TwoFields closed(6, 1), open(6, 1, true);
  CsrMatrix matrix;
  assign(closed.dense, matrix);
  LinearSolver solver(MatrixKind::general);
  const Vector b = Random(4).vector(matrix.size());
  Vector x;
  for (const double factor : {1.0, 1.1, 0.9}) {
    for (const TwoFields* system : {&closed, &open}) {
      const DenseMatrix dense = factor * system->dense;
      matrix.set_zero();
      assign(dense, matrix, false);
      solver.factor(matrix, &closed.fields);
      solver.solve(b, x);
      EXPECT_LT(error(dense, b, x), 1e-4) << factor;
    }
  }
  EXPECT_EQ(solver.factorisations(), 1);
}

TEST(FieldSplit, GivesWayToFactorsWhereItDoesNotServe) {
  TwoFields two(4, 1);
  two.dense.row(two.dense.rows() - 1) = two.dense.row(two.dense.rows() - 2);  // redundant contacts
  two.dense.col(two.dense.rows() - 1) = two.dense.col(two.dense.rows() - 2);
  CsrMatrix matrix;
  assign(two.dense, matrix);
  LinearSolver solver(MatrixKind::general);
  const Vector b = two.dense * Random(5).vector(matrix.size());  // can be solved
  Vector x, back;
  solver.factor(matrix, &two.fields);
  solver.solve(b, x);
  matrix.multiply(x, back);
  EXPECT_LT((back - b).norm(), 1e-5 * b.norm());
  EXPECT_GT(solver.factorisations(), 1) << "a set-up, then factors";
}

/// A step that leaves a hundredth of the residual is worth more to Newton's method than factors cost.
TEST(FieldSplit, TakesSolutionsThatAreNotAsGoodAsAskedFor) {
  const TwoFields two(6, 1e-3);
  CsrMatrix matrix;
  assign(two.dense, matrix);
  LinearSolver solver(MatrixKind::general);
  const Vector b = Random(6).vector(matrix.size());
  Vector x;
  // 500 short steps of Richardson's iteration do not get far.
  PetscOptionsInsertString(nullptr,
                           "-split_ksp_type richardson -split_ksp_richardson_scale 0.01 "
                           "-split_ksp_pc_side left -split_ksp_norm_type unpreconditioned");
  solver.factor(matrix, &two.fields);
  solver.solve(b, x);
  for (const char* const name :
       {"-split_ksp_type", "-split_ksp_richardson_scale", "-split_ksp_pc_side", "-split_ksp_norm_type"})
    PetscOptionsClearValue(nullptr, name);
  const double left = error(two.dense, b, x);
  EXPECT_GT(left, 1e-4);
  EXPECT_LT(left, 0.1);
  EXPECT_EQ(solver.factorisations(), 1) << "a set-up, no factors";
}

TEST(FieldLayout, HasEveryUnknownOnceOnAnyNumberOfRanks) {
  const TwoFields two(3, 1);
  for (const int ranks : {1, 2, 5}) {
    std::vector<int> found(static_cast<std::size_t>(two.dense.rows()), 0);
    Index entries = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const FieldLayout layout(two.fields, rank, ranks);
      EXPECT_EQ(layout.rest(0), 0);
      EXPECT_EQ(layout.rest(1), kConditions);
      entries += layout.own_size();
      for (int f = 0; f < layout.fields(); ++f)
        for (Index i = 0; i < layout.own(f).all(); ++i)
          if (const Index unknown = layout.unknown(f, i); unknown >= 0) {
            ++found[unknown];
            EXPECT_EQ(layout.field_of(unknown), f);
            EXPECT_EQ(layout.place_in_field(unknown), layout.own_first(f) + i);
            EXPECT_EQ(layout.axis(unknown) < 0, i >= layout.own(f).nodes);
          }
      if (rank + 1 == ranks) {
        EXPECT_EQ(entries, layout.size());
      }
    }
    for (const int times : found) EXPECT_EQ(times, 1);
  }
}

}  // namespace
}  // namespace jounce
