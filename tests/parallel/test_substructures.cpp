// Substructures of matrices whose terms several ranks have. Alone and on four ranks, with up to four parts.

#include <gtest/gtest.h>

#include <cmath>

#include "la/linear_solver.h"
#include "la/substructure_factor.h"
#include "springs_in_parts.h"

namespace jounce {
namespace {

using test::SpringsInParts;
using Result = SubstructureFactor::Result;

Vector ripple(Index n) {
  return (Vector::LinSpaced(n, 0, 0.37 * static_cast<double>(n)).array().sin() + 0.2).matrix();
}

Vector product(const CsrMatrix& matrix, const Vector& x) {
  Vector y;
  matrix.multiply(x, y);
  return y;
}

/// Every rank has the same vector, bit by bit.
bool is_the_same_everywhere(const Vector& x) {
  parallel::Communicator ranks;
  Vector largest = x, smallest = -x;
  ranks.max({largest.data(), static_cast<std::size_t>(x.size())});
  ranks.max({smallest.data(), static_cast<std::size_t>(x.size())});
  return largest == -smallest;
}

void expect_solved(SubstructureFactor& factor, const CsrMatrix& whole, double tolerance) {
  const Vector expected = ripple(whole.size());
  Vector x;
  for (int again = 0; again < 2; ++again) {
    factor.solve(product(whole, expected), x);
    EXPECT_LT((x - expected).lpNorm<Eigen::Infinity>(), tolerance);
    EXPECT_TRUE(is_the_same_everywhere(x));
  }
}

TEST(Substructures, SolveWhatTheWholeMatrixSays) {
  for (int parts = 1; parts <= 4; ++parts) {
    SCOPED_TRACE(parts);
    const SpringsInParts springs(parts, 32);
    CsrMatrix part = springs.part(), whole = springs.whole();
    SubstructureFactor factor;
    for (const double stiffness : {1.0, 2.5e9, 1e-7}) {
      springs.refill(part, false, stiffness);
      springs.refill(whole, true, stiffness);
      ASSERT_EQ(factor.factor(part, true), Result::factored) << stiffness;
      expect_solved(factor, whole, 1e-10);
    }
  }
}

/// A rank that has one spring between points of another one has no unknowns of its own.
TEST(Substructures, MayHaveNoInside) {
  SpringsInParts springs(1, 32);
  const int last = parallel::Communicator().size() - 1;
  springs.add_spring(last, 7, 8, 3);
  SubstructureFactor factor;
  ASSERT_EQ(factor.factor(springs.part(), true), Result::factored);
  expect_solved(factor, springs.whole(), 1e-10);
}

/// Ties within a part and between parts, and contacts that are open.
TEST(Substructures, KeepMultipliersForTheBorder) {
  for (int parts = 1; parts <= 4; ++parts)
    for (const bool all_open : {false, true}) {
      SCOPED_TRACE(parts);
      SpringsInParts springs(parts, 60);
      for (Index j = 0; j < SpringsInParts::kSide; ++j) {
        springs.add_tie(SpringsInParts::point(0, j, 2), SpringsInParts::point(3, j, 3), all_open || j == 2);
        springs.add_tie(SpringsInParts::point(1, j, 30), SpringsInParts::point(2, j, 1), all_open || j == 4);
      }
      SubstructureFactor factor;
      EXPECT_EQ(factor.factor(springs.part(), true), Result::unsuited) << "not definite";
      ASSERT_EQ(factor.factor(springs.part(), false), Result::factored);
      expect_solved(factor, springs.whole(), 1e-9);
    }
}

/// A multiplier that was none at first: the diagonal entry of its row ceases to be positive.
TEST(Substructures, FollowNewMultipliers) {
  SpringsInParts springs(4, 32);
  springs.add_tie(3, springs.points() - 5);
  const Index m = springs.size() - 1;
  const int owner = springs.owners.back();
  SpringsInParts held = springs;
  held.add(owner, m, m, 7);
  CsrMatrix part = held.part();
  SubstructureFactor factor;
  ASSERT_EQ(factor.factor(part, false), Result::factored);
  expect_solved(factor, held.whole(), 1e-10);
  springs.refill(part, false, 1);
  ASSERT_EQ(factor.factor(part, false), Result::factored);
  expect_solved(factor, springs.whole(), 1e-10);
}

TEST(Substructures, SayOnAllRanksThatAMatrixIsUnsuited) {
  const auto result_with = [](const auto& change, bool is_definite = false) {
    SpringsInParts springs(4, 32);
    change(springs);
    return SubstructureFactor().factor(springs.part(), is_definite);
  };
  ASSERT_EQ(result_with([](SpringsInParts&) {}), Result::factored);
  // indefinite: inside a part; at the border; by a weight that is lighter than nothing
  EXPECT_EQ(result_with([](SpringsInParts& s) { s.add_spring(s.owners[0], 0, 1, -2); }), Result::unsuited);
  EXPECT_EQ(result_with([](SpringsInParts& s) {
              const Index a = SpringsInParts::point(0, 0, 8), b = SpringsInParts::point(1, 0, 8);
              s.add_spring(s.owners[static_cast<std::size_t>(a)], a, b, -3);
            }),
            Result::unsuited);
  EXPECT_EQ(result_with([](SpringsInParts& s) { s.add(s.owners.back(), 900, 900, -20); }, true),
            Result::unsuited);
  // not symmetric: an entry inside, its image missing, and one between parts
  EXPECT_EQ(result_with([](SpringsInParts& s) { s.add(s.owners[0], 0, 1, 1e-9); }), Result::unsuited);
  EXPECT_EQ(result_with([](SpringsInParts& s) { s.add(s.owners[0], 0, 30, 0.1); }), Result::unsuited);
  EXPECT_EQ(result_with([](SpringsInParts& s) { s.add(s.owners[0], 0, s.points() - 1, 0.1); }),
            Result::unsuited);
  // rows that tie the same points twice; a row without terms; a number that is none
  EXPECT_EQ(result_with([](SpringsInParts& s) {
              s.add_tie(0, 900);
              s.add_tie(0, 900);
            }),
            Result::unsuited);
  EXPECT_EQ(result_with([](SpringsInParts& s) { s.owners.push_back(0); }), Result::unsuited);
  EXPECT_EQ(result_with([](SpringsInParts& s) { s.add(s.owners.back(), 900, 900, NAN); }), Result::unsuited);
}

/// Terms of two ranks that are each other's mirror images.
TEST(Substructures, TakeSymmetricTermsOfTwoRanks) {
  SpringsInParts springs(4, 32);
  const Index a = 3, b = springs.points() - 4;
  springs.add(springs.owners[static_cast<std::size_t>(a)], a, b, -0.3);
  springs.add(springs.owners[static_cast<std::size_t>(b)], b, a, -0.3);
  SubstructureFactor factor;
  ASSERT_EQ(factor.factor(springs.part(), true), Result::factored);
  expect_solved(factor, springs.whole(), 1e-10);
}

/// Three ranks and more have parts of this length that are thin, so that their borders are wide.
constexpr Index kThin = 6;
bool has_thin_parts() { return parallel::Communicator().size() > 2; }

TEST(Substructures, LeaveWideBordersToOthers) {
  if (!has_thin_parts()) return;
  EXPECT_EQ(SubstructureFactor().factor(SpringsInParts(4, kThin).part(), true), Result::too_wide);
}

/// The solver takes whatever serves, with the same result.
TEST(Substructures, AreOneOfThePackagesOfTheSolver) {
  for (const Index length : {kThin, Index{32}})
    for (const MatrixKind kind : {MatrixKind::positive_definite, MatrixKind::general})
      for (const bool is_indefinite : {false, true}) {
        SCOPED_TRACE(testing::Message() << length << (is_indefinite ? " indefinite" : " definite"));
        SpringsInParts springs(4, length);
        if (is_indefinite) springs.add_spring(springs.owners[0], 0, 1, -2);
        CsrMatrix part = springs.part();
        const CsrMatrix whole = springs.whole();
        LinearSolver solver(kind, Ranks::together);
        // Wide borders are left to MUMPS, which does not ask whether a matrix is definite.
        if (is_indefinite && kind == MatrixKind::positive_definite &&
            (length != kThin || !has_thin_parts())) {
          EXPECT_THROW(solver.factor(part), SingularMatrix);
          continue;
        }
        const Vector expected = ripple(springs.size());
        Vector x;
        for (int again = 0; again < 3; ++again) {
          springs.refill(part, false, 1);
          solver.factor(part);
          EXPECT_FALSE(solver.regularised());
          solver.solve(product(whole, expected), x);
          EXPECT_LT((x - expected).lpNorm<Eigen::Infinity>(), 1e-9);
          EXPECT_TRUE(is_the_same_everywhere(x));
          if (again == 1) solver.forget();
        }
      }
}

TEST(Substructures, LeaveRedundantRowsToTheRegularisation) {
  SpringsInParts springs(4, 32);
  springs.add_tie(0, 900);
  springs.add_tie(0, 900);
  const CsrMatrix part = springs.part(), whole = springs.whole();
  LinearSolver solver(MatrixKind::general, Ranks::together);
  solver.factor(part);
  EXPECT_TRUE(solver.regularised());
  const Vector expected = ripple(springs.size());
  Vector x;
  solver.solve(product(whole, expected), x);
  EXPECT_LT((x - expected).head(springs.points()).lpNorm<Eigen::Infinity>(), 1e-9);
}

}  // namespace
}  // namespace jounce
