#include "collision/polyhedron.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle.h"

namespace jounce::collision {
namespace {

TEST(Polyhedron, OfABoxHasItsFacesAndEdges) {
  const Polyhedron box = box_polyhedron({1, 2, 3});
  ASSERT_EQ(box.faces(), 6);
  EXPECT_EQ(box.edges.size(), 12u);
  for (int f = 0; f < 6; ++f) {
    EXPECT_EQ(box.normals[f], Vector3((f % 2 == 0 ? -1 : 1) * Vector3::Unit(f / 2)));
    EXPECT_EQ(box.offsets[f], 1 + f / 2);
    EXPECT_EQ(box.face(f).size(), 4u);
  }
  for (const Polyhedron::Edge& edge : box.edges) {
    const Vector3 middle = (box.vertices[edge.vertices[0]] + box.vertices[edge.vertices[1]]) / 2;
    for (int side = 0; side < 2; ++side) {
      const Vector3 into = middle + 0.1 * edge.inward[side];
      EXPECT_NEAR(box.normals[edge.faces[side]].dot(into), box.offsets[edge.faces[side]], 1e-15);
      EXPECT_LT(box.normals[edge.faces[1 - side]].dot(into), box.offsets[edge.faces[1 - side]]);
    }
  }
  EXPECT_NEAR(box.size, std::sqrt(14.0), 1e-15);
}

TEST(Polyhedron, RefusesAnOpenBoundary) {
  const std::vector<Vector3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_THROW(polyhedron_of_faces(vertices, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}}), std::invalid_argument);
  EXPECT_THROW(polyhedron_of_faces(vertices, {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}),
               std::invalid_argument);
  EXPECT_EQ(polyhedron_of_faces(vertices, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}).edges.size(), 6u);
}

TEST(Polyhedron, SolidOfABoxIsExact) {
  const Vector3 half(1, 2, 3), at(10, -20, 30);
  std::vector<Vector3> points;
  for (const Vector3& vertex : box_polyhedron(half).vertices) points.push_back(vertex + at);
  const Solid box = solid(convex_hull(points));
  EXPECT_NEAR(box.volume, 48, 48e-14);
  EXPECT_TRUE(box.centre.isApprox(at, 1e-15));
  const Matrix3 inertia = 16 * Vector3(4 + 9, 1 + 9, 1 + 4).asDiagonal().toDenseMatrix();  // V/3 (b^2 + c^2)
  EXPECT_LT((box.inertia - inertia).norm(), 1e-11 * inertia.norm());
}

TEST(Polyhedron, SolidOfATetrahedronIsExact) {
  // The corner x + y + z <= 1: volume 1/6, int x^2 = 1/60, int x y = 1/120.
  const Solid corner = solid(convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_NEAR(corner.volume, 1.0 / 6, 1e-15);
  EXPECT_LT((corner.centre - Vector3::Constant(0.25)).norm(), 1e-15);
  const double xx = 1.0 / 60 - 1.0 / 96, xy = 1.0 / 120 - 1.0 / 96;
  Matrix3 inertia = Matrix3::Constant(-xy);
  inertia.diagonal().setConstant(2 * xx);
  EXPECT_LT((corner.inertia - inertia).norm(), 1e-15);
}

TEST(Polyhedron, SolidFollowsARigidMotion) {
  Random random(3);
  const std::vector<Vector3> points = random.points(20, 1);
  const Pose pose = random.pose(2);
  std::vector<Vector3> there;
  for (const Vector3& point : points) there.push_back(placed(pose, point));
  const Solid first = solid(convex_hull(points)), second = solid(convex_hull(there));
  EXPECT_NEAR(second.volume, first.volume, 1e-13);
  EXPECT_LT((second.centre - placed(pose, first.centre)).norm(), 1e-13);
  EXPECT_LT((second.inertia - pose.R * first.inertia * pose.R.transpose()).norm(), 1e-13);
}

TEST(Polyhedron, AHullIsMovedToItsOrigin) {
  const Shape hull = make_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0.25, 0.25, 0.25});
  EXPECT_EQ(hull.kind, Shape::Kind::hull);
  EXPECT_LT(solid(*hull.polyhedron).centre.norm(), 1e-15);
}

}  // namespace
}  // namespace jounce::collision
