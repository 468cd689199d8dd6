#include "scene/surface.h"

#include <gmock/gmock.h>

#include <map>

namespace jounce::scene {
namespace {

/// Hexahedra in a row along x, each of edge 1.
io::FieldMesh row_of_cubes(int count) {
  io::FieldMesh mesh;
  mesh.offsets = {0};
  for (int i = 0; i <= count; ++i)
    for (const auto& [y, z] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}})
      mesh.points.insert(mesh.points.end(), {1.0 * i, 1.0 * y, 1.0 * z});
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 8; ++k) mesh.connectivity.push_back(4 * i + k);
    mesh.offsets.push_back(8 * (i + 1));
    mesh.types.push_back(12);
    mesh.body.push_back(0);
  }
  mesh.body_names = {"row"};
  return mesh;
}

double area_of(const io::FieldMesh& mesh, const Surface& surface) {
  double sum = 0;
  for (const SurfaceTriangle& triangle : surface.triangles) {
    std::array<Vector3, 3> x;
    for (std::size_t k = 0; k < 3; ++k)
      x[k] = Vector3::Map(&mesh.points[3 * static_cast<std::size_t>(surface.vertices[triangle.vertices[k]])]);
    sum += (x[1] - x[0]).cross(x[2] - x[0]).norm() / 2;
  }
  return sum;
}

TEST(Surface, LeavesOutFacesBetweenCells) {
  const io::FieldMesh mesh = row_of_cubes(3);
  const Surface surface = surface_of(mesh);
  EXPECT_DOUBLE_EQ(area_of(mesh, surface), 14);
  EXPECT_EQ(surface.triangles.size(), 28u);
  EXPECT_EQ(surface.edges.size(), 28u);  // 4 rings of 4, and 3 x 4 along the row
}

TEST(Surface, SplitsPointsAtSharpEdgesAlone) {
  // At the ends every corner has three faces, in between two that are at right angles; four points of a flat
  // side are one vertex each.
  const Surface surface = surface_of(row_of_cubes(3));
  std::map<std::int64_t, int> copies;
  for (const std::int64_t point : surface.vertices) ++copies[point];
  for (const auto& [point, count] : copies) EXPECT_EQ(count, point < 4 || point >= 12 ? 3 : 2) << point;
}

TEST(Surface, HasWhatIsBehindCellsThatFail) {
  const io::FieldMesh mesh = row_of_cubes(3);
  const Surface surface = surface_of(mesh, {{1, 0, 1}});
  // The two faces of the cells beside the one that goes.
  EXPECT_DOUBLE_EQ(area_of(mesh, surface), 16);
  std::map<std::int32_t, int> faces;
  for (const SurfaceTriangle& triangle : surface.triangles) ++faces[triangle.cell];
  EXPECT_EQ(faces[0], 12);
  EXPECT_EQ(faces[1], 8);
  EXPECT_EQ(faces[2], 12);
  // Edges that cells share stay with each of them.
  EXPECT_EQ(std::count(surface.edge_cells.begin(), surface.edge_cells.end(), 0), 12);
}

TEST(Surface, DrawsSecondOrderWithItsMiddles) {
  io::FieldMesh mesh;  // a plane triangle of six points with one bulging side: area 1/2 + 1/8
  mesh.points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.5, -0.25, 0, 0.5, 0.5, 0, 0, 0.5, 0};
  mesh.connectivity = {0, 1, 2, 3, 4, 5};
  mesh.offsets = {0, 6};
  mesh.types = {22};
  mesh.body = {0};
  const Surface surface = surface_of(mesh);
  EXPECT_EQ(surface.triangles.size(), 4u);
  EXPECT_EQ(surface.edges.size(), 6u);
  EXPECT_DOUBLE_EQ(area_of(mesh, surface), 0.625);
}

TEST(Surface, KeepsLinesAndPoints) {
  io::FieldMesh mesh;
  mesh.points = {0, 0, 0, 1, 0, 0, 2, 0, 0, 5, 5, 5};
  mesh.connectivity = {0, 1, 1, 2, 3};
  mesh.offsets = {0, 2, 4, 5};
  mesh.types = {3, 3, 1};
  mesh.body = {0, 0, 1};
  const Surface surface = surface_of(mesh);
  EXPECT_TRUE(surface.triangles.empty());
  ASSERT_EQ(surface.lines.size(), 2u);
  EXPECT_EQ(surface.lines[1].points, (std::array<std::int64_t, 2>{1, 2}));
  ASSERT_EQ(surface.dots.size(), 1u);
  EXPECT_EQ(surface.dots[0].point, 3);
  EXPECT_EQ(surface.dots[0].cell, 2);
}

}  // namespace
}  // namespace jounce::scene
