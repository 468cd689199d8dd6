#include "scene/solids.h"

#include <gmock/gmock.h>

#include <map>

#include "../io/temporary_folder.h"
#include "la/types.h"
#include "scene/scene.h"

namespace jounce::scene {
namespace {

using testing::ElementsAre;

/// Corners of a cell, and the pairs between which its middle nodes lie: around the bottom, the top, upwards.
struct Cell {
  CellShape first_order, second_order;
  std::vector<Vector3> corners;
  std::vector<std::pair<int, int>> edges;
  double volume;
};

const std::vector<Cell>& cells() {
  static const std::vector<Cell> list = {
      {CellShape::tetrahedron4,
       CellShape::tetrahedron10,
       {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
       {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}},
       1.0 / 6},
      {CellShape::wedge6,
       CellShape::wedge15,
       {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {1, 0, 2}, {0, 1, 2}},
       {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}},
       1},
      {CellShape::hexahedron8,
       CellShape::hexahedron20,
       {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}, {0, 0, 3}, {1, 0, 3}, {1, 2, 3}, {0, 2, 3}},
       {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}},
       6},
  };
  return list;
}

/// Expects triangles that close, and that have the volume inside.
void expect_sides(CellShape shape, const std::vector<Vector3>& nodes, double volume) {
  std::map<std::pair<int, int>, int> sides;
  double sixfold = 0;
  for (const auto& [a, b, c] : side_triangles(shape)) {
    for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) ++sides[{from, to}];
    sixfold += nodes[a].dot(nodes[b].cross(nodes[c]));
  }
  EXPECT_NEAR(sixfold / 6, volume, 1e-12) << topology(shape).name;
  for (const auto& [side, count] : sides) {
    EXPECT_EQ(count, 1) << topology(shape).name;
    EXPECT_EQ(sides.count({side.second, side.first}), 1u) << topology(shape).name;
  }
}

TEST(SideTriangles, CloseAroundTheVolumeOfTheCell) {
  for (const Cell& cell : cells()) {
    expect_sides(cell.first_order, cell.corners, cell.volume);
    std::vector<Vector3> nodes = cell.corners;
    for (const auto& [a, b] : cell.edges) nodes.push_back((nodes[a] + nodes[b]) / 2);
    expect_sides(cell.second_order, nodes, cell.volume);
  }
}

/// Eight cubes around a point that nothing shows, a wedge (as VTK numbers it) and a triangle.
class InsideTest : public testing::Test {
 protected:
  InsideTest() {
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) mesh.points.insert(mesh.points.end(), {1.0 * i, 1.0 * j, 1.0 * k});
    const auto node = [](int i, int j, int k) { return i + 3 * j + 9 * k; };
    for (int k = 0; k < 2; ++k)
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) {
          for (int up = 0; up < 2; ++up)
            for (const auto& [a, b] : {std::pair{0, 0}, std::pair{1, 0}, std::pair{1, 1}, std::pair{0, 1}})
              mesh.connectivity.push_back(node(i + a, j + b, k + up));
          add_cell(12, 0);
        }
    for (const double x : {5, 6, 5, 5, 6, 5}) mesh.points.insert(mesh.points.end(), {x, 0, 0});
    mesh.connectivity.insert(mesh.connectivity.end(), {27, 29, 28, 30, 32, 31});
    add_cell(13, 1);
    mesh.connectivity.insert(mesh.connectivity.end(), {27, 28, 29});
    add_cell(5, 1);
    mesh.body_names = {"cubes", "rest"};
  }
  void add_cell(std::uint8_t type, int body) {
    if (mesh.offsets.empty()) mesh.offsets.push_back(0);
    mesh.offsets.push_back(static_cast<std::int64_t>(mesh.connectivity.size()));
    mesh.types.push_back(type);
    mesh.body.push_back(body);
  }
  io::FieldMesh mesh;
};

TEST_F(InsideTest, SolidsHaveTheirNodesInTheOrderOfTheirShape) {
  const Solids solids = solids_of(mesh);
  EXPECT_THAT(solids.cells, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));  // not the triangle
  EXPECT_EQ(solids.shapes.back(), CellShape::wedge6);
  ASSERT_EQ(solids.nodes.size(), 8u * 8 + 6);
  EXPECT_THAT(std::vector(solids.nodes.end() - 6, solids.nodes.end()), ElementsAre(27, 28, 29, 30, 31, 32));
}

TEST_F(InsideTest, PointsWithinComeBehindThoseThatAreSeen) {
  const io::test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "fields.vtkhdf";
  io::FieldWriter writer(file, mesh, {}, {}, {1, {}});
  writer.frame(0, mesh.points, {});
  writer.close();
  const Scene seen = scene_of(io::FieldFile(file)), whole = scene_with_inside(io::FieldFile(file));
  EXPECT_EQ(seen.points.size(), 32u);
  EXPECT_TRUE(seen.solids.cells.empty());
  EXPECT_EQ(whole.seen_points, 32u);
  ASSERT_EQ(whole.points.size(), 33u);
  EXPECT_EQ(whole.points.back(), 13);  // the middle of the cubes
  EXPECT_EQ(whole.point_parts.back(), 0);
  EXPECT_EQ(whole.point_numbers.back(), 13);
  // Nodes count in the scene.
  const Solids in_file = solids_of(mesh);
  for (std::size_t i = 0; i < in_file.nodes.size(); ++i)
    EXPECT_EQ(whole.points[static_cast<std::size_t>(whole.solids.nodes[i])], in_file.nodes[i]);
}

}  // namespace
}  // namespace jounce::scene
