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

/// Nodes of the grid: steps[0] x steps[1] places of the steps from node to node, of which a grid of
/// quadrilaterals of order 2 leaves out the middles of cells.
class SheetGrid {
 public:
  SheetGrid(const std::array<int, 2>& counts, bool triangles, int order, bool is_closed)
      : steps_{order * counts[0], order * counts[1]},
        order_(order),
        is_closed_(is_closed),
        has_centres_(triangles || order == 1) {
    for (int j = 0; j <= steps_[1]; ++j)
      for (int i = 0; i < row(); ++i) numbers_.push_back(is_node(i, j) ? count_++ : -1);
  }

  int order() const { return order_; }
  const std::array<int, 2>& steps() const { return steps_; }
  bool is_closed() const { return is_closed_; }
  bool is_node(int i, int j) const { return has_centres_ || i % 2 == 0 || j % 2 == 0; }
  int row() const { return steps_[0] + (is_closed_ ? 0 : 1); }
  int node(int i, int j) const {
    return numbers_[static_cast<std::size_t>(j * row() + (is_closed_ ? i % steps_[0] : i))];
  }
  /// The node at half of both numbers of steps, or one next to it.
  int middle() const {
    const int i = steps_[0] / 2, j = steps_[1] / 2;
    return is_node(i, j) ? node(i, j) : node(i - 1, j);
  }

 private:
  std::array<int, 2> steps_;
  int order_;
  bool is_closed_, has_centres_;
  std::vector<int> numbers_;
  int count_ = 0;
};

void add_sheet_cells(const SheetGrid& grid, bool triangles, Mesh& mesh) {
  const int step = grid.order();
  using enum CellShape;
  std::vector<int>& nodes =
      mesh.of(triangles ? (step == 2 ? triangle6 : triangle3) : (step == 2 ? quadrilateral8 : quadrilateral4))
          .nodes;
  // Corners of a cell in steps; middles of sides lie half way between them.
  using Corners = std::vector<std::array<int, 2>>;
  const auto add = [&](int i, int j, const Corners& corners) {
    for (const auto& at : corners) nodes.push_back(grid.node(i + step * at[0], j + step * at[1]));
    for (std::size_t k = 0; step == 2 && k < corners.size(); ++k) {
      const auto &from = corners[k], &to = corners[(k + 1) % corners.size()];
      nodes.push_back(grid.node(i + from[0] + to[0], j + from[1] + to[1]));
    }
  };
  for (int j = 0; j < grid.steps()[1]; j += step)
    for (int i = 0; i < grid.steps()[0]; i += step) {
      if (!triangles) {
        add(i, j, {{0, 0}, {1, 0}, {1, 1}, {0, 1}});
        continue;
      }
      add(i, j, {{0, 0}, {1, 0}, {1, 1}});
      add(i, j, {{0, 0}, {1, 1}, {0, 1}});
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
  const int n = grid.steps()[0], m = grid.steps()[1];
  std::array<std::vector<int>, 4> sides;
  for (int i = 0; i <= n; ++i) sides[0].push_back(grid.node(i, 0));
  for (int j = 0; j <= m; ++j) sides[1].push_back(grid.node(n, j));
  for (int i = n; i >= 0; --i) sides[2].push_back(grid.node(i, m));
  for (int j = m; j >= 0; --j) sides[3].push_back(grid.node(0, j));
  Mesh::Group boundary{"boundary", {}, {}};
  for (std::size_t k = 0; k < 4; ++k) {
    if (grid.is_closed() && k % 2 == 1) continue;
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
  mesh.groups.push_back({"middle", {grid.middle()}, {}});
  for (Mesh::Group& group : mesh.groups) {
    std::sort(group.points.begin(), group.points.end());
    group.points.erase(std::unique(group.points.begin(), group.points.end()), group.points.end());
  }
}

}  // namespace

Mesh sheet_mesh(std::string name, SheetCoordinates coordinates, const std::array<Vector3, 4>& corners,
                const std::array<int, 2>& counts, bool triangles, int order) {
  constexpr double kClosed = 1e-9;  // of the extent
  const std::array<int, 2> steps = {order * counts[0], order * counts[1]};
  const auto place = [&](int i, int j) {
    const double u = static_cast<double>(i) / steps[0], v = static_cast<double>(j) / steps[1];
    return place_of(coordinates, (1 - v) * ((1 - u) * corners[0] + u * corners[1]) +
                                     v * ((1 - u) * corners[3] + u * corners[2]));
  };
  double extent = 0, seam = 0;
  for (int j = 0; j <= steps[1]; ++j) {
    seam = std::max(seam, (place(steps[0], j) - place(0, j)).norm());
    for (int i = 0; i <= steps[0]; ++i) extent = std::max(extent, (place(i, j) - place(0, 0)).norm());
  }
  const SheetGrid grid(counts, triangles, order, counts[0] > 2 && seam < kClosed * extent);
  Mesh mesh;
  mesh.name = std::move(name);
  for (int j = 0; j <= steps[1]; ++j)
    for (int i = 0; i < grid.row(); ++i)
      if (grid.is_node(i, j)) mesh.points.push_back(place(i, j));
  add_sheet_cells(grid, triangles, mesh);
  add_sheet_groups(grid, mesh);
  return mesh;
}

}  // namespace jounce
