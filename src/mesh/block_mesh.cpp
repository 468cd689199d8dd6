#include "mesh/block_mesh.h"

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

/// Places of a block of half steps: a cell has 2 of them along each axis, a linear mesh uses the even ones.
class Grid {
 public:
  Grid(int dimension, const std::array<int, 3>& counts, int order) : order_(order) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      last_[axis] = static_cast<int>(axis) < dimension ? 2 * counts[axis] : 0;
    places_.assign(static_cast<std::size_t>(last_[0] + 1) * static_cast<std::size_t>(last_[1] + 1) *
                       static_cast<std::size_t>(last_[2] + 1),
                   -1);
  }

  int last(std::size_t axis) const { return last_[axis]; }
  /// Corners of cells, and with order 2 middles of their edges.
  bool is_node(const std::array<int, 3>& i) const {
    const int odd = i[0] % 2 + i[1] % 2 + i[2] % 2;
    return odd == 0 || (odd == 1 && order_ == 2);
  }
  int& place(const std::array<int, 3>& i) {
    return places_[(static_cast<std::size_t>(i[2]) * static_cast<std::size_t>(last_[1] + 1) +
                    static_cast<std::size_t>(i[1])) *
                       static_cast<std::size_t>(last_[0] + 1) +
                   static_cast<std::size_t>(i[0])];
  }

 private:
  int order_;
  std::array<int, 3> last_{};
  std::vector<int> places_;
};

/// Corners of the reference cell in half steps.
constexpr std::array<std::array<int, 3>, 8> kCorners = {
    {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}}};

/// Half steps of all nodes of a cell; the middle of an edge lies between the ends that a face gives it.
std::vector<std::array<int, 3>> reference_nodes(CellShape shape) {
  const CellTopology& cell = topology(shape);
  std::vector<std::array<int, 3>> nodes(kCorners.begin(), kCorners.begin() + cell.corners);
  nodes.resize(cell.nodes);
  for (const CellFace& face : cell.faces) {
    const auto corners = static_cast<std::size_t>(topology(face.shape).corners);
    for (std::size_t k = corners; k < face.nodes.size(); ++k)
      for (std::size_t axis = 0; axis < 3; ++axis)
        nodes[face.nodes[k]][axis] =
            (nodes[face.nodes[k - corners]][axis] + nodes[face.nodes[(k - corners + 1) % corners]][axis]) / 2;
  }
  return nodes;
}

}  // namespace

Mesh block_mesh(std::string name, int dimension, const Vector3& from, const Vector3& to,
                const std::array<int, 3>& counts, int order) {
  using enum CellShape;
  const CellShape shape = dimension == 3 ? (order == 2 ? hexahedron20 : hexahedron8)
                                         : (order == 2 ? quadrilateral8 : quadrilateral4);
  const CellTopology& cell = topology(shape);
  Mesh mesh;
  mesh.name = std::move(name);
  Grid grid(dimension, counts, order);
  for (int k = 0; k <= grid.last(2); ++k)
    for (int j = 0; j <= grid.last(1); ++j)
      for (int i = 0; i <= grid.last(0); ++i) {
        if (!grid.is_node({i, j, k})) continue;
        grid.place({i, j, k}) = static_cast<int>(mesh.points.size());
        const std::array<int, 3> at = {i, j, k};
        Vector3 x = from;
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimension); ++axis) {
          const double s = static_cast<double>(at[axis]) / grid.last(axis);
          x[static_cast<Index>(axis)] =
              std::lerp(from[static_cast<Index>(axis)], to[static_cast<Index>(axis)], s);
        }
        mesh.points.push_back(x);
      }

  const auto reference = reference_nodes(shape);
  mesh.of(shape);
  mesh.of(cell.faces[0].shape);
  for (int side = 0; side < 2 * dimension; ++side)
    mesh.groups.push_back(
        {std::string(1, "xyz"[side / 2]) + (side % 2 == 0 ? "_min" : "_max"), {}, {{}, {}}});
  mesh.groups.push_back({"boundary", {}, {{}, {}}});
  for (int k = 0; k < std::max(1, grid.last(2)); k += 2)
    for (int j = 0; j < grid.last(1); j += 2)
      for (int i = 0; i < grid.last(0); i += 2) {
        std::vector<int> nodes;
        for (const auto& r : reference) nodes.push_back(grid.place({i + r[0], j + r[1], k + r[2]}));
        mesh.cells[0].nodes.insert(mesh.cells[0].nodes.end(), nodes.begin(), nodes.end());
        const std::array<int, 3> at = {i, j, k};
        for (const CellFace& face : cell.faces)
          for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimension); ++axis)
            for (const int end : {0, 2}) {
              const auto is_on = [&](int node) { return reference[node][axis] == end; };
              if (at[axis] + end != (end == 0 ? 0 : grid.last(axis)) ||
                  !std::all_of(face.nodes.begin(), face.nodes.end(), is_on))
                continue;
              for (Mesh::Group* group :
                   {&mesh.groups[2 * axis + static_cast<std::size_t>(end / 2)], &mesh.groups.back()}) {
                group->cells[1].push_back(static_cast<int>(mesh.cells[1].size()));
                for (const int node : face.nodes) group->points.push_back(nodes[node]);
              }
              for (const int node : face.nodes) mesh.cells[1].nodes.push_back(nodes[node]);
            }
      }
  for (Mesh::Group& group : mesh.groups) {
    std::sort(group.points.begin(), group.points.end());
    group.points.erase(std::unique(group.points.begin(), group.points.end()), group.points.end());
  }
  return mesh;
}

}  // namespace jounce
