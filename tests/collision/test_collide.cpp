#include "collision/collide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <set>

#include "allocations.h"
#include "oracle.h"
#include "surfaces.h"

namespace jounce::collision {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double kTie = 1.1e-6;       // faces preferred to edges, relative to the size
constexpr double kAlmostFace = 2e-4;  // the same where the directions are almost the same, at any depth

#ifdef __SANITIZE_ADDRESS__
constexpr int kPairs = 2000;
constexpr int kLeast = 200;  // of them apart, and as many overlapping
#else
constexpr int kPairs = 10000;
constexpr int kLeast = 1000;
#endif

struct Family {
  const char* name;
  std::function<Shape(Random&)> a, b;
  bool has_ties = false;  // polyhedra prefer faces
};

Shape any_box(Random& random) { return make_box(0.4 * (random.vector(0.5) + Vector3::Ones())); }
Shape any_sphere(Random& random) { return make_sphere(random.in(0.2, 0.6)); }
Shape any_capsule(Random& random) { return make_capsule(random.in(0.1, 0.3), random.in(0.2, 0.6)); }
Shape any_hull(Random& random) { return make_hull(random.points(10, 0.6), Vector3::Zero()); }

void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }

class Families : public testing::TestWithParam<Family> {};

TEST_P(Families, AgreeWithBruteForce) {
  const Family& family = GetParam();
  Random random(1);
  const double envelope = 0.2;
  int apart = 0, touching = 0, tied = 0;
  for (int i = 0; i < kPairs; ++i) {
    const Shape A = family.a(random), B = family.b(random);
    const Pose pose_a = random.pose(0.2), pose_b = random.pose(0.9);
    const double distance = signed_distance(A, pose_a, B, pose_b);
    const std::vector<ContactPoint> points = contacts(A, pose_a, B, pose_b, envelope);
    if (distance > envelope + 1e-9) {
      EXPECT_TRUE(points.empty()) << i;
      continue;
    }
    if (distance > envelope - 1e-9) continue;
    ASSERT_FALSE(points.empty()) << i;
    EXPECT_LE(points.size(), 8u);
    ++(distance > 0 ? apart : touching);
    const double gap = least_gap(points);
    EXPECT_NEAR(gap, distance, family.has_ties ? kAlmostFace : 1e-12) << i;
    if (std::abs(gap - distance) > kTie) ++tied;
    std::set<std::uint32_t> features;
    for (const ContactPoint& point : points) {
      EXPECT_LT(point.gap(), envelope);
      EXPECT_NEAR(point.normal.norm(), 1, 1e-12);
      EXPECT_TRUE(features.insert(point.feature).second) << "two points of feature " << point.feature;
      // Points of both shapes at the gap from each other along the normal.
      EXPECT_LT((point.b - point.a).cross(point.normal).norm(), 1e-6);
    }
  }
  EXPECT_GT(apart, kLeast);
  EXPECT_GT(touching, kLeast);
  EXPECT_LT(tied, kPairs / 20);
}

/// A separated by the gap along the normal of the deepest point is apart, by nothing.
TEST_P(Families, NormalsSeparate) {
  const Family& family = GetParam();
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Shape A = family.a(random), B = family.b(random);
    const Pose pose_a = random.pose(0.2);
    Pose pose_b = random.pose(0.6);
    const std::vector<ContactPoint> points = contacts(A, pose_a, B, pose_b, 0.1);
    if (points.empty()) continue;
    const ContactPoint& deepest = *std::min_element(
        points.begin(), points.end(), [](const auto& p, const auto& q) { return p.gap() < q.gap(); });
    pose_b.x -= deepest.gap() * deepest.normal;
    EXPECT_NEAR(signed_distance(A, pose_a, B, pose_b), 0, family.has_ties ? kAlmostFace : 1e-9) << i;
  }
}

TEST_P(Families, OrderAndMotionDoNotMatter) {
  const Family& family = GetParam();
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const Shape A = family.a(random), B = family.b(random);
    const Pose pose_a = random.pose(0.2), pose_b = random.pose(0.7), motion = random.pose(3);
    const std::vector<ContactPoint> points = contacts(A, pose_a, B, pose_b, 0.1);
    const std::vector<ContactPoint> mirrored = contacts(B, pose_b, A, pose_a, 0.1);
    ASSERT_EQ(points.size(), mirrored.size()) << i;
    if (points.empty()) continue;
    EXPECT_NEAR(least_gap(points), least_gap(mirrored), 1e-12) << i;
    for (const ContactPoint& point : points) {
      double nearest = 1;
      for (const ContactPoint& other : mirrored)
        nearest = std::min(nearest, (point.a - other.b).norm() + (point.b - other.a).norm() +
                                        (point.normal + other.normal).norm());
      EXPECT_LT(nearest, 1e-9) << i;
    }
    const std::vector<ContactPoint> moved_points =
        contacts(A, moved(motion, pose_a), B, moved(motion, pose_b), 0.1);
    ASSERT_EQ(points.size(), moved_points.size()) << i;
    for (std::size_t k = 0; k < points.size(); ++k) {
      EXPECT_EQ(points[k].feature, moved_points[k].feature);
      EXPECT_EQ(points[k].kind, moved_points[k].kind);
      EXPECT_LT((placed(motion, points[k].a) - moved_points[k].a).norm(), 1e-12);
      EXPECT_LT((placed(motion, points[k].b) - moved_points[k].b).norm(), 1e-12);
      EXPECT_LT((motion.R * points[k].normal - moved_points[k].normal).norm(), 1e-10);
    }
  }
}

