#include "mesh/mesh_cut.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <set>

#include "mesh/block_mesh.h"

namespace jounce {
namespace {

std::vector<Mesh> blocks(int order) {
  return {block_mesh("left", 3, {0, 0, 0}, {1, 1, 1}, {4, 3, 5}, order),
          block_mesh("right", 3, {2, 0, 0}, {3, 1, 1}, {2, 2, 2}, order)};
}

/// Some hexahedron has all nodes of a face.
bool is_side(const Mesh& mesh, std::span<const int> face) {
  for (const CellShape shape : {CellShape::hexahedron8, CellShape::hexahedron20}) {
    if (mesh.find(shape) < 0) continue;
    const Mesh::Cells& cells = mesh.cells[static_cast<std::size_t>(mesh.find(shape))];
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto nodes = cells.cell(i);
      if (std::ranges::all_of(face, [&](int node) { return std::ranges::count(nodes, node) > 0; }))
        return true;
    }
  }
  return false;
}

class MeshCuts : public testing::TestWithParam<std::array<int, 2>> {
 protected:
  const int parts = GetParam()[1];
  const std::vector<Mesh> meshes = blocks(GetParam()[0]);
  const MeshCut cut{meshes, parts};
};

TEST_P(MeshCuts, HaveEveryCellInOnePartWithItsPoints) {
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const Mesh& whole = meshes[i];
    std::vector<std::set<int>> seen(whole.cells.size());
    for (int part = 0; part < parts; ++part) {
      const Mesh own = cut.part(i, part);
      ASSERT_NE(own.share, nullptr);
      EXPECT_EQ(own.share->points, whole.points.size());
      ASSERT_EQ(own.cells.size(), whole.cells.size());
      for (std::size_t place = 0; place < own.cells.size(); ++place)
        for (std::size_t k = 0; k < own.cells[place].size(); ++k) {
          const int number = own.share->cell_numbers[place][k];
          EXPECT_TRUE(seen[place].insert(number).second);
          const auto here = own.cells[place].cell(k),
                     there = whole.cells[place].cell(static_cast<std::size_t>(number));
          for (std::size_t a = 0; a < here.size(); ++a) {
            const auto point = static_cast<std::size_t>(here[a]);
            EXPECT_EQ(own.share->point_numbers[point], there[a]);
            EXPECT_EQ(own.points[point], whole.points[static_cast<std::size_t>(there[a])]);
          }
        }
    }
    for (std::size_t place = 0; place < seen.size(); ++place)
      EXPECT_EQ(seen[place].size(), whole.cells[place].size());
  }
}

TEST_P(MeshCuts, AreBalanced) {
  std::size_t all = 0, most = 0;
  for (int part = 0; part < parts; ++part) {
    std::size_t cells = 0;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      const Mesh own = cut.part(i, part);
      const int solids = std::max(own.find(CellShape::hexahedron8), own.find(CellShape::hexahedron20));
      cells += own.cells[static_cast<std::size_t>(solids)].size();
    }
    all += cells;
    most = std::max(most, cells);
  }
  EXPECT_LE(static_cast<double>(most) * parts, 1.3 * static_cast<double>(all));
}

TEST_P(MeshCuts, GivePointsAnOwnerThatHasThem) {
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    std::vector<int> owned(meshes[i].points.size(), 0);
    for (int part = 0; part < parts; ++part) {
      const Mesh own = cut.part(i, part);
      for (std::size_t k = 0; k < own.points.size(); ++k) {
        EXPECT_LE(own.share->owners[k], part);  // the lowest part around it
        if (own.share->owners[k] == part) ++owned[static_cast<std::size_t>(own.share->point_numbers[k])];
      }
    }
    EXPECT_THAT(owned, testing::Each(1));
  }
}

TEST_P(MeshCuts, KeepGroupsWithWhatIsHereOfThem) {
  for (std::size_t i = 0; i < meshes.size(); ++i)
    for (const Mesh::Group& group : meshes[i].groups) {
      std::set<int> points;
      for (int part = 0; part < parts; ++part) {
        const Mesh own = cut.part(i, part);
        const Mesh::Group* const here = own.find(group.name);
        ASSERT_NE(here, nullptr);
        EXPECT_EQ(own.all_points(here), group.points.size());
        for (std::size_t k = 0; k < here->points.size(); ++k) {
          const int number = own.share->point_numbers[static_cast<std::size_t>(here->points[k])];
          EXPECT_EQ(group.points[static_cast<std::size_t>(own.place_in_whole(here, k))], number);
          points.insert(number);
        }
        // Faces are with the cells whose sides they are.
        for (std::size_t place = 0; place < here->cells.size(); ++place)
          for (const int face : here->cells[place])
            EXPECT_TRUE(is_side(own, own.cells[place].cell(static_cast<std::size_t>(face))));
        EXPECT_TRUE(own.has_cells_elsewhere(here, 2));
        EXPECT_FALSE(own.has_cells_elsewhere(here, 1));
      }
      EXPECT_EQ(points, std::set<int>(group.points.begin(), group.points.end()));
    }
}

INSTANTIATE_TEST_SUITE_P(Of, MeshCuts,
                         testing::Values(std::array<int, 2>{1, 1}, std::array<int, 2>{1, 2},
                                         std::array<int, 2>{1, 5}, std::array<int, 2>{2, 3}));

/// Four hexahedra in a row, and a quadrilateral between those before and after x = k / 4.
Mesh row_with_face(int k) {
  Mesh mesh = block_mesh("row", 3, {0, 0, 0}, {1, 1, 1}, {4, 1, 1}, 1);
  std::vector<int> face;
  for (const auto& [y, z] : {std::array{0, 0}, std::array{1, 0}, std::array{1, 1}, std::array{0, 1}})
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
      if ((mesh.points[i] - Vector3(0.25 * k, y, z)).norm() < 1e-12) face.push_back(static_cast<int>(i));
  auto& nodes = mesh.of(CellShape::quadrilateral4).nodes;
  nodes.insert(nodes.end(), face.begin(), face.end());
  return mesh;
}

TEST(MeshCut, KnowsWhetherItCutsFacesBetweenCells) {
  int cut_faces = 0;
  for (const int k : {1, 2, 3}) {
    const std::vector<Mesh> row = {row_with_face(k)};
    const MeshCut cut(row, 2);
    EXPECT_TRUE(cut.has_all_parts());
    cut_faces += cut.cuts_inner_faces() ? 1 : 0;
    EXPECT_FALSE(MeshCut(row, 1).cuts_inner_faces());
  }
  EXPECT_EQ(cut_faces, 1);
}

TEST(MeshCut, KnowsPartsWithoutCells) {
  const std::vector<Mesh> row = {row_with_face(0)};
  EXPECT_EQ(cells_of_highest_dimension(row[0]), 4u);
  EXPECT_TRUE(MeshCut(row, 4).has_all_parts());
  EXPECT_FALSE(MeshCut(row, 5).has_all_parts());
}

TEST(MeshCut, PointsWithoutCellsAreInTheFirstPart) {
  std::vector<Mesh> meshes = {block_mesh("block", 3, {0, 0, 0}, {1, 1, 1}, {2, 2, 2}, 1)};
  meshes[0].points.emplace_back(5, 5, 5);
  const MeshCut cut(meshes, 2);
  const Mesh first = cut.part(0, 0), second = cut.part(0, 1);
  EXPECT_EQ(first.points.back(), Vector3(5, 5, 5));
  EXPECT_EQ(first.share->owners.back(), 0);
  EXPECT_NE(second.points.back(), Vector3(5, 5, 5));
}

}  // namespace
}  // namespace jounce
