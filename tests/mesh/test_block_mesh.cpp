#include "mesh/block_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/temporary_folder.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using ::testing::HasSubstr;

const std::array<int, 3> kCounts = {2, 3, 4};

TEST(BlockMesh, HexahedraFillTheBlock) {
  for (const int order : {1, 2}) {
    const Mesh mesh = block_mesh("b", 3, {1, 2, 3}, {2, 5, 11}, kCounts, order);
    ASSERT_EQ(mesh.cells[0].shape, order == 1 ? CellShape::hexahedron8 : CellShape::hexahedron20);
    EXPECT_EQ(mesh.cells[0].size(), 24u);
    // corners, and edges along x, y, z
    EXPECT_EQ(mesh.points.size(), order == 1 ? 60u : 60u + 2 * 4 * 5 + 3 * 3 * 5 + 4 * 3 * 4);
    double volume = 0;
    for (std::size_t i = 0; i < mesh.cells[0].size(); ++i) {
      const auto at = [&](std::size_t k) { return mesh.points[mesh.cells[0].cell(i)[k]]; };
      volume += (at(1) - at(0)).cross(at(3) - at(0)).dot(at(4) - at(0));
    }
    EXPECT_NEAR(volume, 24, 1e-12);
  }
}

TEST(BlockMesh, SidesAreGroupsWithOutwardFaces) {
  const Mesh mesh = block_mesh("b", 3, {0, 0, 0}, {2, 3, 4}, kCounts, 2);
  ASSERT_EQ(mesh.groups.size(), 7u);
  const Mesh::Group* all = mesh.find("boundary");
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(all->cells[1].size(), mesh.cells[1].size());
  const Mesh::Group* top = mesh.find("z_max");
  ASSERT_NE(top, nullptr);
  EXPECT_EQ(top->cells[1].size(), 6u);
  EXPECT_EQ(top->points.size(), 12u + 2 * 4 + 3 * 3);
  for (const int face : top->cells[1]) {
    const auto nodes = mesh.cells[1].cell(face);
    const auto at = [&](std::size_t k) { return mesh.points[nodes[k]]; };
    EXPECT_GT((at(1) - at(0)).cross(at(2) - at(1)).z(), 0.5);
    EXPECT_EQ(at(5).z(), 4);
  }
}

TEST(BlockMesh, RectanglesHaveEdges) {
  const Mesh mesh = block_mesh("r", 2, {0, 0, 0}, {2, 1, 0}, {4, 2, 1}, 1);
  EXPECT_EQ(mesh.cells[0].shape, CellShape::quadrilateral4);
  EXPECT_EQ(mesh.points.size(), 15u);
  ASSERT_EQ(mesh.groups.size(), 5u);
  EXPECT_EQ(mesh.lines(*mesh.find("boundary")).size(), 2u * (4 + 2));
  EXPECT_EQ(mesh.lines(*mesh.find("y_max")).size(), 4u);
  EXPECT_EQ(mesh.find("x_min")->points, (std::vector<int>{0, 5, 10}));
}

TEST(BlockMesh, DecksSayWhatIsWrong) {
  const auto error = [](const std::string& keys, int dimension) {
    return io::test::message_of<params::InputError>([&] {
      test::build(R"(
[[mesh]]
name = "m"
type = "block"
)" + keys,
                  dimension);
    });
  };
  EXPECT_EQ(error("from = [0, 0]\nto = [1, 1]\ncounts = [2, 2]\n", 2), "");
  EXPECT_THAT(error("from = [0, 0]\nto = [1, 1]\ncounts = [2]\n", 2), HasSubstr("2 numbers are required"));
  EXPECT_THAT(error("from = [0, 1]\nto = [1, 1]\ncounts = [2, 2]\n", 2), HasSubstr("y must be greater"));
  EXPECT_THAT(error("from = [0, 0, 0]\nto = [1, 1, 1]\ncounts = [2000, 2000, 2000]\n", 3),
              HasSubstr("a grid of 8e+09 nodes"));
  EXPECT_THAT(error("from = [0, 0]\nto = [1, 1]\ncounts = [9999, 9999]\norder = 2\n", 2),
              HasSubstr("a grid of 4e+08 nodes"));
  EXPECT_THAT(error("from = [0]\nto = [1]\ncounts = [2]\n", 1), HasSubstr(R"(type = "line")"));
}

TEST(BlockMesh, IsTurnedAboutTheOriginAndThenMoved) {
  const auto plane = test::build(
      R"(
[[mesh]]
name = "m"
type = "block"
from = [1, 0]
to = [2, 3]
counts = [1, 1]
rotate = ["pi/2"]
translate = [10, 20]
)");
  EXPECT_TRUE(plane->meshes[0].points[0].isApprox(Vector3(10, 21, 0), 1e-14));  // (1, 0)
  EXPECT_TRUE(plane->meshes[0].points[3].isApprox(Vector3(7, 22, 0), 1e-14));   // (2, 3)
  const auto space = test::build(
      R"(
[[mesh]]
name = "m"
type = "line"
from = [0, 0, 0]
to = [0, 0, 2]
elements = 1
rotate = ["pi/2", 0, 0]
)",
      3);
  EXPECT_TRUE(space->meshes[0].points[1].isApprox(Vector3(0, -2, 0), 1e-14));
  try {
    test::build(R"(
[[mesh]]
name = "m"
type = "line"
from = [0]
to = [1]
elements = 1
rotate = [1]
)",
                1);
    FAIL() << "nothing turns on a line";
  } catch (const params::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("on a line nothing turns"));
  }
}

}  // namespace
}  // namespace jounce
