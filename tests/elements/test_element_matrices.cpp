// Matrices of C3D10 and C3D20R against integrals written down anew: functions from their definitions,
// gradients by differences, the quadrature of Abaqus' manual (C3D10: 4 points for the stiffness; C3D20R: 2 x
// 2 x 2; masses with full integration).

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <functional>

#include "../support/differences.h"
#include "../support/solids.h"

namespace jounce {
namespace {

using namespace test;
using Functions = std::function<Vector(const Vector3&)>;
struct Point {
  Vector3 xi;
  double weight;
};

Vector tetrahedron(const Vector3& x) {
  const std::array<double, 4> L = {1 - x.sum(), x[0], x[1], x[2]};
  constexpr std::array<std::array<std::size_t, 2>, 6> edges = {
      {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}}};
  Vector N(10);
  for (std::size_t i = 0; i < 4; ++i) N[static_cast<Index>(i)] = L[i] * (2 * L[i] - 1);
  for (std::size_t i = 0; i < 6; ++i) N[static_cast<Index>(4 + i)] = 4 * L[edges[i][0]] * L[edges[i][1]];
  return N;
}

/// Corners prod (1 + x_k n_k) (sum x_k n_k - 2) / 8, middles (1 - x_j^2) prod (1 + x_k n_k) / 4.
Vector hexahedron(const Vector3& x) {
  Vector N(20);
  Index next = 0;
  for (const Vector3& n : reference_nodes(CellShape::hexahedron20)) {
    double product = 1;
    bool is_corner = true;
    for (Index k = 0; k < 3; ++k) {
      product *= n[k] == 0 ? 1 - x[k] * x[k] : 1 + x[k] * n[k];
      is_corner = is_corner && n[k] != 0;
    }
    N[next++] = is_corner ? product * (x.dot(n) - 2) / 8 : product / 4;
  }
  return N;
}

std::vector<Point> gauss(int n) {
  const std::vector<double> x = n == 2   ? std::vector{-0.57735026918962576, 0.57735026918962576}
                                : n == 3 ? std::vector{-0.77459666924148338, 0.0, 0.77459666924148338}
                                         : std::vector{-0.86113631159405258, -0.33998104358485626,
                                                       0.33998104358485626, 0.86113631159405258};
  const std::vector<double> w = n == 2   ? std::vector{1.0, 1.0}
                                : n == 3 ? std::vector{5 / 9., 8 / 9., 5 / 9.}
                                         : std::vector{0.34785484513745386, 0.65214515486254614,
                                                       0.65214515486254614, 0.34785484513745386};
  std::vector<Point> points;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      for (std::size_t k = 0; k < x.size(); ++k) points.push_back({{x[i], x[j], x[k]}, w[i] * w[j] * w[k]});
  return points;
}

/// Gauss points of the cube collapsed into a tetrahedron, which takes two degrees of their exactness.
std::vector<Point> collapsed(int n) {
  std::vector<Point> points;
  for (const Point& p : gauss(n)) {
    const Vector3 u = (p.xi + Vector3::Ones()) / 2;
    points.push_back({{u[0], u[1] * (1 - u[0]), u[2] * (1 - u[0]) * (1 - u[1])},
                      p.weight / 8 * (1 - u[0]) * (1 - u[0]) * (1 - u[1])});
  }
  return points;
}

struct Matrices {
  DenseMatrix K, M;
};

Matrices integrate(const Functions& functions, const Vector& places, const std::vector<Point>& stiffness,
                   const std::vector<Point>& mass, const VoigtMatrix& D, double rho) {
  const Index n = places.size() / 3;
  const Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic>> X(places.data(), 3, n);
  const auto gradients = [&](const Vector3& xi) {
    DenseMatrix g(n, 3);
    for (Index k = 0; k < 3; ++k) {
      const Vector3 d = 1e-5 * Vector3::Unit(k);
      g.col(k) = (functions(xi + d) - functions(xi - d)) / 2e-5;
    }
    return g;
  };
  Matrices out{DenseMatrix::Zero(3 * n, 3 * n), DenseMatrix::Zero(3 * n, 3 * n)};
  for (const Point& p : stiffness) {
    const DenseMatrix g = gradients(p.xi);
    const Matrix3 J = X * g;  // dX/dxi
    const DenseMatrix G = g * J.inverse();
    DenseMatrix B = DenseMatrix::Zero(6, 3 * n);
    for (Index a = 0; a < n; ++a)
      B.middleCols(3 * a, 3) << G(a, 0), 0, 0, 0, G(a, 1), 0, 0, 0, G(a, 2), G(a, 1), G(a, 0), 0, G(a, 2), 0,
          G(a, 0), 0, G(a, 2), G(a, 1);
    out.K += p.weight * J.determinant() * B.transpose() * D * B;
  }
  for (const Point& p : mass) {
    const Vector N = functions(p.xi);
    const double volume = p.weight * Matrix3(X * gradients(p.xi)).determinant();
    for (Index a = 0; a < n; ++a)
      for (Index b = 0; b < n; ++b)
        for (Index k = 0; k < 3; ++k) out.M(3 * a + k, 3 * b + k) += rho * volume * N[a] * N[b];
  }
  return out;
}

void compare(CellShape shape, bool reduced, const Functions& functions, const std::vector<Point>& points,
             const std::vector<Point>& mass_points, double distortion) {
  const SolidCells cells = one_cell(shape, distortion);
  SolidProperties p = elastic();
  p.formulation = reduced ? SolidFormulation::reduced : SolidFormulation::full;
  const auto block = solid(cells, p);
  const State state = rest(cells);
  const Matrices expected =
      integrate(functions, state.q, points, mass_points, isotropic_stiffness(2.5, 0.3), 1.4);
  EXPECT_LT((test::stiffness(*block, state) - expected.K).norm(), 1e-8 * expected.K.norm());
  EXPECT_LT((mass(*block, state) - expected.M).norm(), 1e-8 * expected.M.norm());
}

TEST(ElementMatrices, OfC3D10) {
  const double a = (5 + 3 * std::sqrt(5.0)) / 20, b = (5 - std::sqrt(5.0)) / 20;
  const std::vector<Point> four = {
      {{b, b, b}, 1 / 24.}, {{a, b, b}, 1 / 24.}, {{b, a, b}, 1 / 24.}, {{b, b, a}, 1 / 24.}};
  // straight sides: products of two functions have degree 4
  compare(CellShape::tetrahedron10, false, tetrahedron, four, collapsed(4), 0);
}

TEST(ElementMatrices, OfC3D20R) {
  for (const double distortion : {0.0, 0.5})
    compare(CellShape::hexahedron20, true, hexahedron, gauss(2), gauss(3), distortion);
}

TEST(ElementMatrices, OfC3D20) {
  compare(CellShape::hexahedron20, false, hexahedron, gauss(3), gauss(3), 0.5);
}

}  // namespace
}  // namespace jounce
