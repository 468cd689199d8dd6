#include "math/nearest_in_cell.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "math/quadrature.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

/// A cell that is moved, stretched and bent a little.
std::vector<Vector3> bent_cell(CellShape shape) {
  std::vector<Vector3> x;
  for (const Vector3& xi : reference_nodes(shape))
    x.emplace_back(3 + 2 * xi[0] + 0.2 * xi[1] + 0.06 * xi[0] * xi[0], -1 + xi[1] - 0.1 * xi[2],
                   0.5 * xi[2] + 0.1 * xi[0] * xi[1]);
  return x;
}

Vector3 place(const Vector& N, const std::vector<Vector3>& x) {
  Vector3 sum = Vector3::Zero();
  for (std::size_t a = 0; a < x.size(); ++a) sum += N[static_cast<Index>(a)] * x[a];
  return sum;
}

std::vector<CellShape> every_shape() {
  std::vector<CellShape> shapes;
  for (int i = 0; i < kCellShapes; ++i) shapes.push_back(static_cast<CellShape>(i));
  return shapes;
}

TEST(NearestInCell, PointsOfTheCellAreTheirOwn) {
  for (const CellShape shape : every_shape()) {
    SCOPED_TRACE(topology(shape).name);
    const std::vector<Vector3> x = bent_cell(shape);
    for (const QuadraturePoint& point : mass_rule(shape)) {
      Vector N(shape_nodes(shape)), slopes(shape_nodes(shape) * shape_dimension(shape));
      evaluate_shape(shape, point.xi, N.data(), slopes.data());
      const CellPoint found = nearest_in_cell(shape, x, place(N, x));
      EXPECT_LT((found.N - N).cwiseAbs().maxCoeff(), 1e-9);
      EXPECT_LT(found.distance, 1e-12);
    }
  }
}

TEST(NearestInCell, NodesAreTheirOwn) {
  for (const CellShape shape : every_shape()) {
    SCOPED_TRACE(topology(shape).name);
    const std::vector<Vector3> x = bent_cell(shape);
    for (std::size_t a = 0; a < x.size(); ++a) {
      const CellPoint found = nearest_in_cell(shape, x, x[a]);
      EXPECT_LT((found.N - Vector::Unit(shape_nodes(shape), static_cast<Index>(a))).cwiseAbs().maxCoeff(),
                1e-8);
    }
  }
}

/// Points of the reference cell on a fine grid.
template <class Visit>
void sample(CellShape shape, const Visit& visit) {
  constexpr int kPieces = 40;
  const int d = shape_dimension(shape);
  const CellShape linear = linear_shape(shape);
  const bool is_wedge = linear == CellShape::wedge6;
  const int simplex = is_wedge                            ? 2
                      : linear == CellShape::triangle3    ? 2
                      : linear == CellShape::tetrahedron4 ? 3
                                                          : 0;
  for (int i = 0; i <= kPieces; ++i)
    for (int j = 0; j <= (d > 1 ? kPieces : 0); ++j)
      for (int k = 0; k <= (d > 2 ? kPieces : 0); ++k) {
        Vector3 xi(i, j, k);
        xi /= kPieces;
        if (xi.head(simplex).sum() > 1 + 1e-12) continue;
        for (int axis = simplex; axis < d; ++axis) xi[axis] = 2 * xi[axis] - 1;
        for (int axis = d; axis < 3; ++axis) xi[axis] = 0;
        visit(xi);
      }
}

// No point of the cell is nearer than the one found, up to the grid that is searched.
TEST(NearestInCell, PointsOutsideGoToTheNearestOne) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (const CellShape shape : every_shape()) {
    SCOPED_TRACE(topology(shape).name);
    const std::vector<Vector3> x = bent_cell(shape);
    for (int i = 0; i < 10; ++i) {
      const Vector3 p = Vector3(3, -1, 0) + Vector3(3 * any(random), 2 * any(random), 1.5 * any(random));
      const CellPoint found = nearest_in_cell(shape, x, p);
      EXPECT_NEAR((place(found.N, x) - p).norm(), found.distance, 1e-12);
      EXPECT_NEAR(found.N.sum(), 1, 1e-12);
      double nearest = 1e9;
      Vector N(shape_nodes(shape)), slopes(shape_nodes(shape) * shape_dimension(shape));
      sample(shape, [&](const Vector3& xi) {
        evaluate_shape(shape, xi, N.data(), slopes.data());
        nearest = std::min(nearest, (place(N, x) - p).norm());
      });
      EXPECT_LT(found.distance, nearest + 1e-9) << p.transpose();
      EXPECT_GT(found.distance, nearest - 0.12) << p.transpose();  // half of the diagonal of the grid
    }
  }
}

}  // namespace
}  // namespace jounce
