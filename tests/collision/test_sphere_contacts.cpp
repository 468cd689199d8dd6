#include <gtest/gtest.h>

#include "collision/collide.h"
#include "oracle.h"

namespace jounce::collision {
namespace {

using Kind = ContactPoint::Kind;

void expect_point(const std::vector<ContactPoint>& points, Kind kind, double gap, const Vector3& normal) {
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].kind, kind);
  EXPECT_NEAR(points[0].gap(), gap, 1e-15);
  EXPECT_LT((points[0].normal - normal).norm(), 1e-15) << points[0].normal.transpose();
}

TEST(SphereContacts, OfTwoSpheres) {
  const Shape A = make_sphere(1), B = make_sphere(0.5);
  expect_point(contacts(A, at(0, 0, 0), B, at(0, 1.6, 0), 0.2), Kind::points, 0.1, {0, 1, 0});
  expect_point(contacts(A, at(0, 0, 0), B, at(0, -0.5, 0), 0.2), Kind::points, -1, {0, -1, 0});
  EXPECT_TRUE(contacts(A, at(0, 0, 0), B, at(0, 1.6, 0), 0.0999).empty());
  EXPECT_TRUE(contacts(A, at(0, 0, 0), B, at(0, 1.5, 0), 0).empty());  // touching is no overlap
  const auto same = contacts(A, at(1, 1, 1), B, at(1, 1, 1), 0.1);
  ASSERT_EQ(same.size(), 1u);
  EXPECT_NEAR(same[0].normal.norm(), 1, 1e-15);
  EXPECT_EQ(same[0].gap(), -1.5);
}

TEST(SphereContacts, OfACapsule) {
  const Shape A = make_capsule(0.5, 2), B = make_sphere(1);
  expect_point(contacts(A, at(0, 0, 0), B, at(1.6, 0, 1), 0.2), Kind::plane_a, 0.1, {1, 0, 0});
  expect_point(contacts(A, at(0, 0, 0), B, at(0, 0, 3.6), 0.2), Kind::points, 0.1, {0, 0, 1});
  const auto inside = contacts(A, at(0, 0, 0), B, at(0, 0, 1), 0.1);  // on the axis
  ASSERT_EQ(inside.size(), 1u);
  EXPECT_EQ(inside[0].gap(), -1.5);
  EXPECT_NEAR(inside[0].normal.norm(), 1, 1e-15);
}

TEST(SphereContacts, OfABoxAtFaceEdgeAndVertex) {
  const Shape A = make_box({1, 2, 3}), B = make_sphere(0.5);
  expect_point(contacts(A, at(0, 0, 0), B, at(0.3, 0.4, 3.6), 0.2), Kind::plane_a, 0.1, {0, 0, 1});
  expect_point(contacts(A, at(0, 0, 0), B, at(1.3, 2.4, 1), 0.2), Kind::plane_a, 0, {0.6, 0.8, 0});
  expect_point(contacts(A, at(0, 0, 0), B, at(1.2, 2.1, 3.2), 0.2), Kind::points, -0.2,
               Vector3(2, 1, 2) / 3.0);
  EXPECT_TRUE(contacts(A, at(0, 0, 0), B, at(1.6, 2.6, 3.6), 0.2).empty());
}

TEST(SphereContacts, InsideABoxLeaveThroughTheNearestFace) {
  const Shape A = make_box({1, 2, 3}), B = make_sphere(0.5);
  expect_point(contacts(A, at(0, 0, 0), B, at(0, 1.9, 0), 0.1), Kind::plane_a, -0.6, {0, 1, 0});
  expect_point(contacts(A, at(0, 0, 0), B, at(0, 0, -3), 0.1), Kind::plane_a, -0.5,
               {0, 0, -1});  // on the face
  expect_point(contacts(A, at(0, 0, 0), B, at(0, 0, 0), 0.1), Kind::plane_a, -1.5,
               {1, 0, 0});  // in the middle
  expect_point(contacts(A, at(0, 0, 0), B, at(1, 2, 3), 0.1), Kind::plane_a, -0.5, {1, 0, 0});  // on a vertex
}

