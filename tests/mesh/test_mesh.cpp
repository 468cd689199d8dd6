#include "mesh/mesh.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

TEST(Mesh, LineHasEqualElementsAndItsEndsAsGroups) {
  const Mesh mesh = line_mesh("bar", {1, 0, 0}, {3, 4, 0}, 4);
  EXPECT_EQ(mesh.name, "bar");
  ASSERT_EQ(mesh.points.size(), 5u);
  ASSERT_EQ(mesh.lines.size(), 4u);
  EXPECT_EQ(mesh.points[0], Vector3(1, 0, 0));
  EXPECT_EQ(mesh.points[2], Vector3(2, 2, 0));
  EXPECT_EQ(mesh.points[4], Vector3(3, 4, 0)) << "the last point is exact";
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(mesh.lines[static_cast<std::size_t>(i)], (std::array<int, 2>{i, i + 1}));
  ASSERT_NE(mesh.find("start"), nullptr);
  EXPECT_EQ(mesh.find("start")->points, std::vector<int>{0});
  EXPECT_EQ(mesh.find("end")->points, std::vector<int>{4});
  EXPECT_EQ(mesh.find("middle"), nullptr);
}

}  // namespace
}  // namespace jounce
