#include "mesh/gmsh_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "mesh/gmsh_loader.h"
#include "mesh/msh_check.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

/// Gmsh takes a missing file for an empty model and unknown extensions for scripts, so both are checked
/// before.
void check_file(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) throw MeshError(fmt::format("there is no file '{}'", file.string()));
  if (!fs::is_regular_file(file, ignored)) throw MeshError(fmt::format("'{}' is no file", file.string()));
  constexpr std::array<std::string_view, 6> known = {".geo", ".msh", ".step", ".stp", ".bdf", ".nas"};
  const std::string extension = file.extension().string();
  if (std::find(known.begin(), known.end(), extension) == known.end())
    throw MeshError(
        fmt::format("the extension '{}' of '{}' is unknown; expected .geo, .msh, .step, .stp, .bdf or .nas",
                    extension, file.string()));
}

/// Sorted nodes of the cells of a group.
std::vector<int> nodes_of(const Mesh& mesh, const std::vector<std::vector<int>>& members) {
  std::vector<int> points;
  for (std::size_t kind = 0; kind < members.size(); ++kind)
    for (const int number : members[kind]) {
      const auto cell = mesh.cells[kind].cell(static_cast<std::size_t>(number));
      points.insert(points.end(), cell.begin(), cell.end());
    }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace

Mesh import_gmsh(const std::string& name, const fs::path& file, const GmshImport& options) {
  check_file(file);
  if (file.extension() == ".msh") check_msh(file);
  const GmshLoader gmsh(gmsh_module_folders());
  const GmshLoader::Data data = gmsh.read(file, {options.size / options.scale, options.order});
  if (data->error != nullptr)
    throw MeshError(fmt::format("Gmsh cannot use '{}': {}", file.string(), data->error));
  if (data->n_cells == 0)
    throw MeshError(fmt::format("'{}' has no elements of curves, surfaces or volumes", file.string()));

  Mesh mesh;
  mesh.name = name;
  mesh.points.reserve(data->n_points);
  for (std::size_t i = 0; i < data->n_points; ++i)
    mesh.points.push_back(options.scale * Eigen::Map<const Vector3>(data->points + 3 * i));
  for (std::size_t i = 0; i < data->n_cells; ++i) {
    const GmshCells& from = data->cells[i];
    mesh.cells.push_back({static_cast<CellShape>(from.shape), {from.nodes, from.nodes + from.n_nodes}});
  }
  for (std::size_t i = 0; i < data->n_groups; ++i) {
    const GmshGroup& from = data->groups[i];
    Mesh::Group group{from.name, {from.points, from.points + from.n_points}};
    for (std::size_t k = 0; k < from.n_cells; ++k)
      group.cells.emplace_back(from.cells[k].numbers, from.cells[k].numbers + from.cells[k].size);
    if (group.points.empty()) group.points = nodes_of(mesh, group.cells);
    mesh.groups.push_back(std::move(group));
  }
  return mesh;
}

}  // namespace jounce