TEST(SphereContacts, OfAHullAreThoseOfTheSameBox) {
  Random random(1);
  const Vector3 half(0.5, 0.7, 0.3);
  const Shape box = make_box(half), hull = make_hull(box.polyhedron->vertices, Vector3::Zero());
  for (int i = 0; i < 2000; ++i) {
    const Shape ball = make_sphere(random.in(0.1, 0.5));
    const Pose pose = random.pose(0.1), there = random.pose(1);
    const auto first = contacts(box, pose, ball, there, 0.3), second = contacts(hull, pose, ball, there, 0.3);
    ASSERT_EQ(first.size(), second.size());
    if (first.empty()) continue;
    EXPECT_EQ(first[0].kind, second[0].kind);
    EXPECT_NEAR(first[0].gap(), second[0].gap(), 1e-14);
    EXPECT_LT((first[0].normal - second[0].normal).norm(), 1e-12);
  }
}

TEST(SphereContacts, FeaturesTellThePartsOfABox) {
  const Shape A = make_box({1, 1, 1}), B = make_sphere(0.5);
  const auto feature = [&](double x, double y, double z) {
    return contacts(A, at(0, 0, 0), B, at(x, y, z), 0.2).at(0).feature;
  };
  EXPECT_EQ(feature(1.4, 0, 0), feature(1.3, 0.1, 0.7));  // the same face
  EXPECT_EQ(feature(1.4, 0, 0), feature(0.9, 0.1, 0.7));  // from within
  EXPECT_NE(feature(1.4, 0, 0), feature(-1.4, 0, 0));
  EXPECT_NE(feature(1.4, 0, 0), feature(1.1, 1.1, 0));      // an edge
  EXPECT_NE(feature(1.1, 1.1, 0), feature(1.1, 1.1, 1.1));  // a vertex
}

TEST(SphereContacts, OfACylinder) {
  const Shape A = make_cylinder(1, 2), B = make_sphere(0.5);
  expect_point(contacts(A, at(0, 0, 0), B, at(1.6, 0, 1), 0.2), Kind::plane_a, 0.1, {1, 0, 0});
  expect_point(contacts(A, at(0, 0, 0), B, at(0.3, 0.3, -2.6), 0.2), Kind::plane_a, 0.1, {0, 0, -1});
  expect_point(contacts(A, at(0, 0, 0), B, at(0, 1.3, 2.4), 0.2), Kind::plane_a, 0, {0, 0.6, 0.8});
  expect_point(contacts(A, at(0, 0, 0), B, at(0, 0.9, 0), 0.2), Kind::plane_a, -0.6, {0, 1, 0});
  expect_point(contacts(A, at(0, 0, 0), B, at(0, 0, 1.5), 0.2), Kind::plane_a, -1, {0, 0, 1});
  EXPECT_EQ(contacts(A, at(0, 0, 0), B, at(0, 0, 0), 0.2).size(), 1u);
}

/// The distance of a cylinder against a prism of very many sides.
TEST(SphereContacts, OfACylinderAgreeWithAPrism) {
  Random random(2);
  std::vector<Vector3> rim;
  for (int i = 0; i < 240; ++i)
    for (const double z : {-0.6, 0.6}) {
      const double angle = 0.02617993877991494 * i;  // pi / 120
      rim.emplace_back(0.8 * std::cos(angle), 0.8 * std::sin(angle), z);
    }
  const Shape prism = make_hull(rim, Vector3::Zero()), cylinder = make_cylinder(0.8, 0.6);
  for (int i = 0; i < 300; ++i) {
    const Shape ball = make_sphere(0.3);
    const Pose pose = random.pose(1), there = random.pose(1);
    const auto exact = contacts(cylinder, pose, ball, there, 10),
               near = contacts(prism, pose, ball, there, 10);
    ASSERT_EQ(exact.size(), 1u);
    EXPECT_NEAR(exact[0].gap(), near[0].gap(), 0.8 * 1e-4);  // r (1 - cos(pi / 240))
  }
}

}  // namespace
}  // namespace jounce::collision
