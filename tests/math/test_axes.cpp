#include "math/axes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace jounce {
namespace {

/// Components that are round-off do not decide.
TEST(AxisAcross, IsThatOfItsNeighbours) {
  for (Index along = 0; along < 3; ++along)
    for (const double x : {1e-15, -1e-15})
      for (const double y : {3e-16, -3e-15}) {
        Vector3 n = Vector3::Zero();
        n[along] = along == 1 ? -1 : 1;
        const Index axis = axis_across(n);
        EXPECT_NE(axis, along);
        n[(along + 1) % 3] = x;
        n[(along + 2) % 3] = y;
        EXPECT_EQ(axis_across(n), axis);
      }
}

TEST(DirectionsAcross, AreARightHandedFrameWithTheVector) {
  std::mt19937 engine(7);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 200; ++i) {
    const Vector3 n = Vector3(normal(engine), normal(engine), normal(engine)).normalized();
    EXPECT_LE(std::abs(n[axis_across(n)]), 0.6);
    const auto t = directions_across(n, 3);
    EXPECT_NEAR((n.cross(t[0]) - t[1]).norm(), 0, 1e-15);
    EXPECT_NEAR(t[0].dot(n), 0, 1e-15);
    EXPECT_NEAR(t[0].norm(), 1, 1e-15);
  }
}

TEST(DirectionsAcross, InThePlaneTheFirstIsTheNormalTurnedLeft) {
  const auto t = directions_across(Vector3(0.6, 0.8, 0), 2);
  EXPECT_EQ(t[0], Vector3(-0.8, 0.6, 0));
  EXPECT_EQ(t[1], Vector3::UnitZ());
}

}  // namespace
}  // namespace jounce
