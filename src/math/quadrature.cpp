#include "math/quadrature.h"

#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

#include "math/shape_functions.h"

namespace jounce {
namespace {

using enum CellShape;

struct LinePoint {
  double x, weight;
};

std::vector<LinePoint> gauss_line(int points) {
  assert(points >= 1 && points <= 3);
  if (points == 1) return {{0, 2}};
  if (points == 2) return {{-1 / std::sqrt(3.0), 1}, {1 / std::sqrt(3.0), 1}};
  return {{-std::sqrt(0.6), 5.0 / 9}, {0, 8.0 / 9}, {std::sqrt(0.6), 5.0 / 9}};
}

/// The points of a tetrahedron with two barycentric coordinates a and two 1/2 - a.
void add_edge_points(Quadrature& rule, double a, double weight) {
  const double b = 0.5 - a;
  for (const Vector3& xi : {Vector3(a, a, b), Vector3(a, b, a), Vector3(b, a, a), Vector3(b, b, a),
                            Vector3(b, a, b), Vector3(a, b, b)})
    rule.push_back({xi, weight});
}

/// The points with all barycentric coordinates but one equal to a, beginning with the first one.
void add_corner_points(Quadrature& rule, int dimension, double a, double weight) {
  const double b = 1 - dimension * a;
  for (int corner = 0; corner <= dimension; ++corner) {
    Vector3 xi = Vector3::Zero();
    for (int k = 0; k < dimension; ++k) xi[k] = corner == k + 1 ? b : a;
    rule.push_back({xi, weight});
  }
}

}  // namespace

Quadrature gauss_rule(int dimension, int points) {
  const auto line = gauss_line(points);
  const std::vector<LinePoint> none = {{0, 1}};
  Quadrature rule;
  for (const LinePoint& z : dimension > 2 ? line : none)
    for (const LinePoint& y : dimension > 1 ? line : none)
      for (const LinePoint& x : line)
        rule.push_back({Vector3(x.x, y.x, z.x), x.weight * y.weight * z.weight});
  return rule;
}

Quadrature triangle_rule(int points) {
  Quadrature rule;
  if (points == 1) {
    rule.push_back({Vector3(1.0 / 3, 1.0 / 3, 0), 0.5});
  } else if (points == 3) {
    add_corner_points(rule, 2, 1.0 / 6, 1.0 / 6);
  } else {
    assert(points == 7);
    const double s = std::sqrt(15.0);
    rule.push_back({Vector3(1.0 / 3, 1.0 / 3, 0), 9.0 / 80});
    add_corner_points(rule, 2, (6 - s) / 21, (155 - s) / 2400);
    add_corner_points(rule, 2, (6 + s) / 21, (155 + s) / 2400);
  }
  return rule;
}

Quadrature tetrahedron_rule(int points) {
  Quadrature rule;
  if (points == 1) {
    rule.push_back({Vector3(0.25, 0.25, 0.25), 1.0 / 6});
  } else if (points == 4) {
    add_corner_points(rule, 3, (5 - std::sqrt(5.0)) / 20, 1.0 / 24);
  } else {
    assert(points == 15);
    const double s = std::sqrt(15.0);
    rule.push_back({Vector3(0.25, 0.25, 0.25), 8.0 / 405});
    add_corner_points(rule, 3, (7 - s) / 34, (2665 + 14 * s) / 226800);
    add_corner_points(rule, 3, (7 + s) / 34, (2665 - 14 * s) / 226800);
    add_edge_points(rule, (5 - s) / 20, 5.0 / 567);
  }
  return rule;
}

Quadrature wedge_rule(int triangle_points, int line_points) {
  Quadrature rule;
  for (const LinePoint& z : gauss_line(line_points))
    for (const QuadraturePoint& p : triangle_rule(triangle_points))
      rule.push_back({Vector3(p.xi.x(), p.xi.y(), z.x), p.weight * z.weight});
  return rule;
}

Quadrature hexahedron_rule() {
  Quadrature rule;
  const double on_axis = std::sqrt(19.0 / 30), corner = std::sqrt(19.0 / 33);
  for (Index k = 0; k < 3; ++k)
    for (const double sign : {-1.0, 1.0}) rule.push_back({sign * on_axis * Vector3::Unit(k), 320.0 / 361});
  for (const double z : {-corner, corner})
    for (const double y : {-corner, corner})
      for (const double x : {-corner, corner}) rule.push_back({{x, y, z}, 121.0 / 361});
  return rule;
}

Quadrature pipe_rule(double wall) {
  constexpr int kAround = 8;
  const double inner = 1 - wall, radius = std::sqrt((1 + inner * inner) / 2);
  const double area = std::numbers::pi * (1 - inner * inner);
  Quadrature rule;
  for (const LinePoint& x : gauss_line(2))
    for (int k = 0; k < kAround; ++k) {
      const double angle = 2 * std::numbers::pi * k / kAround;
      rule.push_back({{x.x, radius * std::cos(angle), radius * std::sin(angle)}, x.weight * area / kAround});
    }
  return rule;
}

Quadrature box_rule(const BoxWalls& walls) {
  const auto& [sizes, t] = walls;
  // Corners of the middle lines: along the third axis and minus the second one.
  const double first = 1 - t[0] / sizes[0], last = 1 - t[2] / sizes[0];
  const double upper = 1 - t[1] / sizes[1], lower = 1 - t[3] / sizes[1];
  const std::array<std::array<double, 2>, 4> corners = {
      {{first, -lower}, {first, upper}, {-last, upper}, {-last, -lower}}};
  constexpr std::array<double, 5> kSimpson = {1.0 / 12, 4.0 / 12, 2.0 / 12, 4.0 / 12, 1.0 / 12};
  Quadrature around;
  for (std::size_t wall = 0; wall < 4; ++wall) {
    const auto &a = corners[wall], &b = corners[(wall + 1) % 4];
    const std::size_t across = wall % 2, along = 1 - across;  // of the directions of the box
    const double share = std::abs(b[along] - a[along]) * 2 * t[wall] / sizes[across];
    if (wall > 0) around.back().weight += kSimpson[0] * share;
    for (std::size_t k = wall > 0 ? 1 : 0; k < 5; ++k) {
      const double s = static_cast<double>(k) / 4;
      around.push_back({{0, -(a[1] + s * (b[1] - a[1])), a[0] + s * (b[0] - a[0])}, kSimpson[k] * share});
    }
  }
  around.front().weight += around.back().weight;
  around.pop_back();
  Quadrature rule;
  for (const LinePoint& x : gauss_line(2))
    for (const QuadraturePoint& p : around) rule.push_back({{x.x, p.xi.y(), p.xi.z()}, x.weight * p.weight});
  return rule;
}

Quadrature stiffness_rule(CellShape shape, bool reduced, double hourglass_share) {
  if (shape == hexahedron20 && reduced && hourglass_share > 0) {
    Quadrature rule = gauss_rule(3, 2);
    for (QuadraturePoint& point : rule) point.weight *= 1 - hourglass_share;
    for (const QuadraturePoint& point : hexahedron_rule())
      rule.push_back({point.xi, hourglass_share * point.weight});
    return rule;
  }
  switch (shape) {
    case triangle3:
      return triangle_rule(1);
    case triangle6:
      return triangle_rule(3);
    case tetrahedron4:
      return tetrahedron_rule(1);
    case tetrahedron10:
      return tetrahedron_rule(4);
    case wedge6:
      return wedge_rule(1, 2);
    case wedge15:
      return wedge_rule(3, 3);
    default:
      return gauss_rule(shape_dimension(shape), (is_quadratic(shape) ? 3 : 2) - (reduced ? 1 : 0));
  }
}

Quadrature mass_rule(CellShape shape) {
  switch (shape) {
    case triangle3:
    case triangle6:
      return triangle_rule(7);
    case tetrahedron4:
      return tetrahedron_rule(4);
    case tetrahedron10:
      return tetrahedron_rule(15);
    case wedge6:
      return wedge_rule(3, 2);
    case wedge15:
      return wedge_rule(7, 3);
    default:
      return gauss_rule(shape_dimension(shape), is_quadratic(shape) ? 3 : 2);
  }
}

Quadrature face_rule(CellShape shape) {
  switch (shape) {
    case triangle3:
      return triangle_rule(3);
    case triangle6:
      return triangle_rule(7);
    default:
      return gauss_rule(shape_dimension(shape), is_quadratic(shape) ? 3 : 2);
  }
}

}  // namespace jounce
