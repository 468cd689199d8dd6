#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "collision/collide.h"
#include "oracle.h"

namespace jounce::collision {
namespace {

using Kind = ContactPoint::Kind;

Pose lying(double x, double y, double z, double angle = 0) {  // along x at angle 0
  return {{x, y, z},
          Matrix3(Eigen::AngleAxisd(angle, Vector3::UnitZ()) *
                  Eigen::AngleAxisd(std::numbers::pi / 2, Vector3::UnitY()))};
}

TEST(CapsuleContacts, CrossedCapsulesTouchInOnePoint) {
  const Shape A = make_capsule(0.2, 1), B = make_capsule(0.3, 1);
  const auto points = contacts(A, lying(0, 0, 0), B, lying(0.1, 0.2, 0.6, 1.2), 0.2);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].kind, Kind::plane_a);
  EXPECT_NEAR(points[0].gap(), 0.1, 1e-15);
  EXPECT_LT((points[0].normal - Vector3::UnitZ()).norm(), 1e-15);
}

TEST(CapsuleContacts, ParallelCapsulesTouchAtTheEndsOfTheirOverlap) {
  const Shape A = make_capsule(0.2, 1), B = make_capsule(0.3, 1);
  for (const double angle : {0.0, 1e-12, 1e-8, 1e-5, 1e-4}) {
    const auto points = contacts(A, lying(0, 0, 0), B, lying(0.5, 0, 0.51, angle), 0.1);
    ASSERT_EQ(points.size(), 2u) << angle;
    EXPECT_NEAR(std::min(points[0].b.x(), points[1].b.x()), -0.5, 1e-3);
    EXPECT_NEAR(std::max(points[0].b.x(), points[1].b.x()), 1, 1e-3);
    for (const ContactPoint& point : points) EXPECT_NEAR(point.gap(), 0.01, 1e-7);
    EXPECT_NE(points[0].feature, points[1].feature);
  }
}

TEST(CapsuleContacts, InLineTouchWithTheirEnds) {
  const auto points = contacts(make_capsule(0.2, 1), at(0, 0, 0), make_capsule(0.3, 1), at(0, 0, 2.6), 0.2);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].kind, Kind::points);
  EXPECT_NEAR(points[0].gap(), 0.1, 1e-15);
}

TEST(CapsuleContacts, AxesThatMeetHaveAFiniteNormal) {
  const Shape A = make_capsule(0.2, 1), B = make_capsule(0.3, 1);
  const auto crossed = contacts(A, at(0, 0, 0), B, lying(0, 0, 0), 0.1);
  ASSERT_FALSE(crossed.empty());
  EXPECT_LT((crossed[0].normal.cwiseAbs() - Vector3::UnitY()).norm(), 1e-15);
  EXPECT_NEAR(crossed[0].gap(), -0.5, 1e-15);
  for (const ContactPoint& point : contacts(A, at(0, 0, 0), B, at(0, 0, 0), 0.1)) {
    EXPECT_TRUE(point.normal.allFinite());
    EXPECT_NEAR(point.normal.norm(), 1, 1e-12);
  }
}

TEST(CapsuleContacts, WithoutLengthAreSpheres) {
  Random random(1);
  const Shape ball = make_sphere(0.3), capsule = make_capsule(0.3, 0);
  const std::vector<Shape> others{make_sphere(0.4), make_capsule(0.2, 0.5), make_box({0.3, 0.4, 0.5}),
                                  make_hull(random.points(12, 0.6), Vector3::Zero())};
  for (const Shape& other : others)
    for (int i = 0; i < 500; ++i) {
      const Pose pose = random.pose(0.1), there = random.pose(0.8);
      const auto first = contacts(other, pose, ball, there, 0.1),
                 second = contacts(other, pose, capsule, there, 0.1);
      ASSERT_EQ(first.size(), second.size()) << name(other.kind) << i;
      if (first.empty()) continue;
      EXPECT_NEAR(first[0].gap(), second[0].gap(), 1e-13);
      EXPECT_LT((first[0].normal - second[0].normal).norm(), 1e-9) << name(other.kind) << i;
    }
}

TEST(CapsuleContacts, LyingOnABoxTouchWithBothEnds) {
  const Shape box = make_box({2, 2, 1}), capsule = make_capsule(0.2, 1);
  for (const double depth : {0.01, 0.0, -0.01, -0.3}) {
    const auto points = contacts(box, {}, capsule, lying(0.3, 0.2, 1.2 + depth, 0.4), 0.1);
    ASSERT_EQ(points.size(), 2u) << depth;
    for (const ContactPoint& point : points) {
      EXPECT_NEAR(point.gap(), depth, 1e-14);
      EXPECT_LT((point.normal - Vector3::UnitZ()).norm(), 1e-14);
    }
    EXPECT_NEAR((points[0].b - points[1].b).norm(), 2, 1e-14);
  }
}

TEST(CapsuleContacts, HangingOverTouchAtTheEdge) {
  const Shape box = make_box({2, 2, 1}), capsule = make_capsule(0.2, 1);
  std::set<double> at_x;
  for (const ContactPoint& point : contacts(box, {}, capsule, lying(1.5, 0, 1.21), 0.1)) {
    EXPECT_NEAR(point.gap(), 0.01, 1e-14);
    at_x.insert(std::round(1e9 * point.b.x()) / 1e9);
  }
  EXPECT_EQ(at_x, (std::set<double>{0.5, 2}));
}

TEST(CapsuleContacts, AcrossAnEdgeTouchInOnePoint) {
  const Shape box = make_box({1, 1, 1}), capsule = make_capsule(0.2, 1);
  const double c = std::sqrt(0.5);
  Pose pose = lying(0, 0, 0);
  pose.R =
      Matrix3(Eigen::AngleAxisd(3 * std::numbers::pi / 4, Vector3::UnitY()));  // axis (1, 0, -1) / sqrt 2
  pose.x = Vector3(1, 0, 1) + 0.25 * Vector3(c, 0, c);
  const auto points = contacts(box, {}, capsule, pose, 0.1);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_NEAR(points[0].gap(), 0.05, 1e-14);
  EXPECT_LT((points[0].normal - Vector3(c, 0, c)).norm(), 1e-14);
}

TEST(CapsuleContacts, FeaturesLastWhileSliding) {
  const Shape box = make_box({2, 2, 1}), capsule = make_capsule(0.2, 0.5);
  std::set<std::uint32_t> first;
  for (int i = 0; i <= 100; ++i) {
    std::set<std::uint32_t> features;
    for (const ContactPoint& point : contacts(
             box, {}, capsule, lying(-1 + 0.02 * i, 0.005 * i, 1.2 + 1e-4 * (i % 3 - 1), 0.01 * i), 0.05))
      features.insert(point.feature);
    if (i == 0) first = features;
    EXPECT_EQ(features.size(), 2u);
    EXPECT_EQ(features, first) << i;
  }
}

}  // namespace
}  // namespace jounce::collision
