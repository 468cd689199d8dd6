#pragma once

#include <array>
#include <vector>

#include "collision/polyhedron.h"
#include "collision/triangle_surface.h"

namespace jounce::collision {

/// Square of n by n cells of two triangles, from -half to half, with the heights z(x, y). The diagonals of
/// the cells alternate.
template <typename Height>
Shape floor_surface(int n, double half, Height&& z) {
  std::vector<Vector3> vertices;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double x = half * (2.0 * i / n - 1), y = half * (2.0 * j / n - 1);
      vertices.emplace_back(x, y, z(x, y));
    }
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
      if ((i + j) % 2 == 0) {
        triangles.push_back({a, b, d});
        triangles.push_back({a, d, c});
      } else {
        triangles.push_back({a, b, c});
        triangles.push_back({b, d, c});
      }
    }
  return make_surface(std::move(vertices), std::move(triangles));
}

/// The boundary of a hull or box as triangles.
inline Shape boundary(const Shape& solid) {
  const Polyhedron& polyhedron = *solid.polyhedron;
  std::vector<std::array<int, 3>> triangles;
  for (int f = 0; f < polyhedron.faces(); ++f) {
    const auto face = polyhedron.face(f);
    for (std::size_t k = 1; k + 1 < face.size(); ++k) triangles.push_back({face[0], face[k], face[k + 1]});
  }
  return make_surface(polyhedron.vertices, std::move(triangles));
}

}  // namespace jounce::collision
