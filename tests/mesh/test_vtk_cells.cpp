#include "mesh/vtk_cells.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <numeric>
#include <vector>

#include "math/shape_functions.h"

namespace jounce {
namespace {

using enum CellShape;

/// Edges whose middles follow the corners, as the documentation of VTK's quadratic cells lists them.
std::vector<std::array<std::size_t, 2>> vtk_edges(CellShape shape) {
  switch (shape) {
    case line3:
      return {{0, 1}};
    case triangle6:
      return {{0, 1}, {1, 2}, {2, 0}};
    case quadrilateral8:
      return {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    case tetrahedron10:
      return {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
    case wedge15:
      return {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}};
    case hexahedron20:
      return {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
    default:
      return {};
  }
}

class VtkCells : public testing::TestWithParam<int> {
 protected:
  CellShape shape() const { return static_cast<CellShape>(GetParam()); }
  /// Places of the nodes of a reference cell in the order of VTK.
  std::vector<Vector3> places() const {
    const auto reference = reference_nodes(shape());
    std::vector<int> own(reference.size());
    std::iota(own.begin(), own.end(), 0);
    std::vector<Vector3> places;
    for (const int node : in_vtk_order(shape(), own)) places.push_back(reference[node]);
    return places;
  }
};

TEST_P(VtkCells, MiddlesLieOnTheirEdges) {
  const auto at = places();
  const auto edges = vtk_edges(shape());
  const auto corners = static_cast<std::size_t>(topology(shape()).corners);
  ASSERT_EQ(at.size(), corners + edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    EXPECT_LT((at[corners + i] - 0.5 * (at[edges[i][0]] + at[edges[i][1]])).norm(), 1e-15) << i;
}

// Side of the triangle or quadrilateral 0, 1, 2 (, 3) on which the cell lies: along its normal, but against
// it for wedges.
TEST_P(VtkCells, AreNotInsideOut) {
  if (topology(shape()).dimension != 3) return;
  const auto at = places();
  const auto corners = static_cast<std::size_t>(topology(shape()).corners);
  const double volume = (at[1] - at[0]).cross(at[2] - at[0]).dot(at[corners - 1] - at[0]);
  if (corners == 6)
    EXPECT_LT(volume, -0.1);
  else
    EXPECT_GT(volume, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Shapes, VtkCells, testing::Range(2, kCellShapes), [](const auto& shape) {
  return std::string(topology(static_cast<CellShape>(shape.param)).name);
});

}  // namespace
}  // namespace jounce
