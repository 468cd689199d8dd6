#include "mesh/gmsh_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/gmsh_process.h"

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
      const auto cell = mesh.cells[kind].cell(number);
      points.insert(points.end(), cell.begin(), cell.end());
    }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace

Mesh import_gmsh(const std::string& name, const fs::path& file, const GmshImport& options) {
  check_file(file);
  GmshTask task;
  task.file = file;
  task.size = options.size / options.scale;
  task.order = options.order;
  task.time_limit = options.time_limit;
  task.memory_limit = options.memory_limit;
  task.trusted = options.trusted;
  GmshMesh read = read_by_gmsh(task);
  if (read.shapes.empty())
    throw MeshError(fmt::format("'{}' has no elements of curves, surfaces or volumes", file.string()));

  Mesh mesh;
  mesh.name = name;
  mesh.points.reserve(read.coordinates.size() / 3);
  for (std::size_t i = 0; i + 2 < read.coordinates.size(); i += 3) {
    const Eigen::Map<const Vector3> place(read.coordinates.data() + i);
    if (!place.allFinite())
      throw MeshError(fmt::format("'{}' gives a node a coordinate that is not a finite number: ({}, {}, {})",
                                  file.string(), place.x(), place.y(), place.z()));
    mesh.points.push_back(options.scale * place);
  }
  for (std::size_t i = 0; i < read.shapes.size(); ++i)
    mesh.cells.push_back({read.shapes[i], std::move(read.nodes[i])});
  for (GmshMesh::Group& from : read.groups) {
    Mesh::Group group{std::move(from.name), std::move(from.points), std::move(from.cells)};
    if (group.points.empty()) group.points = nodes_of(mesh, group.cells);
    mesh.groups.push_back(std::move(group));
  }
  return mesh;
}

}  // namespace jounce
