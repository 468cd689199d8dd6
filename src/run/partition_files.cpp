#include "run/partition_files.h"

#include <algorithm>
#include <array>
#include <map>

#include "io/atomic_file.h"
#include "io/cell_picture.h"
#include "io/field_writer.h"
#include "io/folder.h"
#include "io/folder_lock.h"
#include "run/drawn_points.h"
#include "version.h"

namespace jounce {
namespace {

/// The vertex of every drawn point, -1 for what stands on the ground.
std::vector<int> vertices_of_points(const Model& model, const ModelGraph& graph) {
  std::vector<int> vertices;
  for (const Drawing& drawing : model.drawings) {
    const auto step = static_cast<std::size_t>(std::max(1, drawing.coordinates));
    for (std::size_t k = 0; k < drawing.node_dofs.size(); k += step)
      vertices.push_back(graph.node_of_dof[drawing.node_dofs[k]]);
    for (const auto& marker : drawing.markers)
      vertices.push_back(marker->dofs().empty() ? -1 : graph.node_of_dof[marker->dofs().front()]);
  }
  return vertices;
}

}  // namespace

DrawnParts drawn_parts(const Model& model, const ModelPartition& partition) {
  const std::vector<int> vertices = vertices_of_points(model, partition.of);
  DrawnParts parts;
  for (const int vertex : vertices)
    parts.points.push_back(vertex < 0 ? -1 : partition.part_of_vertex[vertex]);

  std::map<std::vector<int>, int> part_of_nodes;
  for (int element = 0; element < partition.of.elements.size(); ++element) {
    const auto nodes = partition.of.elements.of(element);
    part_of_nodes[{nodes.begin(), nodes.end()}] = partition.part_of_element[element];
  }
  const io::FieldMesh mesh = drawn_mesh(model);
  std::vector<int> nodes;
  for (std::size_t i = 0; i < mesh.cell_count(); ++i) {
    nodes.clear();
    double part = -1;  // of the cell's first point that can move, where it is no element
    for (std::int64_t k = mesh.offsets[i]; k < mesh.offsets[i + 1]; ++k) {
      const auto point = static_cast<std::size_t>(mesh.connectivity[k]);
      nodes.push_back(vertices[point]);
      if (part < 0) part = parts.points[point];
    }
    std::sort(nodes.begin(), nodes.end());
    const auto element = part_of_nodes.find(nodes);
    parts.cells.push_back(element == part_of_nodes.end() ? part : element->second);
  }
  return parts;
}

void write_partition(const std::filesystem::path& folder, const std::string& title, const Model& model,
                     const ModelPartition& partition) {
  io::make_folder(folder);
  const io::FolderLock lock(folder);
  io::write_atomically(folder / "partition.csv", partition_csv(partition));
  const io::FieldMesh mesh = drawn_mesh(model);
  if (mesh.point_count() == 0) return;
  const DrawnParts parts = drawn_parts(model, partition);
  io::FieldWriter writer(
      folder / "partition.vtkhdf", mesh, {{"part", "", 1, true}, {"part_of_cell", "", 1, false}},
      {{"program", version_line()}, {"build", version_text()}, {"title", title}}, {1, std::nullopt});
  const std::array<std::span<const double>, 2> fields = {parts.points, parts.cells};
  writer.frame(model.system.initial_state().t, mesh.points, fields);
  writer.close();
  if (mesh.cell_count() > 0) io::draw_cells(mesh, parts.cells, title, folder / "partition.png");
}

}  // namespace jounce
