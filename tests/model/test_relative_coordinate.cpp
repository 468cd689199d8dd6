#include "model/relative_coordinate.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

namespace jounce {
namespace {

/// A ground marker turned by `angle` about `axis`: the angle is then known.
std::shared_ptr<const Marker> turned(double angle, const Vector3& axis) {
  return std::make_shared<GroundMarker>("g", Vector3::Zero(),
                                        Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix());
}

MarkerKinematics kinematics(const Marker& marker) {
  MarkerKinematics k;
  marker.evaluate(State(), Derivatives::none, k);
  return k;
}

TEST(RelativeCoordinate, AngleIsThatOfTheTurnAndKeepsItsOrigin) {
  const Vector3 axis(1, -2, 0.5);
  const auto start = turned(0, axis);
  for (const double angle : {-3.1, -1.0, 0.0, 0.7, 3.1}) {
    const auto B = turned(angle, axis);
    // Zero where the markers are equal.
    const RelativeCoordinate c(start, B, kinematics(*start), kinematics(*start), axis, false, 0.25);
    EXPECT_NEAR(c.value(State()), angle + 0.25, 1e-14);
    EXPECT_TRUE(c.is_angle());
  }
}

TEST(RelativeCoordinate, TurnsAreCountedFromTheLastAcceptedValue) {
  const Vector3 axis = Vector3::UnitZ();
  const auto A = turned(0, axis);
  RelativeCoordinate c(A, turned(-3.0, axis), kinematics(*A), kinematics(*A), axis, true);
  State state;
  EXPECT_NEAR(c.value(state), -3.0, 1e-14);
  c.set_place(1);
  state.angles = {0, 3.0};  // it passed pi since then
  EXPECT_NEAR(c.value(state), -3.0 + 2 * M_PI, 1e-13);
  state.angles[1] = -40;
  EXPECT_NEAR(c.value(state), -3.0 - 12 * M_PI, 1e-12);
}

}  // namespace
}  // namespace jounce
