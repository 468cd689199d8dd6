#include <gtest/gtest.h>

#include <functional>
#include <numbers>
#include <set>

#include "collision/collide.h"
#include "oracle.h"
#include "surfaces.h"

namespace jounce::collision {
namespace {

using Kind = ContactPoint::Kind;

/// The boundary of a hull as a surface is as far from a shape outside of it as the hull.
TEST(SurfaceContacts, OfAHullsBoundaryAgreeWithBruteForce) {
  Random random(1);
  const std::vector<std::function<Shape()>> others{
      [&] { return make_sphere(random.in(0.1, 0.6)); },
      [&] { return make_capsule(random.in(0.1, 0.3), random.in(0.2, 0.6)); },
      [&] {
        return make_box({random.in(0.2, 0.6), random.in(0.2, 0.6), random.in(0.2, 0.6)});
      },
      [&] { return make_hull(random.points(10, 0.6), Vector3::Zero()); }};
  for (const auto& other : others) {
    int found = 0;
    for (int i = 0; i < 1500; ++i) {
      const Shape A = make_hull(random.points(12, 0.6), Vector3::Zero()), B = other();
      const Shape surface = boundary(A);
      const Pose pose_a = random.pose(0.2), pose_b = random.pose(1.2);
      const double distance = signed_distance(A, pose_a, B, pose_b), radius = B.polyhedron ? 0 : B.radius;
      if (distance <= -radius + 1e-9 || std::abs(distance - 0.2) < 1e-9)
        continue;  // the core inside the surface
      const auto points = contacts(surface, pose_a, B, pose_b, 0.2);
      if (distance > 0.2) {
        EXPECT_TRUE(points.empty());
        continue;
      }
      ++found;
      ASSERT_FALSE(points.empty()) << name(B.kind) << i;
      EXPECT_NEAR(least_gap(points), distance, 1.1e-6) << name(B.kind) << i;  // faces preferred to edges
      std::set<std::uint32_t> features;
      for (const ContactPoint& point : points)
        EXPECT_TRUE(features.insert(point.feature).second) << name(B.kind) << i;
    }
    EXPECT_GT(found, 200);
  }
}

/// On a flat floor of many triangles nothing is felt of them, at any place, depth and noise of the floor.
TEST(SurfaceContacts, AFlatFloorIsAPlane) {
  Random random(2);
  const Shape pyramid = make_hull(
      {{-0.3, -0.3, -0.2}, {0.3, -0.3, -0.2}, {0, 0.4, -0.2}, {0, 0, 0.3}, {0.2, 0.2, 0.1}}, Vector3::Zero());
  const Matrix3 lying = Eigen::AngleAxisd(std::numbers::pi / 2, Vector3::UnitX()).toRotationMatrix();
  struct Resting {
    Shape shape;
    double height;
    Matrix3 R;
    std::size_t points;
  };
  const std::vector<Resting> all{{make_sphere(0.3), 0.3, Matrix3::Identity(), 1},
                                 {make_capsule(0.2, 0.4), 0.2, lying, 2},
                                 {make_box({0.3, 0.4, 0.2}), 0.2, Matrix3::Identity(), 4},
                                 {pyramid, 0.2, Matrix3::Identity(), 3}};
  for (const double noise : {0.0, 1e-10})
    for (const Resting& resting : all)
      for (const double gap : {1e-3, 0.0, -1e-4, -1e-2})
        for (int i = 0; i < 100; ++i) {
          const Shape floor = floor_surface(13, 2, [&](double, double) { return random.in(-noise, noise); });
          // at random places, and on a grid line or a vertex
          Pose pose{{random.in(-1, 1), random.in(-1, 1), resting.height + gap}, resting.R};
          if (i % 4 == 0) pose.x.x() = 2.0 / 13;
          if (i % 8 == 0) pose.x.y() = 2.0 / 13;
          if (i % 3 != 0) pose.R = Eigen::AngleAxisd(random.in(0, 6), Vector3::UnitZ()) * pose.R;
          // the floor upside down is the same floor
          const Pose upright,
              reversed{Vector3::Zero(),
                       Eigen::AngleAxisd(std::numbers::pi, Vector3::UnitX()).toRotationMatrix()};
          const auto points = contacts(floor, i % 2 == 0 ? upright : reversed, resting.shape, pose, 5e-3);
          ASSERT_EQ(points.size(), resting.points) << name(resting.shape.kind) << " " << gap << " " << i;
          for (const ContactPoint& point : points) {
            EXPECT_NEAR(point.gap(), gap, noise == 0 ? 1e-14 : 1e-8);
            EXPECT_LT((point.normal - Vector3::UnitZ()).norm(), noise == 0 ? 1e-14 : 1e-8);
            EXPECT_EQ(point.kind, Kind::plane_a);
          }
        }
}

TEST(SurfaceContacts, ASphereInAGrooveTouchesBothSides) {
  const Shape groove = floor_surface(8, 2, [](double x, double) { return std::abs(x); });
  const auto points =
      contacts(groove, {}, make_sphere(0.5), {{0, 0.1, std::sqrt(0.5) + 0.01}, Matrix3::Identity()}, 0.1);
  ASSERT_EQ(points.size(), 2u);
  for (const ContactPoint& point : points) {
    EXPECT_NEAR(point.gap(), 0.01 * std::sqrt(0.5), 1e-14);
    EXPECT_NEAR(std::abs(point.normal.x()), std::sqrt(0.5), 1e-14);
    EXPECT_NEAR(point.normal.y(), 0, 1e-14);
  }
}

TEST(SurfaceContacts, ARidgeIsFelt) {
  const Shape roof = floor_surface(8, 2, [](double x, double) { return -std::abs(x); });
  const auto ball = contacts(roof, {}, make_sphere(0.5), {{0.01, 0.1, 0.51}, Matrix3::Identity()}, 0.1);
  ASSERT_EQ(ball.size(), 1u);
  EXPECT_NEAR(ball[0].gap(), std::hypot(0.01, 0.51) - 0.5, 1e-14);
  // A box flat over the ridge touches it where its edges cross it, and at the vertices of the ridge beneath.
  const auto box =
      contacts(roof, {}, make_box({0.3, 0.3, 0.3}), {{0, 0.25, 0.31}, Matrix3::Identity()}, 0.05);
  ASSERT_GE(box.size(), 2u);
  double low = 1, high = -1;
  for (const ContactPoint& point : box) {
    EXPECT_NEAR(point.gap(), 0.01, 1e-14);
    EXPECT_LT((point.normal - Vector3::UnitZ()).norm(), 1e-14);
    low = std::min(low, point.b.y());
    high = std::max(high, point.b.y());
  }
  EXPECT_NEAR(low, -0.05, 1e-14);
  EXPECT_NEAR(high, 0.55, 1e-14);
}

TEST(SurfaceContacts, BoundariesAreFelt) {
  const Shape plate = floor_surface(4, 1, [](double, double) { return 0.0; });
  const auto ball = contacts(plate, {}, make_sphere(0.5), {{1.3, 0.1, 0.4}, Matrix3::Identity()}, 0.1);
  ASSERT_EQ(ball.size(), 1u);
  EXPECT_NEAR(ball[0].gap(), 0, 1e-14);
  EXPECT_LT((ball[0].normal - Vector3(0.6, 0, 0.8)).norm(), 1e-14);
  const auto corner = contacts(plate, {}, make_sphere(0.5), {{1.2, 1.1, 0.2}, Matrix3::Identity()}, 0.1);
  ASSERT_EQ(corner.size(), 1u);
  EXPECT_EQ(corner[0].kind, Kind::points);
  EXPECT_NEAR(corner[0].gap(), -0.2, 1e-14);
  // A large box on the plate touches all along the rim of the plate, its corners among the points.
  std::set<std::pair<double, double>> places;
  for (const ContactPoint& point :
       contacts(plate, {}, make_box({2, 2, 1}), {{0, 0, 1.01}, Matrix3::Identity()}, 0.1)) {
    EXPECT_NEAR(point.gap(), 0.01, 1e-14);
    places.insert({std::round(point.a.x()), std::round(point.a.y())});
  }
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0}) EXPECT_TRUE(places.contains({x, y}));
}

