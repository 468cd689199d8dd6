#include "scene/solids.h"

#include "mesh/vtk_cells.h"

namespace jounce::scene {

Solids solids_of(const io::FieldMesh& mesh) {
  Solids solids;
  for (std::size_t cell = 0; cell < mesh.cell_count(); ++cell) {
    const std::span<const std::int64_t> own(
        &mesh.connectivity[mesh.offsets[cell]],
        static_cast<std::size_t>(mesh.offsets[cell + 1] - mesh.offsets[cell]));
    const std::optional<CellShape> shape = find_shape(3, static_cast<int>(own.size()));
    if (!shape || topology(*shape).vtk_type != mesh.types[cell]) continue;
    const std::vector<int> nodes(own.begin(), own.end());
    solids.cells.push_back(static_cast<std::int32_t>(cell));
    solids.shapes.push_back(*shape);
    for (const int node : in_vtk_order(*shape, nodes)) solids.nodes.push_back(node);  // the exchange undone
  }
  return solids;
}

std::vector<std::array<int, 3>> quadratic_triangles(int corners) {
  std::vector<std::array<int, 3>> triangles;
  const int n = 2 * corners;
  for (int k = 0; k < corners; ++k) triangles.push_back({(2 * k + n - 1) % n, 2 * k, 2 * k + 1});
  for (int k = 2; k < corners; ++k) triangles.push_back({1, 2 * k - 1, 2 * k + 1});
  return triangles;
}

std::vector<std::array<int, 3>> side_triangles(CellShape shape) {
  std::vector<std::array<int, 3>> triangles;
  for (const CellFace& side : topology(shape).faces) {
    const int corners = topology(side.shape).corners;
    const auto size = static_cast<int>(side.nodes.size());
    if (size == corners) {
      for (int k = 2; k < corners; ++k)
        triangles.push_back({side.nodes[0], side.nodes[k - 1], side.nodes[k]});
      continue;
    }
    const auto around = [&](int place) { return side.nodes[place / 2 + (place % 2 == 0 ? 0 : corners)]; };
    for (const auto& [a, b, c] : quadratic_triangles(corners))
      triangles.push_back({around(a), around(b), around(c)});
  }
  return triangles;
}

}  // namespace jounce::scene
