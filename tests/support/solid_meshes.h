#pragma once

#include <algorithm>
#include <array>
#include <map>

#include "mesh/block_mesh.h"
#include "solids.h"

namespace jounce::test {

/// Block [0, 2]^d (x from 1) of `counts` cells of any shape: hexahedra split into wedges or tetrahedra,
/// quadrilaterals into triangles, middles of edges added; nodes inside are moved by up to `distortion`,
/// middles by themselves where edges may be `curved`.
inline SolidCells patch(CellShape shape, int counts, double distortion, bool curved = true) {
  using enum CellShape;
  const int d = topology(shape).dimension;
  const CellShape first = linear_shape(shape);
  const Mesh mesh = block_mesh("m", d, {1, 0, 0}, {3, 2, d == 3 ? 2.0 : 0.0}, {counts, counts, counts}, 1);
  // places of the corners of each part in the cell that is split
  std::vector<std::vector<int>> parts;
  if (first == triangle3)
    parts = {{0, 1, 2}, {0, 2, 3}};
  else if (first == wedge6)
    parts = {{0, 1, 2, 4, 5, 6}, {0, 2, 3, 4, 6, 7}};
  else if (first == tetrahedron4)
    parts = {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
  else if (d == 2)
    parts = {{0, 1, 2, 3}};
  else
    parts = {{0, 1, 2, 3, 4, 5, 6, 7}};

  std::vector<Vector3> points = mesh.points;
  std::vector<int> nodes;
  std::map<std::array<int, 2>, int> middles;
  const Mesh::Cells& cells = mesh.cells[mesh.find(d == 2 ? quadrilateral4 : hexahedron8)];
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (const auto& part : parts) {
      std::vector<int> cell;
      for (const int corner : part) cell.push_back(cells.cell(i)[corner]);
      cell.resize(topology(shape).nodes);
      if (is_quadratic(shape))
        for (const CellFace& face : topology(shape).faces) {
          const auto n = static_cast<std::size_t>(topology(face.shape).corners);
          for (std::size_t k = n; k < face.nodes.size(); ++k) {
            const int a = cell[face.nodes[k - n]];
            const int b = cell[face.nodes[(k - n + 1) % n]];
            const auto [place, added] =
                middles.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<int>(points.size()));
            if (added) points.push_back((points[a] + points[b]) / 2);
            cell[face.nodes[k]] = place->second;
          }
        }
      nodes.insert(nodes.end(), cell.begin(), cell.end());
    }
  unsigned seed = 1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    bool inside = i < mesh.points.size() || curved;
    for (int k = 0; k < d; ++k)
      inside = inside && points[i][k] > (k == 0 ? 1 : 0) + 1e-9 && points[i][k] < (k == 0 ? 3 : 2) - 1e-9;
    for (int k = 0; k < d; ++k) {
      seed = seed * 1664525U + 1013904223U;
      if (inside) points[i][k] += distortion * (static_cast<double>(seed >> 8) / (1U << 23) - 1);
    }
  }
  for (const auto& [ends, middle] : middles)
    if (!curved) points[middle] = (points[ends[0]] + points[ends[1]]) / 2;
  std::vector<double> places;
  for (const Vector3& point : points) places.insert(places.end(), point.data(), point.data() + d);
  return solid_cells(shape, std::move(places), std::move(nodes));
}

/// Nodes of a patch that lie inside.
inline std::vector<int> inner_nodes(const SolidCells& cells) {
  const auto d = static_cast<std::size_t>(topology(cells.shape).dimension);
  std::vector<int> found;
  for (std::size_t node = 0; node < cells.points.size(); ++node) {
    bool inside = true;
    for (std::size_t k = 0; k < d; ++k) {
      const double x = cells.places[node * d + k];
      inside = inside && x > (k == 0 ? 1 : 0) + 1e-9 && x < (k == 0 ? 3 : 2) - 1e-9;
    }
    if (inside) found.push_back(static_cast<int>(node));
  }
  return found;
}

}  // namespace jounce::test
