#include "collision/facet_contacts.h"

#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "oracle.h"

namespace jounce::collision {
namespace {

using Kind = ContactPoint::Kind;

std::set<std::uint32_t> features_of(const std::vector<ContactPoint>& points) {
  std::set<std::uint32_t> features;
  for (const ContactPoint& point : points) features.insert(point.feature);
  return features;
}
void expect_upward(const std::vector<ContactPoint>& points, double gap) {
  for (const ContactPoint& point : points) {
    EXPECT_NEAR(point.gap(), gap, 1e-14);
    EXPECT_LT((point.normal - Vector3::UnitZ()).norm(), 1e-14);
  }
  EXPECT_EQ(features_of(points).size(), points.size());
}

TEST(FacetContacts, ASmallBoxOnALargeOneTouchesWithItsCorners) {
  for (const double gap : {0.01, 0.0, -0.01, -0.4}) {
    const auto points =
        contacts(make_box({2, 2, 1}), {}, make_box({0.5, 0.6, 0.7}), at(0.3, 0.2, 1.7 + gap, 0.3), 0.1);
    ASSERT_EQ(points.size(), 4u) << gap;
    expect_upward(points, gap);
    for (const ContactPoint& point : points) EXPECT_EQ(point.kind, Kind::plane_a);
    // the large one on the small one: the corners are still those of the small one
    const auto below = contacts(make_box({0.5, 0.6, 0.7}), at(0.3, 0.2, 0, 0.3), make_box({2, 2, 1}),
                                at(0, 0, 1.7 + gap), 0.1);
    ASSERT_EQ(below.size(), 4u) << gap;
    expect_upward(below, gap);
  }
}

TEST(FacetContacts, EqualBoxesTouchWithFourOrEightCorners) {
  const Shape box = make_box({1, 1, 0.5});
  const auto flush = contacts(box, {}, box, at(0, 0, 1), 0.1);
  ASSERT_EQ(flush.size(), 4u);
  expect_upward(flush, 0);
  for (const ContactPoint& point : flush) EXPECT_NEAR(std::abs(point.b.x() * point.b.y()), 1, 1e-14);
  const auto turned = contacts(box, {}, box, at(0, 0, 1, std::numbers::pi / 4), 0.1);
  ASSERT_EQ(turned.size(), 8u);  // a regular octagon with corners at 1 and sqrt(2) - 1
  expect_upward(turned, 0);
  for (const ContactPoint& point : turned) {
    EXPECT_NEAR(point.b.head<2>().cwiseAbs().maxCoeff(), 1, 1e-14);
    EXPECT_NEAR(point.b.head<2>().cwiseAbs().minCoeff(), std::sqrt(2) - 1, 1e-14);
  }
  const auto shifted = contacts(box, {}, box, at(0.5, 0.25, 1), 0.1);
  ASSERT_EQ(shifted.size(), 4u);
  expect_upward(shifted, 0);
}

/// Disturbances of the size of a solver's error, and of any sign, change neither features nor kinds.
TEST(FacetContacts, ARestingStackKeepsItsFeatures) {
  Random random(1);
  const Shape box = make_box({1, 1, 0.5});
  for (const double noise : {1e-15, 1e-12, 1e-9, 1e-8}) {
    const auto first = contacts(box, {}, box, at(0, 0, 1), 0.1);
    for (int i = 0; i < 200; ++i) {
      const Vector3 turn = random.vector(noise);
      const Pose pose{Vector3(0, 0, 1) + random.vector(noise),
                      Matrix3(Eigen::AngleAxisd(turn.norm(), turn.normalized()))};
      const auto points = contacts(box, {}, box, pose, 0.1);
      ASSERT_EQ(points.size(), 4u);
      EXPECT_EQ(features_of(points), features_of(first)) << noise;
      for (const ContactPoint& point : points) EXPECT_EQ(point.kind, Kind::plane_a);
    }
  }
}

TEST(FacetContacts, CrossedEdgesTouchInOnePoint) {
  // Two bars with edges up and down, at right angles.
  const Shape bar = make_box({2, 0.5, 0.5});
  const double half = std::sqrt(0.5);
  Pose lower, upper;
  lower.R = Eigen::AngleAxisd(std::numbers::pi / 4, Vector3::UnitX()).toRotationMatrix();
  upper.R = Matrix3(Eigen::AngleAxisd(1.1, Vector3::UnitZ()) *
                    Eigen::AngleAxisd(std::numbers::pi / 4, Vector3::UnitX()));
  for (const double gap : {0.05, 0.0, -0.05}) {
    upper.x = {0.2, 0.1, 2 * half + gap};
    const auto points = contacts(bar, lower, bar, upper, 0.1);
    ASSERT_EQ(points.size(), 1u) << gap;
    EXPECT_EQ(points[0].kind, Kind::plane_a);
    EXPECT_NEAR(points[0].gap(), gap, 1e-14);
    EXPECT_LT((points[0].normal - Vector3::UnitZ()).norm(), 1e-14);
    EXPECT_NEAR(points[0].a.z(), half, 1e-14);
    EXPECT_NEAR(points[0].b.z(), half + gap, 1e-14);
  }
}

TEST(FacetContacts, ParallelEdgesTouchInTwoPoints) {
  const Shape bar = make_box({2, 0.5, 0.5}), shorter = make_box({1, 0.5, 0.5});
  const Matrix3 R = Eigen::AngleAxisd(std::numbers::pi / 4, Vector3::UnitX()).toRotationMatrix();
  const auto points = contacts(bar, {Vector3::Zero(), R}, shorter, {{0, 0, std::sqrt(2) + 0.05}, R}, 0.1);
  ASSERT_EQ(points.size(), 2u);
  for (const ContactPoint& point : points) {
    EXPECT_NEAR(point.gap(), 0.05, 1e-14);
    EXPECT_NEAR(std::abs(point.b.x()), 1, 1e-14);
    EXPECT_LT((point.normal - Vector3::UnitZ()).norm(), 1e-13);
  }
}

TEST(FacetContacts, CornersAreFoundBesideAFace) {
  const Shape box = make_box({1, 1, 1});
  const auto points =
      contacts(box, {}, box, at(2.03, 2.04, 2), 0.1);  // edge beside edge, no face over another
  ASSERT_FALSE(points.empty());
  EXPECT_NEAR(least_gap(points), 0.05, 1e-14);
  const auto corners = contacts(box, {}, box, at(2.01, 2.02, 2.02), 0.1);
  ASSERT_EQ(corners.size(), 1u);
  EXPECT_EQ(corners[0].kind, Kind::points);
  EXPECT_NEAR(corners[0].gap(), 0.03, 1e-14);
  EXPECT_TRUE(
      contacts(box, {}, box, at(2.07, 2.07, 2.07), 0.12).empty());  // each axis within, the corner not
}

TEST(FacetContacts, VertexOnVertexAndOneInTheOther) {
  const Shape box = make_box({1, 1, 1});
  const auto touching = contacts(box, {}, box, at(2, 2, 2), 0.1);
  ASSERT_FALSE(touching.empty());
  EXPECT_NEAR(least_gap(touching), 0, 1e-14);
  const auto same = contacts(box, {}, box, {}, 0.1);
  ASSERT_FALSE(same.empty());
  EXPECT_NEAR(least_gap(same), -2, 1e-14);
  const auto inside = contacts(make_box({3, 3, 3}), {}, box, at(0, 1.5, 0), 0.1);
  ASSERT_FALSE(inside.empty());
  EXPECT_NEAR(least_gap(inside), -2.5, 1e-14);
  EXPECT_LT((inside[0].normal - Vector3::UnitY()).norm(), 1e-14);
}

TEST(FacetContacts, AHullOfABoxsCornersTouchesAsTheBox) {
  Random random(2);
  const Vector3 half(0.4, 0.6, 0.3);
  const Shape box = make_box(half), hull = make_hull(box.polyhedron->vertices, Vector3::Zero());
  for (int i = 0; i < 1000; ++i) {
    const Pose pose = random.pose(0.1), there = random.pose(0.7);
    const auto first = contacts(box, pose, box, there, 0.1), second = contacts(box, pose, hull, there, 0.1);
    ASSERT_EQ(first.empty(), second.empty());
    if (first.empty()) continue;
    EXPECT_NEAR(least_gap(first), least_gap(second), 1e-12) << i;
  }
}

TEST(FacetContacts, FeaturesOfAPairDiffer) {
  const Facets B = facets_of(*make_box({1, 1, 1}).polyhedron);
  std::set<std::uint32_t> features;
  for (const Parts parts : {Parts::face_vertex, Parts::vertex_face, Parts::edges, Parts::vertices,
                            Parts::edge_vertex, Parts::vertex_edge})
    for (int a = 0; a < 1500; a += 7)
      for (int b = 0; b < 12; ++b) EXPECT_TRUE(features.insert(feature_of(parts, a, b, B)).second);
}

/// Gap functions: moved a little, the points of before tell the new least gap to second order.
TEST(FacetContacts, PointsKeepTheirMeaningInASmallMotion) {
  Random random(3);
  double largest = 0;
  for (int i = 0; i < 500; ++i) {
    const Shape A = make_hull(random.points(10, 0.6), Vector3::Zero()), B = make_box({0.3, 0.4, 0.5});
    const Pose pose_a = random.pose(0.1), pose_b = random.pose(0.8);
    const auto points = contacts(A, pose_a, B, pose_b, 0.1);
    if (points.empty()) continue;
    const Vector3 turn = random.vector(1e-4);
    const Pose later{pose_b.x + random.vector(1e-4),
                     Matrix3(Eigen::AngleAxisd(turn.norm(), turn.normalized())) * pose_b.R};
    const double distance = signed_distance(A, pose_a, B, later);
    double predicted = 1;
    for (const ContactPoint& point : points) {
      const auto follow = [&](const Vector3& s) {
        return placed(later, pose_b.R.transpose() * (s - pose_b.x));
      };
      const Vector3 b = follow(point.b);
      const Vector3 normal =
          point.kind == Kind::plane_b ? Vector3(later.R * pose_b.R.transpose() * point.normal) : point.normal;
      predicted =
          std::min(predicted, point.kind == Kind::points ? (b - point.a).norm() : normal.dot(b - point.a));
    }
    if (std::abs(least_gap(points) - signed_distance(A, pose_a, B, pose_b)) > 1e-9)
      continue;  // preferred face
    largest = std::max(largest, std::abs(predicted - distance));
  }
  EXPECT_LT(largest, 1e-5);
  EXPECT_GT(largest, 0);
}

}  // namespace
}  // namespace jounce::collision
