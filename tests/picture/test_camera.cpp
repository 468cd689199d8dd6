#include "picture/camera.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace jounce::picture {
namespace {

TEST(Camera, LooksAgainstAnAxis) {
  // name, to the right, upwards
  const std::tuple<const char*, Vector3, Vector3> views[] = {
      {"x", {0, 1, 0}, {0, 0, 1}},   {"y", {-1, 0, 0}, {0, 0, 1}}, {"z", {1, 0, 0}, {0, 1, 0}},
      {"-x", {0, -1, 0}, {0, 0, 1}}, {"-y", {1, 0, 0}, {0, 0, 1}}, {"-z", {1, 0, 0}, {0, -1, 0}}};
  for (const auto& [name, right, up] : views) {
    const Camera camera = camera_of(name, false);
    EXPECT_EQ(camera.right, right) << name;
    EXPECT_EQ(camera.up, up) << name;
    EXPECT_EQ(camera.towards, right.cross(up)) << name;
  }
}

TEST(Camera, IsometricAxesAreEquallyLong) {
  const Camera camera = camera_of("iso", false);
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(std::hypot(camera.right[axis], camera.up[axis]), std::sqrt(2.0 / 3), 1e-12);
  EXPECT_GT(camera.up.z(), 0.8);
}

TEST(Camera, AnglesAreAboutZAndUpwards) {
  const Camera camera = camera_of("30,20", false);
  const double a = std::acos(-1) / 6, e = std::acos(-1) / 9;
  EXPECT_LT(
      (camera.towards - Vector3(std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e))).norm(),
      1e-14);
  EXPECT_NEAR(camera.right.z(), 0, 1e-15);
  EXPECT_EQ(camera_of("-90,90", false).right, camera_of("z", false).right);
}

TEST(Camera, APlaneModelIsSeenFromZ) {
  EXPECT_EQ(camera_of("", true).towards, Vector3::UnitZ());
  EXPECT_LT(camera_of("", false).towards.z(), 0.5);
}

TEST(Camera, RefusesOtherViews) {
  for (const char* const view : {"front", "30", "30,", "30,91", "30,nan", "1,2,3", ",", "X"}) {
    try {
      camera_of(view, false);
      ADD_FAILURE() << view;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("is none of iso, x, y, z")) << view;
    }
  }
}

// A line in space is a line of the picture, along which nearness is linear: that is what the raster relies
// on.
TEST(Camera, PerspectiveKeepsLinesStraight) {
  Camera camera = camera_of("20,30", false);
  camera.target = {1, 2, 3};
  camera.distance = 10;
  const Vector3 a(0, 0, 0), b(3, 1, 5);
  const Camera::Place p = camera.place(a), q = camera.place(b), m = camera.place((a + b) / 2);
  const double share = (m.x - p.x) / (q.x - p.x);
  EXPECT_NEAR(m.y, p.y + share * (q.y - p.y), 1e-12);
  EXPECT_NEAR(m.nearness, p.nearness + share * (q.nearness - p.nearness), 1e-12);
  // Means of what is linear in space, by 1 / w, as the raster takes them.
  EXPECT_NEAR(0.5, (share / q.w) / ((1 - share) / p.w + share / q.w), 1e-12);
  // True to scale at the target; half as far away twice as large.
  const Vector3 aside = camera.target + camera.right;
  EXPECT_NEAR(camera.place(aside).x - camera.place(camera.target).x, 1, 1e-12);
  const Vector3 near = 5 * camera.towards;
  EXPECT_NEAR(camera.place(aside + near).x - camera.place(camera.target + near).x, 2, 1e-12);
}

}  // namespace
}  // namespace jounce::picture
