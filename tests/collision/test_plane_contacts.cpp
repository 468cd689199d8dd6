#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "collision/collide.h"
#include "oracle.h"

namespace jounce::collision {
namespace {

using Kind = ContactPoint::Kind;

Matrix3 turned(double angle, const Vector3& axis) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

/// The least height of a shape over a plane is that of its lowest point, for all kinds and poses.
TEST(PlaneContacts, FindTheLowestPoint) {
  Random random(1);
  const std::vector<Shape> shapes{make_sphere(0.5), make_capsule(0.2, 0.6), make_box({0.3, 0.5, 0.7}),
                                  make_hull(random.points(30, 0.7), Vector3::Zero()),
                                  make_cylinder(0.5, 0.3)};
  for (const Shape& shape : shapes)
    for (int i = 0; i < 1000; ++i) {
      const Pose plane = random.pose(1), pose = random.pose(1.5);
      const Vector3 n = plane.R.col(2), local = pose.R.transpose() * n;
      double reach = 0;  // of the shape against n
      if (shape.kind == Shape::Kind::cylinder)
        reach = shape.radius * std::hypot(local.x(), local.y()) + shape.half.z() * std::abs(local.z());
      else if (shape.polyhedron)
        for (const Vector3& vertex : shape.polyhedron->vertices) reach = std::max(reach, -local.dot(vertex));
      else
        reach = shape.radius + shape.half.z() * std::abs(local.z());
      const double height = n.dot(pose.x - plane.x) - reach;
      const auto points = contacts(make_plane(), plane, shape, pose, 0.1);
      ASSERT_EQ(points.empty(), height >= 0.1) << name(shape.kind);
      if (points.empty()) continue;
      EXPECT_LE(points.size(), 8u);
      EXPECT_NEAR(least_gap(points), height, 1e-14) << name(shape.kind);
      for (const ContactPoint& point : points) {
        EXPECT_EQ(point.kind, Kind::plane_a);
        EXPECT_EQ(point.normal, n);
      }
      for (const ContactPoint& point : contacts(shape, pose, make_plane(), plane, 0.1)) {
        EXPECT_EQ(point.kind, Kind::plane_b);
        EXPECT_EQ(point.normal, Vector3(-n));
      }
    }
}

TEST(PlaneContacts, OfARestingBoxAreItsCorners) {
  const Shape plane = make_plane(), box = make_box({1, 2, 3});
  Pose pose = at(5, 6, 3.01);
  pose.R = turned(0.4, Vector3::UnitZ());
  const auto points = contacts(plane, {}, box, pose, 0.1);
  ASSERT_EQ(points.size(), 4u);
  std::set<std::uint32_t> features;
  for (const ContactPoint& point : points) {
    EXPECT_NEAR(point.gap(), 0.01, 1e-14);
    EXPECT_NEAR((pose.R.transpose() * (point.b - pose.x)).cwiseAbs().x(), 1, 1e-14);
    features.insert(point.feature);
  }
  EXPECT_EQ(features.size(), 4u);
  EXPECT_EQ(contacts(plane, {}, box, at(0, 0, -20), 0.1).size(), 8u);  // all of it below
}

TEST(PlaneContacts, OfALyingCapsuleAreItsEnds) {
  Pose pose = at(0, 0, 0.2);
  pose.R = turned(std::numbers::pi / 2, Vector3::UnitX());
  const auto points = contacts(make_plane(), {}, make_capsule(0.2, 1), pose, 0.1);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_NEAR(points[0].gap(), 0, 1e-15);
  EXPECT_NEAR(points[1].gap(), 0, 1e-15);
  EXPECT_NEAR((points[0].b - points[1].b).norm(), 2, 1e-15);
  EXPECT_EQ(contacts(make_plane(), {}, make_capsule(0.2, 0), pose, 0.1).size(), 1u);
}

TEST(PlaneContacts, OfACylinderStandingLyingAndTilted) {
  const Shape cylinder = make_cylinder(0.5, 1);
  const auto standing = contacts(make_plane(), {}, cylinder, at(0, 0, 1), 0.1);
  ASSERT_EQ(standing.size(), 4u);
  for (const ContactPoint& point : standing) EXPECT_NEAR(std::hypot(point.b.x(), point.b.y()), 0.5, 1e-15);
  Pose pose = at(0, 0, 0.5);
  pose.R = turned(std::numbers::pi / 2, Vector3::UnitX());
  const auto lying = contacts(make_plane(), {}, cylinder, pose, 0.1);
  ASSERT_EQ(lying.size(), 2u);
  EXPECT_NEAR((lying[0].b - lying[1].b).norm(), 2, 1e-15);
  pose.R = turned(0.5, Vector3::UnitX());
  pose.x.z() = std::cos(0.5) + 0.5 * std::sin(0.5);
  const auto tilted = contacts(make_plane(), {}, cylinder, pose, 0.1);
  ASSERT_EQ(tilted.size(), 1u);
  EXPECT_NEAR(tilted[0].gap(), 0, 1e-15);
}

TEST(PlaneContacts, OfARoundFootAreEightThatSpanIt) {
  std::vector<Vector3> points;
  for (int i = 0; i < 24; ++i) {
    const double angle = std::numbers::pi * i / 12;
    points.emplace_back(std::cos(angle), std::sin(angle), 0);
  }
  points.emplace_back(0, 0, 1);
  const Shape cone = make_hull(points, Vector3::Zero());
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    Pose pose = at(0, 0, 0.01);
    pose.R = turned(random.in(0, 6), Vector3::UnitZ());
    const auto found = contacts(make_plane(), {}, cone, pose, 0.1);
    ASSERT_EQ(found.size(), 8u);
    for (int k = 0; k < 24; ++k) {  // in every direction there is a point at 0.85 of the radius
      const Vector3 direction(std::cos(0.26 * k), std::sin(0.26 * k), 0);
      double reach = 0;
      for (const ContactPoint& point : found) reach = std::max(reach, direction.dot(point.b));
      EXPECT_GT(reach, 0.85);
    }
  }
}

}  // namespace
}  // namespace jounce::collision
