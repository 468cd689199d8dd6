#include "contact_problem/lorentz_cone.h"

#include <gtest/gtest.h>

#include "random_problems.h"

namespace jounce::contact_problem {
namespace {

template <int D>
SmallVector<D> inside(RandomProblems& random) {
  SmallVector<D> x = random.normals(D);
  x[0] = x.template tail<D - 1>().norm() * random.between(1.001, 3);
  return x * std::pow(10.0, random.between(-3, 3));
}

template <int D>
void check_scaling() {
  RandomProblems random(21);
  for (int i = 0; i < 200; ++i) {
    const SmallVector<D> x = inside<D>(random), z = inside<D>(random);
    const ConeScaling<D> scaling(x, z);
    EXPECT_LE((scaling.theta() * x - z).norm(), 1e-10 * scaling.theta().norm() * x.norm());
    const SmallMatrix<D> root = scaling.root(false);
    EXPECT_TRUE((root * root).isApprox(scaling.theta(), 1e-10));
    EXPECT_TRUE((root * scaling.root(true)).isIdentity(1e-8));
    // Both sides meet in the middle: Theta^(1/2) x = Theta^(-1/2) z.
    const SmallVector<D> left = root * x, right = scaling.root(true) * z;
    EXPECT_LE((left - right).norm(), 1e-6 * left.norm());
  }
}

TEST(LorentzCone, ScalingTakesOnePointToTheOther) {
  check_scaling<3>();
  check_scaling<2>();
}

TEST(LorentzCone, LongestStepEndsOnTheBoundary) {
  RandomProblems random(22);
  int bounded = 0;
  for (int i = 0; i < 500; ++i) {
    const SmallVector<3> x = inside<3>(random);
    const SmallVector<3> dx = x.norm() * SmallVector<3>(random.normals(3));
    const double a = longest_step<3>(x, dx, 10);
    ASSERT_GT(a, 0);
    for (const double part : {0.25, 0.5, 0.75, 0.999}) {
      const SmallVector<3> y = x + part * a * dx;
      EXPECT_GT(y[0], y.tail<2>().norm());
    }
    if (a == 10) continue;
    ++bounded;
    const SmallVector<3> end = x + a * dx, beyond = x + 1.001 * a * dx;
    EXPECT_NEAR(end[0], end.tail<2>().norm(), 1e-9 * (x.norm() + a * dx.norm()));
    EXPECT_LT(beyond[0], beyond.tail<2>().norm());
  }
  EXPECT_GT(bounded, 200);
  // Along the axis the cone is never left, against it at its tip.
  const SmallVector<2> x(2, 1), up(1, 0), down(-1, 0);
  EXPECT_EQ(longest_step<2>(x, up, 10), 10);
  EXPECT_DOUBLE_EQ(longest_step<2>(x, down, 10), 1);
}

TEST(LorentzCone, QuotientUndoesTheProduct) {
  RandomProblems random(23);
  for (int i = 0; i < 100; ++i) {
    const SmallVector<3> x = inside<3>(random), y = random.normals(3);
    EXPECT_TRUE(jordan_quotient<3>(x, jordan_product<3>(x, y)).isApprox(y, 1e-8));
  }
  const SmallVector<3> x(2, 1, 0), y(3, 0, 1);
  EXPECT_TRUE(jordan_product<3>(x, y).isApprox(SmallVector<3>(6, 3, 2)));
}

}  // namespace
}  // namespace jounce::contact_problem
