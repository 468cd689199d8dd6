#include "stepping/linear_complementarity.h"

#include <gtest/gtest.h>

#include <random>

namespace jounce {
namespace {

void expect_solution(const DenseMatrix& A, const Vector& b, const Vector& z, const Vector& w) {
  const double size = b.lpNorm<Eigen::Infinity>();
  EXPECT_LT((A * z + b - w).lpNorm<Eigen::Infinity>(), 1e-9 * size);
  EXPECT_GE(z.minCoeff(), 0);
  EXPECT_GE(w.minCoeff(), 0);
  EXPECT_EQ(z.dot(w), 0);
}

TEST(LinearComplementarity, RandomProblemsOfEveryRank) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 400; ++trial) {
    const Index n = 1 + trial % 8;
    const Index rank = 1 + trial % 5;
    DenseMatrix half(n, rank);
    Vector velocity(rank);
    for (Index i = 0; i < half.size(); ++i) half.data()[i] = normal(random);
    for (Index i = 0; i < rank; ++i) velocity[i] = 1e3 * normal(random);
    // Contacts of very different masses; b in the range of the rows, as gap velocities are.
    for (Index i = 0; i < n; ++i) half.row(i) *= std::pow(10.0, (i % 3) - 1);
    const DenseMatrix A = half * half.transpose();
    const Vector b = half * velocity;
    Vector z, w;
    ASSERT_TRUE(solve_complementarity(A, b, z, w)) << trial;
    expect_solution(A, b, z, w);
  }
}

TEST(LinearComplementarity, RedundantContactsShareEqually) {
  Vector z, w;
  ASSERT_TRUE(solve_complementarity(DenseMatrix::Ones(4, 4), Vector::Constant(4, -2.0), z, w));
  for (Index i = 0; i < 4; ++i) EXPECT_NEAR(z[i], 0.5, 1e-14);
}

TEST(LinearComplementarity, OpenContactsNeedNoForce) {
  Vector z, w;
  ASSERT_TRUE(solve_complementarity(DenseMatrix::Identity(2, 2), Eigen::Vector2d(1, 0), z, w));
  EXPECT_EQ(z, Vector(Eigen::Vector2d(0, 0)));
  EXPECT_EQ(w, Vector(Eigen::Vector2d(1, 0)));
}

TEST(LinearComplementarity, RoundOffDoesNotMakeAProblemUnsolvable) {
  DenseMatrix A(2, 2);
  A << 1, -1, -1, 1;
  Vector z, w;
  ASSERT_TRUE(solve_complementarity(A, Eigen::Vector2d(-1, 1 - 1e-15), z, w));
  EXPECT_NEAR(z[0] - z[1], 1, 1e-9);
}

TEST(LinearComplementarity, RefusesWhatIsNotFinite) {
  Vector z, w;
  EXPECT_FALSE(solve_complementarity(DenseMatrix::Identity(1, 1), Vector::Constant(1, -NAN), z, w));
}

}  // namespace
}  // namespace jounce