TEST_P(Families, DoNotAllocate) {
  const Family& family = GetParam();
  Random random(4);
  std::vector<ContactPoint> points;
  points.reserve(1000);
  for (int i = 0; i < 100; ++i) {
    const Shape A = family.a(random), B = family.b(random);
    const Pose pose_a = random.pose(0.2), pose_b = random.pose(0.7);
    points.clear();
    const int before = allocations();
    collide(A, pose_a, B, pose_b, 0.1, points);
    EXPECT_EQ(allocations(), before);
  }
}

INSTANTIATE_TEST_SUITE_P(Collide, Families,
                         testing::Values(Family{"sphere_sphere", any_sphere, any_sphere},
                                         Family{"sphere_capsule", any_sphere, any_capsule},
                                         Family{"sphere_box", any_sphere, any_box},
                                         Family{"hull_sphere", any_hull, any_sphere},
                                         Family{"capsule_capsule", any_capsule, any_capsule},
                                         Family{"capsule_box", any_capsule, any_box, true},
                                         Family{"hull_capsule", any_hull, any_capsule, true},
                                         Family{"box_box", any_box, any_box, true},
                                         Family{"hull_box", any_hull, any_box, true},
                                         Family{"hull_hull", any_hull, any_hull, true}),
                         [](const auto& instance) { return instance.param.name; });

TEST(Collide, NamesThePairsThatCannot) {
  using ShapeKind = Shape::Kind;
  EXPECT_FALSE(can_collide(ShapeKind::plane, ShapeKind::plane));
  EXPECT_FALSE(can_collide(ShapeKind::plane, ShapeKind::surface));
  EXPECT_FALSE(can_collide(ShapeKind::surface, ShapeKind::surface));
  for (const ShapeKind solid :
       {ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box, ShapeKind::cylinder, ShapeKind::hull}) {
    for (int other = 0; other <= static_cast<int>(ShapeKind::surface); ++other) {
      const ShapeKind kind = static_cast<ShapeKind>(other);
      EXPECT_TRUE(can_collide(solid, kind)) << name(solid) << name(kind);
      EXPECT_TRUE(can_collide(kind, solid)) << name(solid) << name(kind);
    }
  }
  std::vector<ContactPoint> points;
  EXPECT_THAT([&] { collide(make_plane(), {}, make_plane(), {}, 0.1, points); },
              ThrowsMessage<std::invalid_argument>("a plane and a plane cannot collide with each other"));
}

TEST(Collide, EveryPairThatCanDoes) {
  Random random(5);
  const std::vector<Shape> shapes{make_plane(),
                                  make_sphere(0.5),
                                  make_capsule(0.3, 0.4),
                                  make_box({0.3, 0.4, 0.5}),
                                  make_cylinder(0.4, 0.5),
                                  any_hull(random),
                                  floor_surface(4, 2, [](double, double) { return 0.0; })};
  for (const Shape& A : shapes)
    for (const Shape& B : shapes) {
      std::vector<ContactPoint> points;
      const Pose there{{0, 0, 0.25}, random.rotation()};
      if (can_collide(A.kind, B.kind)) {
        const bool is_a_flat = A.kind == Shape::Kind::plane || A.kind == Shape::Kind::surface;
        collide(A, is_a_flat ? Pose{} : there, B, is_a_flat ? there : Pose{}, 0.1, points);
        EXPECT_FALSE(points.empty()) << name(A.kind) << " " << name(B.kind);
      } else {
        EXPECT_THROW(collide(A, {}, B, {}, 0.1, points), std::invalid_argument);
      }
    }
}

/// Against all but planes and spheres a cylinder is a prism of 32 sides.
TEST(Collide, ACylinderIsAPrismWithinHalfAPercentOfItsRadius) {
  constexpr double radius = 0.8, half = 0.6;
  std::vector<Vector3> rim;
  for (int i = 0; i < 200; ++i)
    for (const double z : {-half, half})
      rim.emplace_back(radius * std::cos(0.031415926535897934 * i),
                       radius * std::sin(0.031415926535897934 * i), z);
  const Shape fine = make_hull(rim, Vector3::Zero()), cylinder = make_cylinder(radius, half);
  Random random(9);
  const std::vector<Shape> others{make_capsule(0.3, 0.4), make_box({0.3, 0.4, 0.5}), any_hull(random)};
  const auto least = [](const std::vector<ContactPoint>& points) {
    double gap = std::numeric_limits<double>::infinity();
    for (const ContactPoint& point : points) gap = std::min(gap, point.gap());
    return gap;
  };
  for (const Shape& other : others)
    for (int i = 0; i < 50; ++i) {
      const Pose pose = random.pose(0.2);
      Pose there = random.pose(1);
      there.x += pose.x + 2.5 * random.rotation().col(0);
      std::vector<ContactPoint> coarse, exact;
      collide(cylinder, pose, other, there, 10, coarse);
      collide(fine, pose, other, there, 10, exact);
      ASSERT_FALSE(coarse.empty());
      EXPECT_NEAR(least(coarse), least(exact), 0.005 * radius) << name(other.kind) << i;
    }
}

TEST(Collide, ACylinderStandsOnABoxAndOnACylinder) {
  const Shape cylinder = make_cylinder(0.5, 0.3);
  for (const Shape& below : {make_box({2, 2, 1}), make_cylinder(2, 1)}) {
    std::vector<ContactPoint> points;
    collide(below, {}, cylinder, Pose{{0.1, 0.2, 1.31}, Matrix3::Identity()}, 0.05, points);
    ASSERT_GE(points.size(), 3U);
    for (const ContactPoint& point : points) {
      EXPECT_NEAR(point.gap(), 0.01, 1e-12);
      EXPECT_NEAR(point.normal.z(), 1, 1e-12);
    }
  }
}

}  // namespace
}  // namespace jounce::collision
