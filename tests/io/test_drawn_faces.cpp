#include "io/drawn_faces.h"

#include <gmock/gmock.h>

namespace jounce::io {
namespace {

using testing::ElementsAre;

FieldMesh one_cell(std::uint8_t type, std::vector<double> points) {
  FieldMesh mesh;
  mesh.points = std::move(points);
  const auto count = static_cast<std::int64_t>(mesh.points.size() / 3);
  for (std::int64_t i = 0; i < count; ++i) mesh.connectivity.push_back(i);
  mesh.offsets = {0, count};
  mesh.types = {type};
  return mesh;
}

/// Every normal points away from the middle of the cell, and every middle lies half-way along its edge.
void expect_outward(const FieldMesh& mesh, std::size_t faces, std::size_t middles) {
  const DrawnMesh drawn(mesh, View(mesh.points));
  ASSERT_EQ(drawn.faces.size(), faces);
  Vector3 centre = Vector3::Zero();
  const auto at = [&](std::int64_t i) {
    return Vector3(Vector3::Map(&mesh.points[3 * static_cast<std::size_t>(i)]));
  };
  for (std::size_t i = 0; i < mesh.point_count(); ++i)
    centre += at(static_cast<std::int64_t>(i)) / static_cast<double>(mesh.point_count());
  std::size_t count = 0;
  for (const DrawnFace& face : drawn.faces) {
    EXPECT_TRUE(face.is_of_solid);
    EXPECT_NEAR(face.normal.norm(), 1, 1e-14);
    EXPECT_GT(face.normal.dot(face.centre - centre), 0.01);
    count += face.middles.size();
    for (std::size_t k = 0; k < face.middles.size(); ++k)
      EXPECT_LT(
          (2 * at(face.middles[k]) - at(face.corners[k]) - at(face.corners[(k + 1) % face.corners.size()]))
              .norm(),
          1e-14);
  }
  EXPECT_EQ(count, middles);
}

TEST(DrawnFaces, NormalsOfSolidsPointOutwards) {
  expect_outward(one_cell(10, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}), 4, 0);
  expect_outward(one_cell(12, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1}), 6,
                 0);
  // VTK's wedges: the normal of the first triangle points away from the second.
  expect_outward(one_cell(13, {0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1}), 5, 0);
  expect_outward(
      one_cell(26, {0, 0,  0, 0, 1, 0,   1, 0,   0,   0, 0,   1, 0, 1, 1, 1,  0, 1, 0,   0.5, 0, .5, 0.5,
                    0, .5, 0, 0, 0, 0.5, 1, 0.5, 0.5, 1, 0.5, 0, 1, 0, 0, .5, 0, 1, 0.5, 1,   0, 0.5}),
      5, 18);
}

TEST(DrawnFaces, CellsThatAreNotShownUncoverTheirNeighbours) {
  FieldMesh mesh;  // two cubes
  for (const double x : {0.0, 1.0, 2.0})
    for (const double y : {0.0, 1.0})
      for (const double z : {0.0, 1.0}) mesh.points.insert(mesh.points.end(), {x, y, z});
  for (const int first : {0, 4})
    for (const int k : {0, 4, 6, 2, 1, 5, 7, 3}) mesh.connectivity.push_back(first + k);
  mesh.offsets = {0, 8, 16};
  mesh.types = {12, 12};
  const View view(mesh.points);
  EXPECT_EQ(DrawnMesh(mesh, view).faces.size(), 10U);
  const std::vector<std::uint8_t> shown = {0, 1};
  const DrawnMesh rest(mesh, view, shown);
  ASSERT_EQ(rest.faces.size(), 6U);
  for (const DrawnFace& face : rest.faces) EXPECT_EQ(face.cell, 1U);
}

TEST(DrawnFaces, PlaneCellsLinesAndPoints) {
  FieldMesh mesh;
  mesh.points = {0, 0, 0, 2, 0, 0, 1, 2, 0, 1, 0, 0, 1.5, 1, 0, 0.5, 1, 0};
  mesh.connectivity = {0, 1, 2, 3, 4, 5, 0, 1, 3, 5, 0, 1, 4, 2, 0};
  mesh.offsets = {0, 6, 9, 10, 15};
  mesh.types = {22, 21, 1, 7};  // triangle and line of second order, point, polygon
  const DrawnMesh drawn(mesh, View(mesh.points));
  ASSERT_EQ(drawn.faces.size(), 2U);
  EXPECT_THAT(drawn.faces[0].corners, ElementsAre(0, 1, 2));
  EXPECT_THAT(drawn.faces[0].middles, ElementsAre(3, 4, 5));
  EXPECT_FALSE(drawn.faces[0].is_of_solid);
  EXPECT_EQ(drawn.faces[1].corners.size(), 5U);
  ASSERT_EQ(drawn.lines.size(), 1U);
  EXPECT_THAT(drawn.lines[0].nodes, ElementsAre(0, 3, 1));  // end, middle, end
  ASSERT_EQ(drawn.points.size(), 1U);
  EXPECT_EQ(drawn.points[0].nodes.front(), 5);
}

TEST(DrawnFaces, ACellWithTooFewNodesIsAPolygon) {
  FieldMesh mesh = one_cell(12, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1});
  EXPECT_EQ(DrawnMesh(mesh, View(mesh.points)).faces.size(), 1U);
}

}  // namespace
}  // namespace jounce::io
