#include "math/shape_functions.h"

#include <array>
#include <cmath>

namespace jounce {
namespace {

using enum CellShape;
using Row = std::array<double, 3>;

// Nodes of [-1, 1]^d: corners, then middles of edges.
constexpr std::array<Row, 3> kLine = {{{-1, 0, 0}, {1, 0, 0}, {0, 0, 0}}};
constexpr std::array<Row, 8> kQuadrilateral = {
    {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}}};
constexpr std::array<Row, 20> kHexahedron = {
    {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1},  {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1},
     {-1, 1, 1},   {0, -1, -1}, {1, 0, -1},  {0, 1, -1},  {-1, 0, -1}, {0, -1, 1}, {1, 0, 1},
     {0, 1, 1},    {-1, 0, 1},  {-1, -1, 0}, {1, -1, 0},  {1, 1, 0},   {-1, 1, 0}}};

// Ends of the edges of simplices, in the order of their middle nodes.
constexpr std::array<std::array<int, 2>, 3> kTriangleEdges = {{{0, 1}, {1, 2}, {2, 0}}};
constexpr std::array<std::array<int, 2>, 6> kTetrahedronEdges = {
    {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};

const Row* box_nodes(CellShape shape) {
  if (shape == line2 || shape == line3) return kLine.data();
  return shape == quadrilateral4 || shape == quadrilateral8 ? kQuadrilateral.data() : kHexahedron.data();
}

/// prod_k f_k times, of corners of the second order, (sum_k n_k x_k - (d - 1)), with f_k = (1 + n_k x_k) / 2
/// and, where n_k = 0, f_k = 1 - x_k^2.
void evaluate_box(CellShape shape, const Vector3& xi, double* N, double* dN) {
  const int d = shape_dimension(shape), nodes = shape_nodes(shape);
  const bool quadratic = is_quadratic(shape);
  const Row* place = box_nodes(shape);
  for (int a = 0; a < nodes; ++a) {
    const Row& n = place[a];
    Row f = {1, 1, 1}, df = {0, 0, 0};
    double bracket = 1 - d;
    bool corner = true;
    for (int k = 0; k < d; ++k) {
      const auto i = static_cast<std::size_t>(k);
      if (n[i] == 0) {
        f[i] = 1 - xi[k] * xi[k];
        df[i] = -2 * xi[k];
        corner = false;
      } else {
        f[i] = (1 + n[i] * xi[k]) / 2;
        df[i] = n[i] / 2;
        bracket += n[i] * xi[k];
      }
    }
    const bool has_bracket = quadratic && corner;
    const double product = f[0] * f[1] * f[2];
    N[a] = has_bracket ? product * bracket : product;
    for (int k = 0; k < d; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const double others = f[(i + 1) % 3] * f[(i + 2) % 3];
      dN[k * nodes + a] = has_bracket ? df[i] * others * bracket + product * n[i] : df[i] * others;
    }
  }
}

/// Barycentric coordinates L of a simplex with d + 1 corners: L_a (2 L_a - 1) and 4 L_a L_b, or L_a.
template <std::size_t Edges>
void evaluate_simplex(int d, bool quadratic, const std::array<std::array<int, 2>, Edges>& edges,
                      const Vector3& xi, int stride, double* N, double* dN) {
  std::array<double, 4> L = {1, 0, 0, 0};
  for (int k = 0; k < d; ++k) {
    L[k + 1] = xi[k];
    L[0] -= xi[k];
  }
  const auto slope = [](int a, int k) { return a == 0 ? -1.0 : a == k + 1 ? 1.0 : 0.0; };
  for (int a = 0; a <= d; ++a) {
    const double l = L[a];
    N[a] = quadratic ? l * (2 * l - 1) : l;
    for (int k = 0; k < d; ++k) dN[k * stride + a] = quadratic ? (4 * l - 1) * slope(a, k) : slope(a, k);
  }
  for (std::size_t e = 0; quadratic && e < Edges; ++e) {
    const auto [a, b] = edges[e];
    const double l_a = L[a], l_b = L[b];
    const int node = d + 1 + static_cast<int>(e);
    N[node] = 4 * l_a * l_b;
    for (int k = 0; k < d; ++k) dN[k * stride + node] = 4 * (slope(a, k) * l_b + l_a * slope(b, k));
  }
}

/// Triangle times line. Second order: corners L (2 L - 1) (1 + z n) / 2 - L (1 - z^2) / 2, middles of the
/// triangles 2 L_a L_b (1 + z n), of the vertical edges L (1 - z^2).
void evaluate_wedge(bool quadratic, const Vector3& xi, double* N, double* dN) {
  const int nodes = quadratic ? 15 : 6;
  std::array<double, 6> T{};
  std::array<double, 12> dT{};
  evaluate_simplex(2, quadratic, kTriangleEdges, xi, 6, T.data(), dT.data());
  std::array<double, 3> L{};
  std::array<double, 6> dL{};
  evaluate_simplex(2, false, kTriangleEdges, xi, 3, L.data(), dL.data());
  const double z = xi[2], bubble = 1 - z * z;
  const auto set = [&](int node, double value, double d_0, double d_1, double d_2) {
    N[node] = value;
    dN[node] = d_0;
    dN[nodes + node] = d_1;
    dN[2 * nodes + node] = d_2;
  };
  for (int end = 0; end < 2; ++end) {
    const double n = end == 0 ? -1 : 1, h = (1 + n * z) / 2;
    for (std::size_t a = 0; a < 3; ++a) {
      const double cut = quadratic ? bubble / 2 : 0, d_cut = quadratic ? -z : 0;
      set(3 * end + static_cast<int>(a), T[a] * h - L[a] * cut, dT[a] * h - dL[a] * cut,
          dT[6 + a] * h - dL[3 + a] * cut, T[a] * n / 2 - L[a] * d_cut);
      if (!quadratic) continue;
      set(6 + 3 * end + static_cast<int>(a), T[3 + a] * h, dT[3 + a] * h, dT[9 + a] * h, T[3 + a] * n / 2);
    }
  }
  for (std::size_t a = 0; quadratic && a < 3; ++a)
    set(12 + static_cast<int>(a), L[a] * bubble, dL[a] * bubble, dL[3 + a] * bubble, -2 * z * L[a]);
}

}  // namespace

