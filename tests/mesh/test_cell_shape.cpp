#include "mesh/cell_shape.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <map>
#include <set>
#include <vector>

#include "la/types.h"
#include "mesh/cell_size.h"

namespace jounce {
namespace {

/// Corners of the reference cells; middles of edges follow from the faces.
std::vector<Vector3> corners_of(CellShape shape) {
  switch (topology(shape).corners) {
    case 2:
      return {{0, 0, 0}, {1, 0, 0}};
    case 3:
      return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    case 4:
      if (topology(shape).dimension == 2) return {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
      return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    case 6:
      return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    default:
      return {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  }
}

class Topology : public testing::TestWithParam<int> {
 protected:
  CellShape shape() const { return static_cast<CellShape>(GetParam()); }
};

TEST_P(Topology, IsFoundByItsNodes) {
  const CellTopology& cell = topology(shape());
  EXPECT_EQ(find_shape(cell.dimension, cell.nodes), shape());
  EXPECT_FALSE(find_shape(cell.dimension, 7).has_value());
}

TEST_P(Topology, FacesPointOutwards) {
  const auto corners = corners_of(shape());
  Vector3 centre = Vector3::Zero();
  for (const Vector3& x : corners) centre += x / static_cast<double>(corners.size());
  for (const CellFace& face : topology(shape()).faces) {
    const auto at = [&](std::size_t i) { return corners[face.nodes[i]]; };
    const Vector3 edge = at(1) - at(0);
    const Vector3 normal = topology(face.shape).dimension == 1 ? Vector3(edge.cross(Vector3::UnitZ()))
                                                               : Vector3(edge.cross(at(2) - at(1)));
    EXPECT_GT(normal.dot(at(0) - centre), 0.1);
    EXPECT_EQ(face.nodes.size(), static_cast<std::size_t>(topology(face.shape).nodes));
  }
}

// The middle of an edge lies between the same two corners whatever face names it, and no node is left out.
TEST_P(Topology, MiddlesOfEdgesAgree) {
  const CellTopology& cell = topology(shape());
  if (cell.dimension < 2) return;
  std::map<int, std::set<int>> ends;
  std::set<int> seen;
  for (const CellFace& face : cell.faces) {
    const int corners = topology(face.shape).corners;
    seen.insert(face.nodes.begin(), face.nodes.end());
    for (int i = corners; i < topology(face.shape).nodes; ++i) {
      const int k = i - corners;
      const std::set<int> pair = {face.nodes[k], face.nodes[(k + 1) % corners]};
      const auto [place, is_new] = ends.emplace(face.nodes[i], pair);
      EXPECT_TRUE(is_new || place->second == pair);
    }
  }
  EXPECT_EQ(static_cast<int>(seen.size()), cell.nodes);
  EXPECT_EQ(static_cast<int>(ends.size()), cell.nodes - cell.corners);
}

// VTK: around the bottom, around the top, from bottom to top.
// Half the legs' product over the hypotenuse, twice the area over a side; sides of slender boxes.
TEST(CellSize, LeastHeights) {
  const auto height = [](CellShape shape, std::vector<Vector3> x) { return least_height(shape, x); };
  EXPECT_NEAR(height(CellShape::triangle3, {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}}), 2.4, 1e-15);
  EXPECT_NEAR(height(CellShape::quadrilateral8, {{0, 0, 0}, {3, 0, 0}, {3, .5, 0}, {0, .5, 0}}), 0.5, 1e-15);
  EXPECT_NEAR(height(CellShape::tetrahedron10, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
              1 / std::sqrt(3.0), 1e-15);
  const std::vector<Vector3> wedge = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}, {0, 0, 2}, {3, 0, 2}, {0, 4, 2}};
  EXPECT_NEAR(height(CellShape::wedge6, wedge), 2, 1e-15);
  std::vector<Vector3> tall = wedge;
  for (std::size_t i = 3; i < 6; ++i) tall[i].z() = 9;
  EXPECT_NEAR(height(CellShape::wedge15, tall), 2.4, 1e-15);
  std::vector<Vector3> box = corners_of(CellShape::hexahedron8);
  for (Vector3& x : box) x = x.cwiseProduct(Vector3(3, 0.7, 2)) + Vector3(0.2 * x.z(), 0, 0);
  EXPECT_NEAR(height(CellShape::hexahedron20, box), 0.7, 1e-14);
}

TEST(CellShape, MiddlesOfAHexahedronAreInVtksOrder) {
  const auto faces = topology(CellShape::hexahedron20).faces;
  const std::vector<int> front(faces[2].nodes.begin(), faces[2].nodes.end());
  EXPECT_EQ(front, (std::vector<int>{0, 1, 5, 4, 8, 17, 12, 16}));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Topology, testing::Range(0, kCellShapes), [](const auto& shape) {
  return std::string(topology(static_cast<CellShape>(shape.param)).name);
});

}  // namespace
}  // namespace jounce
