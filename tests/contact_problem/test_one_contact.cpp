#include "contact_problem/one_contact.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numbers>

#include "random_problems.h"

namespace jounce::contact_problem {
namespace {

/// Symmetric positive definite, conditions up to 1e4, in units of `scale`.
template <int D>
SmallMatrix<D> random_matrix(RandomProblems& random, double scale) {
  const Vector numbers = random.normals(D * D);
  const SmallMatrix<D> G(Eigen::Map<const SmallMatrix<D>>(numbers.data()));
  return scale * (G * G.transpose() + random.between(0.0001, 1) * SmallMatrix<D>::Identity());
}

/// Natural map relative to b, written down once more.
template <int D>
double error_of(const SmallMatrix<D>& A, double mu, const SmallVector<D>& b, const SmallVector<D>& r) {
  const double w = A.trace() / D;
  SmallVector<D> u = A * r + b;
  u[0] += mu * u.template tail<D - 1>().norm();
  const SmallVector<D> x = w * r;
  return (x - project_cone<D>(mu, SmallVector<D>(x - u))).norm() / b.norm();
}

TEST(OneContact, InSpaceSolvesRandomProblems) {
  RandomProblems random(1);
  int taken_off = 0, stuck = 0, slid = 0;
  for (int i = 0; i < 100000; ++i) {
    const double mu = random.friction(), scale = std::pow(10, random.between(-4, 4));
    const SmallMatrix<3> A = random_matrix<3>(random, scale);
    const SmallVector<3> b = std::pow(10, random.between(-3, 3)) * random.normals(3);
    SmallVector<3> r = SmallVector<3>::Zero();
    double lambda = 0;
    ASSERT_TRUE(OneContact3(A.data(), mu).solve(b.data(), r.data(), lambda)) << i;
    ASSERT_LT((error_of<3>(A, mu, b, r)), 1e-10) << i << "\n" << A << "\nb " << b.transpose() << " mu " << mu;
    taken_off += r.isZero(0.0) ? 1 : 0;
    ((A * r + b).norm() < 1e-9 * b.norm() ? stuck : slid) += r.isZero(0.0) ? 0 : 1;
    // Warm start: the same solution from its own lambda.
    SmallVector<3> again = r;
    ASSERT_TRUE(OneContact3(A.data(), mu).solve(b.data(), again.data(), lambda));
    ASSERT_LT((again - r).norm(), 1e-9 * r.norm() + 1e-300) << i;
  }
  EXPECT_GT(taken_off, 40000);
  EXPECT_GT(stuck, 5000);
  EXPECT_GT(slid, 10000);
}

/// Brute force: the direction of sliding is scanned, u_N = 0 gives r_N, and the angle between u_T and -r_T is
/// bisected where it changes sign. Finds every sliding solution that the scan separates.
std::vector<SmallVector<3>> scanned(const SmallMatrix<3>& A, double mu, const SmallVector<3>& b) {
  std::vector<SmallVector<3>> found;
  const auto impulse = [&](double angle) {
    const SmallVector<3> direction(1, mu * std::cos(angle), mu * std::sin(angle));
    return SmallVector<3>(-b[0] / A.row(0).dot(direction) * direction);
  };
  const auto turn = [&](double angle) {
    const SmallVector<3> u = A * impulse(angle) + b;
    return u[1] * std::sin(angle) - u[2] * std::cos(angle);
  };
  constexpr int kScan = 2000;
  for (int i = 0; i < kScan; ++i) {
    double low = 2 * std::numbers::pi * i / kScan, high = 2 * std::numbers::pi * (i + 1) / kScan;
    if (turn(low) * turn(high) > 0) continue;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (turn(low) * turn(middle) > 0 ? low : high) = middle;
    }
    const SmallVector<3> r = impulse(low), u = A * r + b;
    if (r[0] > 0 && std::abs(turn(low)) < 1e-9 * b.norm() && u.tail<2>().dot(r.tail<2>()) <= 0)
      found.push_back(r);
  }
  return found;
}

TEST(OneContact, InSpaceAgreesWithAScanOfDirections) {
  RandomProblems random(2);
  int compared = 0;
  for (int i = 0; i < 2000; ++i) {
    const double mu = random.between(0.05, 3);
    const SmallMatrix<3> A = random_matrix<3>(random, 1);
    SmallVector<3> b = random.normals(3);
    b[0] = -std::abs(b[0]);
    SmallVector<3> r = SmallVector<3>::Zero();
    double lambda = 0;
    ASSERT_TRUE(OneContact3(A.data(), mu).solve(b.data(), r.data(), lambda));
    if ((A * r + b).norm() < 1e-9 * b.norm()) continue;  // sticks
    ++compared;
    double nearest = 1e9;
    for (const auto& other : scanned(A, mu, b)) nearest = std::min(nearest, (other - r).norm());
    ASSERT_LT(nearest, 1e-6 * r.norm()) << i;
    const auto all = one_contact_solutions(A, mu, b);
    double among = 1e9;
    for (const auto& other : all) among = std::min(among, (other - r).norm());
    ASSERT_LT(among, 1e-6 * r.norm()) << i << ": the enumeration lacks the solution";
  }
  EXPECT_GT(compared, 300);
}

TEST(OneContact, InThePlaneSolvesRandomProblems) {
  RandomProblems random(3);
  for (int i = 0; i < 100000; ++i) {
    const double mu = random.friction(), scale = std::pow(10, random.between(-4, 4));
    const SmallMatrix<2> A = random_matrix<2>(random, scale);
    const SmallVector<2> b = std::pow(10, random.between(-3, 3)) * random.normals(2);
    SmallVector<2> r = SmallVector<2>::Zero();
    double lambda = 0;
    ASSERT_TRUE(OneContact2(A.data(), mu).solve(b.data(), r.data(), lambda)) << i;
    ASSERT_LT((error_of<2>(A, mu, b, r)), 1e-10) << i << "\n" << A << "\nb " << b.transpose() << " mu " << mu;
  }
}

TEST(OneContact, KnownSolutions) {
  // A point mass of 2 that arrives with u = (-3, 4, 0): sticks for mu >= 4/3, else slides straight on.
  const SmallMatrix<3> A = 0.5 * SmallMatrix<3>::Identity();
  const SmallVector<3> b(-3, 4, 0);
  SmallVector<3> r = SmallVector<3>::Zero();
  double lambda = 0;
  ASSERT_TRUE(OneContact3(A.data(), 1.5).solve(b.data(), r.data(), lambda));
  EXPECT_TRUE(r.isApprox(SmallVector<3>(6, -8, 0), 1e-14)) << r.transpose();
  ASSERT_TRUE(OneContact3(A.data(), 0.5).solve(b.data(), r.data(), lambda));
  EXPECT_TRUE(r.isApprox(SmallVector<3>(6, -3, 0), 1e-14)) << r.transpose();
  EXPECT_NEAR(lambda, 2.5 / 3, 1e-13) << "|u_T|/|r_T|";
}

TEST(OneContact, SingularBlockSticksWhereItCan) {
  // No mobility along the second tangent.
  const SmallMatrix<3> A = SmallVector<3>(1, 1, 0).asDiagonal();
  const SmallVector<3> b(-1, 0.2, 0);
  SmallVector<3> r = SmallVector<3>::Zero();
  double lambda = 0;
  ASSERT_TRUE(OneContact3(A.data(), 0.5).solve(b.data(), r.data(), lambda));
  EXPECT_LT((error_of<3>(A, 0.5, b, r)), 1e-12);
}

TEST(OneContact, RefusesWhatHasNoSolution) {
  const SmallMatrix<3> A = SmallMatrix<3>::Zero();
  const SmallVector<3> b(-1, 0, 0);
  SmallVector<3> r(7, 0, 0);
  double lambda = 0;
  EXPECT_FALSE(OneContact3(A.data(), 0.5).solve(b.data(), r.data(), lambda));
  EXPECT_EQ(r[0], 7) << "unchanged";
}

TEST(RealRoots, OfKnownPolynomials) {
  const std::vector<double> quartic{24, -50, 35, -10, 1};  // (x-1)(x-2)(x-3)(x-4)
  const auto roots = real_roots(quartic);
  ASSERT_EQ(roots.size(), 4U);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(roots[i], i + 1, 1e-12);
  EXPECT_TRUE(real_roots(std::vector<double>{1, 0, 1}).empty());
  EXPECT_TRUE(real_roots(std::vector<double>{}).empty());
}

}  // namespace
}  // namespace jounce::contact_problem