void evaluate_shape(CellShape shape, const Vector3& xi, double* N, double* dN) {
  switch (shape) {
    case triangle3:
    case triangle6:
      return evaluate_simplex(2, is_quadratic(shape), kTriangleEdges, xi, shape_nodes(shape), N, dN);
    case tetrahedron4:
    case tetrahedron10:
      return evaluate_simplex(3, is_quadratic(shape), kTetrahedronEdges, xi, shape_nodes(shape), N, dN);
    case wedge6:
    case wedge15:
      return evaluate_wedge(is_quadratic(shape), xi, N, dN);
    default:
      return evaluate_box(shape, xi, N, dN);
  }
}

std::vector<Vector3> reference_nodes(CellShape shape) {
  std::vector<Vector3> nodes;
  const auto halfway = [&](int a, int b) { nodes.emplace_back((nodes[a] + nodes[b]) / 2); };
  switch (linear_shape(shape)) {
    case triangle3:
      nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
      for (const auto& [a, b] : kTriangleEdges) halfway(a, b);
      break;
    case tetrahedron4:
      nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
      for (const auto& [a, b] : kTetrahedronEdges) halfway(a, b);
      break;
    case wedge6:
      nodes = {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
      for (const int base : {0, 3})
        for (const auto& [a, b] : kTriangleEdges) halfway(base + a, base + b);
      for (int a = 0; a < 3; ++a) halfway(a, a + 3);
      break;
    default:
      for (int a = 0; a < shape_nodes(shape); ++a) {
        const Row& n = box_nodes(shape)[a];
        nodes.emplace_back(n[0], n[1], n[2]);
      }
  }
  nodes.resize(shape_nodes(shape));
  return nodes;
}

Vector3 reference_centre(CellShape shape) {
  switch (linear_shape(shape)) {
    case triangle3:
    case wedge6:
      return {1.0 / 3, 1.0 / 3, 0};
    case tetrahedron4:
      return {0.25, 0.25, 0.25};
    default:
      return Vector3::Zero();
  }
}

}  // namespace jounce
