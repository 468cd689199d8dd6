#include "collision/shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "collision/polyhedron.h"
#include "collision/triangle_surface.h"
#include "oracle.h"

namespace jounce::collision {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// Largest coordinate along `direction` of many points of the surface of the shape, in fixed axes.
double sampled_reach(const Shape& shape, const Pose& pose, const Vector3& direction) {
  double reach = -std::numeric_limits<double>::infinity();
  const auto visit = [&](const Vector3& s) { reach = std::max(reach, direction.dot(placed(pose, s))); };
  const Vector3 local = pose.R.transpose() * direction;
  switch (shape.kind) {
    case Shape::Kind::sphere:
      visit(shape.radius * local);
      break;
    case Shape::Kind::capsule:
      visit(shape.half + shape.radius * local);
      visit(-shape.half + shape.radius * local);
      break;
    case Shape::Kind::cylinder:
      for (int i = 0; i < 100000; ++i) {
        const double angle = 2 * std::numbers::pi * i / 100000;
        const Vector3 rim(shape.radius * std::cos(angle), shape.radius * std::sin(angle), shape.half.z());
        visit(rim);
        visit(-rim);
      }
      break;
    default:
      for (const Vector3& vertex : core(shape, pose)) reach = std::max(reach, direction.dot(vertex));
  }
  return reach;
}

TEST(Shape, BoundsTouchTheShape) {
  Random random(1);
  const std::vector<Shape> shapes{make_sphere(0.7), make_capsule(0.3, 0.8), make_box({0.2, 0.5, 0.9}),
                                  make_cylinder(0.4, 0.6), make_hull(random.points(12, 1), Vector3::Zero())};
  for (const Shape& shape : shapes)
    for (int i = 0; i < 5; ++i) {
      const Pose pose = random.pose(3);
      const Bounds box = bounds(shape, pose);
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(box.high[k], sampled_reach(shape, pose, Vector3::Unit(k)), 1e-8) << name(shape.kind);
        EXPECT_NEAR(box.low[k], -sampled_reach(shape, pose, -Vector3::Unit(k)), 1e-8) << name(shape.kind);
      }
    }
}

TEST(Shape, BoundsOfASurfaceAreThoseOfItsVertices) {
  const Shape surface = make_surface({{0, 0, 0}, {2, 0, 0}, {0, 3, 0}}, {{0, 1, 2}});
  Pose pose;
  pose.x = {1, 1, 1};
  pose.R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const Bounds box = bounds(surface, pose);
  EXPECT_TRUE(box.low.isApprox(Vector3(-2, 1, 1))) << box.low.transpose();
  EXPECT_TRUE(box.high.isApprox(Vector3(1, 3, 1))) << box.high.transpose();
}

TEST(Shape, APlaneIsBoundedOnlyAlongAnAxis) {
  Pose pose;
  pose.x = {1, 2, 3};
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(bounds(make_plane(), pose).high, Vector3(infinity, infinity, 3));
  EXPECT_EQ(bounds(make_plane(), pose).low, Vector3::Constant(-infinity));
  pose.R << 0, 0, -1, 0, 1, 0, 1, 0, 0;  // normal -x
  EXPECT_EQ(bounds(make_plane(), pose).low, Vector3(1, -infinity, -infinity));
  pose.R = Random(2).rotation();
  EXPECT_EQ(bounds(make_plane(), pose).high, Vector3::Constant(infinity));
}

TEST(Shape, RefusesSizesThatAreNotPositive) {
  const auto fails = [](const char* message) {
    return ThrowsMessage<std::invalid_argument>(HasSubstr(message));
  };
  EXPECT_THAT([] { make_sphere(0); }, fails("the radius of a sphere is 0; it must be positive"));
  EXPECT_THAT([] { make_capsule(1, -1); }, fails("the half length of a capsule is -1"));
  EXPECT_THAT([] { make_capsule(std::nan(""), 1); }, fails("the radius of a capsule is nan"));
  EXPECT_THAT([] { make_box({1, 0, 1}); }, fails("a half edge of a box is 0"));
  EXPECT_THAT([] { make_cylinder(1, 0); }, fails("the half length of a cylinder is 0"));
  EXPECT_NO_THROW(make_capsule(1, 0));
}

}  // namespace
}  // namespace jounce::collision
