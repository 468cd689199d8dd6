#include "mesh/sheet_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jounce {
namespace {

Vector3 place_of(SheetCoordinates coordinates, const Vector3& at) {
  constexpr double kDegree = std::numbers::pi / 180;
  if (coordinates == SheetCoordinates::cartesian) return at;
  if (coordinates == SheetCoordinates::cylindrical) {
    const double phi = at.y() * kDegree;
    return {at.x() * std::cos(phi), at.x() * std::sin(phi), at.z()};
  }
  const double theta = at.y() * kDegree, phi = at.z() * kDegree;
  return at.x() * Vector3(std::cos(theta) * std::cos(phi), std::cos(theta) * std::sin(phi), std::sin(theta));
}

/// Numbers of the nodes of the grid.
struct SheetGrid {
  std::array<int, 2> counts;
  bool is_closed;

  int row() const { return counts[0] + (is_closed ? 0 : 1); }
  int node(int i, int j) const { return j * row() + (is_closed ? i % counts[0] : i); }
};

void add_sheet_cells(const SheetGrid& grid, bool triangles, Mesh& mesh) {
  std::vector<int>& nodes = mesh.of(triangles ? CellShape::triangle3 : CellShape::quadrilateral4).nodes;
  for (int j = 0; j < grid.counts[1]; ++j)
    for (int i = 0; i < grid.counts[0]; ++i) {
      const std::array<int, 4> cell = {grid.node(i, j), grid.node(i + 1, j), grid.node(i + 1, j + 1),
                                       grid.node(i, j + 1)};
      if (!triangles) {
        nodes.insert(nodes.end(), cell.begin(), cell.end());
        continue;
      }
      nodes.insert(nodes.end(), {cell[0], cell[1], cell[2], cell[0], cell[2], cell[3]});
    }
}

/// Adds a group of the lines along a chain of nodes.
void add_side(const std::string& name, const std::vector<int>& chain, Mesh& mesh) {
  Mesh::Group group{name, chain, {}};
  std::vector<int>& lines = mesh.of(CellShape::line2).nodes;
  const auto place = static_cast<std::size_t>(mesh.find(CellShape::line2));
  group.cells.resize(place + 1);
  for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
    group.cells[place].push_back(static_cast<int>(lines.size() / 2));
    lines.insert(lines.end(), {chain[k], chain[k + 1]});
  }
  mesh.groups.push_back(std::move(group));
}

void add_sheet_groups(const SheetGrid& grid, Mesh& mesh) {
  const int n = grid.counts[0], m = grid.counts[1];
  std::array<std::vector<int>, 4> sides;
  for (int i = 0; i <= n; ++i) sides[0].push_back(grid.node(i, 0));
  for (int j = 0; j <= m; ++j) sides[1].push_back(grid.node(n, j));
  for (int i = n; i >= 0; --i) sides[2].push_back(grid.node(i, m));
  for (int j = m; j >= 0; --j) sides[3].push_back(grid.node(0, j));
  Mesh::Group boundary{"boundary", {}, {}};
  for (std::size_t k = 0; k < 4; ++k) {
    if (grid.is_closed && k % 2 == 1) continue;
    add_side("side_" + std::to_string(k + 1), sides[k], mesh);
    const Mesh::Group& side = mesh.groups.back();
    boundary.points.insert(boundary.points.end(), side.points.begin(), side.points.end());
    boundary.cells.resize(side.cells.size());
    boundary.cells.back().insert(boundary.cells.back().end(), side.cells.back().begin(),
                                 side.cells.back().end());
  }
  mesh.groups.push_back(std::move(boundary));
  const std::array<int, 4> corners = {grid.node(0, 0), grid.node(n, 0), grid.node(n, m), grid.node(0, m)};
  for (std::size_t k = 0; k < 4; ++k)
    mesh.groups.push_back({"corner_" + std::to_string(k + 1), {corners[k]}, {}});
  const std::array<int, 4> middles = {grid.node(n / 2, 0), grid.node(n, m / 2), grid.node(n / 2, m),
                                      grid.node(0, m / 2)};
  for (std::size_t k = 0; k < 4; ++k)
    mesh.groups.push_back({"middle_" + std::to_string(k + 1), {middles[k]}, {}});
  mesh.groups.push_back({"middle", {grid.node(n / 2, m / 2)}, {}});
  for (Mesh::Group& group : mesh.groups) {
    std::sort(group.points.begin(), group.points.end());
    group.points.erase(std::unique(group.points.begin(), group.points.end()), group.points.end());
  }
}

}  // namespace

Mesh sheet_mesh(std::string name, SheetCoordinates coordinates, const std::array<Vector3, 4>& corners,
                const std::array<int, 2>& counts, bool triangles) {
  constexpr double kClosed = 1e-9;  // of the extent
  const auto place = [&](int i, int j) {
    const double u = static_cast<double>(i) / counts[0], v = static_cast<double>(j) / counts[1];
    return place_of(coordinates, (1 - v) * ((1 - u) * corners[0] + u * corners[1]) +
                                     v * ((1 - u) * corners[3] + u * corners[2]));
  };
  double extent = 0, seam = 0;
  for (int j = 0; j <= counts[1]; ++j) {
    seam = std::max(seam, (place(counts[0], j) - place(0, j)).norm());
    for (int i = 0; i <= counts[0]; ++i) extent = std::max(extent, (place(i, j) - place(0, 0)).norm());
  }
  const SheetGrid grid{counts, counts[0] > 2 && seam < kClosed * extent};
  Mesh mesh;
  mesh.name = std::move(name);
  for (int j = 0; j <= counts[1]; ++j)
    for (int i = 0; i < grid.row(); ++i) mesh.points.push_back(place(i, j));
  add_sheet_cells(grid, triangles, mesh);
  add_sheet_groups(grid, mesh);
  return mesh;
}

}  // namespace jounce
