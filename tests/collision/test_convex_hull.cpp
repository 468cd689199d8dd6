#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "collision/polyhedron.h"
#include "oracle.h"

namespace jounce::collision {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// A closed convex boundary (Euler) that holds all points, with all its corners among them.
void expect_hull_of(const Polyhedron& hull, const std::vector<Vector3>& points, double tolerance) {
  EXPECT_EQ(static_cast<int>(hull.vertices.size()) - static_cast<int>(hull.edges.size()) + hull.faces(), 2);
  for (int f = 0; f < hull.faces(); ++f) {
    EXPECT_NEAR(hull.normals[f].norm(), 1, 1e-14);
    for (const Vector3& point : points) EXPECT_LE(hull.normals[f].dot(point), hull.offsets[f] + tolerance);
    for (const int v : hull.face(f))
      EXPECT_NEAR(hull.normals[f].dot(hull.vertices[v]), hull.offsets[f], tolerance);
  }
  for (const Vector3& vertex : hull.vertices)
    EXPECT_TRUE(
        std::any_of(points.begin(), points.end(), [&](const Vector3& point) { return point == vertex; }));
}

TEST(ConvexHull, HoldsRandomPoints) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const std::vector<Vector3> points = random.points(4 + i, std::pow(10, random.in(-3, 3)));
    const Polyhedron hull = convex_hull(points);
    expect_hull_of(hull, points, 1e-12 * hull.size);
  }
}

TEST(ConvexHull, KeepsAllPointsOfASphere) {
  Random random(2);
  std::vector<Vector3> points;
  for (int i = 0; i < 300; ++i) points.push_back(random.direction());
  const Polyhedron hull = convex_hull(points);
  EXPECT_EQ(hull.vertices.size(), 300u);
  EXPECT_EQ(hull.faces(), 596);  // triangles: 2 V - 4
  expect_hull_of(hull, points, 1e-12);
}

TEST(ConvexHull, JoinsCoplanarPointsAndDropsOthers) {
  Random random(3);
  for (int i = 0; i < 50; ++i) {  // a grid, turned, so that rounding disturbs the planes
    const Pose pose = random.pose(10);
    std::vector<Vector3> points;
    for (int x = 0; x < 4; ++x)
      for (int y = 0; y < 4; ++y)
        for (int z = 0; z < 4; ++z) points.push_back(placed(pose, {0.3 * x, 0.5 * y, 0.7 * z}));
    std::shuffle(points.begin(), points.end(), std::mt19937(i));
    const Polyhedron hull = convex_hull(points);
    EXPECT_EQ(hull.vertices.size(), 8u);
    EXPECT_EQ(hull.edges.size(), 12u);
    EXPECT_EQ(hull.faces(), 6);
    EXPECT_NEAR(solid(hull).volume, 0.9 * 1.5 * 2.1, 1e-12);
  }
}

TEST(ConvexHull, OfAPrismHasRoundFaces) {
  std::vector<Vector3> points;
  for (int i = 0; i < 64; ++i) {
    const double angle = 2 * std::numbers::pi * i / 64;
    for (const double z : {-1.0, 1.0}) points.emplace_back(std::cos(angle), std::sin(angle), z);
    points.emplace_back(0.5 * std::cos(angle), 0.5 * std::sin(angle), 0.3);
  }
  const Polyhedron hull = convex_hull(points);
  EXPECT_EQ(hull.vertices.size(), 128u);
  EXPECT_EQ(hull.faces(), 66);
  expect_hull_of(hull, points, 1e-14);
}

TEST(ConvexHull, OfThinPlatesAndRepeatedPoints) {
  std::vector<Vector3> points = box_polyhedron({1, 1, 1e-6}).vertices;
  points.insert(points.end(), points.begin(), points.begin() + 4);
  const Polyhedron hull = convex_hull(points);
  EXPECT_EQ(hull.vertices.size(), 8u);
  EXPECT_NEAR(solid(hull).volume, 8e-6, 1e-15);
}

TEST(ConvexHull, RefusesWhatHasNoInside) {
  const auto fails = [](const char* message) {
    return ThrowsMessage<std::invalid_argument>(HasSubstr(message));
  };
  EXPECT_THAT(
      [] {
        convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
      },
      fails("a hull of 3 points; it needs four"));
  EXPECT_THAT([] { convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}); }, fails("lie in a plane"));
  EXPECT_THAT([] { convex_hull({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}); }, fails("line"));
  EXPECT_THAT([] { convex_hull({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}); }, fails("line"));
  EXPECT_THAT(
      [] {
        convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, std::nan("")}});
      },
      fails("not finite"));
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const Pose pose = random.pose(1);
    std::vector<Vector3> flat = random.points(10, 1);
    for (Vector3& point : flat) point = placed(pose, {point.x(), point.y(), 0});
    EXPECT_THROW(convex_hull(flat), std::invalid_argument);
  }
  std::vector<Vector3> many;
  for (int i = 0; i <= Polyhedron::kMaxVertices; ++i) many.push_back(random.direction());
  EXPECT_THAT([&] { convex_hull(many); }, fails("a hull of 501 corners; at most 500"));
}

}  // namespace
}  // namespace jounce::collision
