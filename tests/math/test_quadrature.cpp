#include "math/quadrature.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/shape_functions.h"

namespace jounce {
namespace {

double integrate(const Quadrature& rule, int i, int j, int k) {
  double sum = 0;
  for (const QuadraturePoint& p : rule)
    sum += p.weight * std::pow(p.xi.x(), i) * std::pow(p.xi.y(), j) * std::pow(p.xi.z(), k);
  return sum;
}

double line(int i) { return i % 2 == 0 ? 2.0 / (i + 1) : 0.0; }
double factorial(int n) { return std::tgamma(n + 1.0); }
double triangle(int i, int j) { return factorial(i) * factorial(j) / factorial(i + j + 2); }
double tetrahedron(int i, int j, int k) {
  return factorial(i) * factorial(j) * factorial(k) / factorial(i + j + k + 3);
}

TEST(Quadrature, GaussRulesAreExactToTheirDegreeAndNotBeyond) {
  for (int points = 1; points <= 3; ++points) {
    const int degree = 2 * points - 1;
    for (int i = 0; i <= degree; ++i)
      for (int j = 0; j <= degree; ++j)
        for (int k = 0; k <= degree; ++k) {
          EXPECT_NEAR(integrate(gauss_rule(3, points), i, j, k), line(i) * line(j) * line(k), 1e-14);
          EXPECT_NEAR(integrate(gauss_rule(2, points), i, j, 0), line(i) * line(j), 1e-14);
          EXPECT_NEAR(integrate(gauss_rule(1, points), i, 0, 0), line(i), 1e-14);
        }
    EXPECT_GT(std::abs(integrate(gauss_rule(1, points), degree + 1, 0, 0) - line(degree + 1)), 1e-2);
  }
}

TEST(Quadrature, FourteenPointsOfTheHexahedronAreExactForDegreeFive) {
  const Quadrature rule = hexahedron_rule();
  EXPECT_EQ(rule.size(), 14u);
  for (int i = 0; i <= 5; ++i)
    for (int j = 0; i + j <= 5; ++j)
      for (int k = 0; i + j + k <= 5; ++k)
        EXPECT_NEAR(integrate(rule, i, j, k), line(i) * line(j) * line(k), 1e-14) << i << j << k;
  EXPECT_GT(std::abs(integrate(rule, 6, 0, 0) - line(6) * 4), 1e-2);
}

/// Area and moments of inertia of a ring of outer radius 1, and of a box by its middle lines.
TEST(Quadrature, PointsOfHollowSectionsHaveTheirMoments) {
  const double inner = 0.8, ring = std::numbers::pi / 4 * (1 - std::pow(inner, 4));
  const Quadrature pipe = pipe_rule(1 - inner);
  EXPECT_EQ(pipe.size(), 16u);
  EXPECT_NEAR(integrate(pipe, 0, 0, 0), 2 * std::numbers::pi * (1 - inner * inner), 1e-14);
  EXPECT_NEAR(integrate(pipe, 2, 0, 0), line(2) * std::numbers::pi * (1 - inner * inner), 1e-14);
  for (const auto& [y, z] : {std::pair{2, 0}, std::pair{0, 2}})
    EXPECT_NEAR(integrate(pipe, 0, y, z), 2 * ring, 1e-14);
  EXPECT_NEAR(integrate(pipe, 0, 1, 1), 0, 1e-14);
  // 50 x 30 with walls of 3, 1, 2, 1.5: lengths 28.75 and 47.5 of the middle lines.
  const Quadrature box = box_rule({{50, 30}, {3, 1, 2, 1.5}});
  EXPECT_EQ(box.size(), 32u);
  const double by_area = 8 / 1500.0;  // of the cell over the rectangle, twice as long as wide
  EXPECT_NEAR(integrate(box, 0, 0, 0), by_area * (5 * 28.75 + 2.5 * 47.5), 1e-12);
  const double first = by_area * (3 * 28.75 * 23.5 - 2 * 28.75 * 24 + 2.5 * 47.5 * (-0.25)) / 25;
  EXPECT_NEAR(integrate(box, 0, 0, 1), first, 1e-12);
  const double second = by_area * (5 * 28.75 * 0.125 + 1 * 47.5 * 14.5 - 1.5 * 47.5 * 14.25) / 15;
  EXPECT_NEAR(integrate(box, 0, 1, 0), -second, 1e-12);
}

TEST(Quadrature, AShareGoesToFurtherPoints) {
  const Quadrature rule = stiffness_rule(CellShape::hexahedron20, true, 0.25);
  EXPECT_EQ(rule.size(), 22u);
  double first = 0;
  for (std::size_t i = 0; i < 8; ++i) first += rule[i].weight;
  EXPECT_NEAR(first, 6, 1e-14);
  for (int i = 0; i <= 3; ++i) EXPECT_NEAR(integrate(rule, i, 0, 0), 4 * line(i), 1e-14);
  EXPECT_EQ(stiffness_rule(CellShape::hexahedron8, true, 0.25).size(), 1u);
  EXPECT_EQ(stiffness_rule(CellShape::hexahedron20, false, 0.25).size(), 27u);
}

TEST(Quadrature, TriangleRulesAreExactToTheirDegreeAndNotBeyond) {
  for (const auto& [points, degree] : {std::pair(1, 1), std::pair(3, 2), std::pair(7, 5)}) {
    ASSERT_EQ(triangle_rule(points).size(), static_cast<std::size_t>(points));
    double worst = 0;
    for (int i = 0; i <= degree + 1; ++i)
      for (int j = 0; i + j <= degree + 1; ++j) {
        const double error = std::abs(integrate(triangle_rule(points), i, j, 0) - triangle(i, j));
        if (i + j <= degree) {
          EXPECT_LT(error, 1e-15) << points << " points, " << i << " " << j;
        }
        worst = std::max(worst, error);
      }
    EXPECT_GT(worst, 1e-6);
  }
}

TEST(Quadrature, TetrahedronRulesAreExactToTheirDegreeAndNotBeyond) {
  for (const auto& [points, degree] : {std::pair(1, 1), std::pair(4, 2), std::pair(15, 5)}) {
    ASSERT_EQ(tetrahedron_rule(points).size(), static_cast<std::size_t>(points));
    double worst = 0;
    for (int i = 0; i <= degree + 1; ++i)
      for (int j = 0; i + j <= degree + 1; ++j)
        for (int k = 0; i + j + k <= degree + 1; ++k) {
          const double error = std::abs(integrate(tetrahedron_rule(points), i, j, k) - tetrahedron(i, j, k));
          if (i + j + k <= degree) {
            EXPECT_LT(error, 1e-15) << points << " points, " << i << " " << j << " " << k;
          }
          worst = std::max(worst, error);
        }
    EXPECT_GT(worst, 1e-7);
  }
}

TEST(Quadrature, HasThePointsOfAbaqusElements) {
  using enum CellShape;
  const auto points = [](CellShape shape, bool reduced) { return stiffness_rule(shape, reduced).size(); };
  EXPECT_EQ(points(tetrahedron4, false), 1U);
  EXPECT_EQ(points(tetrahedron10, false), 4U);
  EXPECT_EQ(points(wedge6, false), 2U);
  EXPECT_EQ(points(wedge15, false), 9U);
  EXPECT_EQ(points(hexahedron8, false), 8U);
  EXPECT_EQ(points(hexahedron8, true), 1U);
  EXPECT_EQ(points(hexahedron20, false), 27U);
  EXPECT_EQ(points(hexahedron20, true), 8U);
  EXPECT_EQ(points(triangle3, false), 1U);
  EXPECT_EQ(points(triangle6, false), 3U);
  EXPECT_EQ(points(quadrilateral4, true), 1U);
  EXPECT_EQ(points(quadrilateral8, false), 9U);
  EXPECT_EQ(points(quadrilateral8, true), 4U);
}

TEST(Quadrature, MassRulesIntegrateProductsOfShapeFunctions) {
  using enum CellShape;
  const auto mass = [](CellShape shape, const Quadrature& rule) {
    DenseMatrix M = DenseMatrix::Zero(shape_nodes(shape), shape_nodes(shape));
    Vector N(shape_nodes(shape));
    DenseMatrix dN(shape_nodes(shape), shape_dimension(shape));
    for (const QuadraturePoint& p : rule) {
      evaluate_shape(shape, p.xi, N.data(), dN.data());
      M += p.weight * N * N.transpose();
    }
    return M;
  };
  EXPECT_LT((mass(hexahedron8, mass_rule(hexahedron8)) - mass(hexahedron8, gauss_rule(3, 3))).norm(), 1e-14);
  EXPECT_LT((mass(wedge6, mass_rule(wedge6)) - mass(wedge6, wedge_rule(7, 3))).norm(), 1e-14);
  EXPECT_LT((mass(tetrahedron4, mass_rule(tetrahedron4)) - mass(tetrahedron4, tetrahedron_rule(15))).norm(),
            1e-15);
  // the straight 10-node tetrahedron in closed form: from n! integrals of products of barycentric coordinates
  const DenseMatrix M = 420 / (1.0 / 6) * mass(tetrahedron10, mass_rule(tetrahedron10));
  EXPECT_NEAR(M(0, 0), 6, 1e-11);   // a corner
  EXPECT_NEAR(M(0, 1), 1, 1e-11);   // two corners
  EXPECT_NEAR(M(0, 4), -4, 1e-11);  // a corner and the middle of its edge
  EXPECT_NEAR(M(0, 5), -6, 1e-11);  // of another one
  EXPECT_NEAR(M(4, 4), 32, 1e-11);  // a middle
  EXPECT_NEAR(M(4, 5), 16, 1e-11);  // of neighbouring edges
  EXPECT_NEAR(M(4, 9), 8, 1e-11);   // of opposite edges
}

}  // namespace
}  // namespace jounce