TEST(SurfaceContacts, TouchFromTheSideOfTheCentre) {
  const Shape plate = floor_surface(4, 1, [](double, double) { return 0.0; });
  for (const double side : {1.0, -1.0}) {
    for (const Shape& shape : {make_sphere(0.3), make_box({0.3, 0.3, 0.3}), make_capsule(0.1, 0.2)}) {
      const auto points = contacts(plate, {}, shape, {{0.1, 0.1, 0.29 * side}, Matrix3::Identity()}, 0.1);
      ASSERT_FALSE(points.empty());
      EXPECT_NEAR(points[0].normal.z(), side, 1e-14);
      EXPECT_NEAR(least_gap(points), -0.01, 1e-14);
    }
  }
  const auto middle = contacts(plate, {}, make_sphere(0.3), {{0.1, 0.1, 0}, Matrix3::Identity()}, 0.1);
  ASSERT_EQ(middle.size(), 1u);
  EXPECT_NEAR(middle[0].gap(), -0.3, 1e-15);
  EXPECT_NEAR(middle[0].normal.norm(), 1, 1e-15);
}

/// A capsule that pierces the floor is pushed out whole, to the side of its larger part.
TEST(SurfaceContacts, ACapsuleThatPiercesTheFloor) {
  const Shape plate = floor_surface(4, 1, [](double, double) { return 0.0; });
  const auto points =
      contacts(plate, {}, make_capsule(0.1, 0.5), {{0.1, 0.1, 0.4}, Matrix3::Identity()}, 0.1);
  ASSERT_FALSE(points.empty());
  EXPECT_NEAR(least_gap(points), -0.2, 1e-14);  // the lower end at -0.1, and its radius
  for (const ContactPoint& point : points) EXPECT_NEAR(point.normal.z(), 1, 1e-14);
}

}  // namespace
}  // namespace jounce::collision
