#include "mesh/mesh.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

TEST(Mesh, LineHasEqualElementsAndItsEndsAsGroups) {
  const Mesh mesh = line_mesh("bar", {1, 0, 0}, {3, 4, 0}, 4);
  EXPECT_EQ(mesh.name, "bar");
  ASSERT_EQ(mesh.points.size(), 5u);
  ASSERT_EQ(mesh.lines().size(), 4u);
  EXPECT_EQ(mesh.points[0], Vector3(1, 0, 0));
  EXPECT_EQ(mesh.points[2], Vector3(2, 2, 0));
  EXPECT_EQ(mesh.points[4], Vector3(3, 4, 0)) << "the last point is exact";
  for (int i = 0; i < 4; ++i) EXPECT_EQ(mesh.lines()[i], (std::array<int, 2>{i, i + 1}));
  ASSERT_NE(mesh.find("start"), nullptr);
  EXPECT_EQ(mesh.find("start")->points, std::vector<int>{0});
  EXPECT_EQ(mesh.find("end")->points, std::vector<int>{4});
  EXPECT_EQ(mesh.find("middle"), nullptr);
}

TEST(Mesh, PolylineLegsShareTheirCorners) {
  const Mesh mesh = polyline_mesh("frame", {Vector3(0, 0, 0), Vector3(0, 2, 0), Vector3(3, 2, 0)}, {2, 3});
  ASSERT_EQ(mesh.points.size(), 6u);
  ASSERT_EQ(mesh.lines().size(), 5u);
  EXPECT_EQ(mesh.points[2], Vector3(0, 2, 0));
  EXPECT_EQ(mesh.points[5], Vector3(3, 2, 0));
  EXPECT_EQ(mesh.points[3], Vector3(1, 2, 0));
  EXPECT_EQ(mesh.find("start")->points, std::vector<int>{0});
  EXPECT_EQ(mesh.find("point_2")->points, std::vector<int>{2});
  EXPECT_EQ(mesh.find("end")->points, std::vector<int>{5});
  EXPECT_EQ(mesh.lines(*mesh.find("leg_2")), (std::vector<Mesh::Line>{{2, 3}, {3, 4}, {4, 5}}));
  EXPECT_EQ(mesh.find("leg_2")->points, (std::vector<int>{2, 3, 4, 5}));
  EXPECT_EQ(mesh.find("point_3"), nullptr);
}

}  // namespace
}  // namespace jounce
