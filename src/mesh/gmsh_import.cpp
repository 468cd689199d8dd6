#include "mesh/gmsh_import.h"

#include <fmt/format.h>

#include <algorithm>

#include "mesh/gmsh_loader.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

/// Gmsh takes a missing file for an empty model and unknown extensions for scripts, so both are checked
/// before.
void check_file(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) throw MeshError(fmt::format("there is no file '{}'", file.string()));
  if (!fs::is_regular_file(file, ignored)) throw MeshError(fmt::format("'{}' is no file", file.string()));
  const std::string extension = file.extension().string();
  if (extension != ".geo" && extension != ".msh")
    throw MeshError(fmt::format("the extension '{}' of '{}' is unknown; expected .geo or .msh", extension,
                                file.string()));
}

std::vector<int> ends_of(const std::vector<int>& lines, const Mesh& mesh) {
  std::vector<int> points;
  for (const int line : lines)
    for (const int point : mesh.lines[static_cast<std::size_t>(line)]) points.push_back(point);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace

Mesh import_gmsh(const std::string& name, const fs::path& file, double scale) {
  check_file(file);
  const GmshLoader gmsh(gmsh_module_folders());
  const GmshLoader::Data data = gmsh.read(file);
  if (data->error != nullptr)
    throw MeshError(fmt::format("Gmsh cannot use '{}': {}", file.string(), data->error));
  if (data->n_lines == 0)
    throw MeshError(
        fmt::format("'{}' has no line elements; two-node lines on its curves are expected", file.string()));

  Mesh mesh;
  mesh.name = name;
  mesh.points.reserve(data->n_points);
  for (std::size_t i = 0; i < data->n_points; ++i)
    mesh.points.push_back(scale * Eigen::Map<const Vector3>(data->points + 3 * i));
  mesh.lines.reserve(data->n_lines);
  for (std::size_t i = 0; i < data->n_lines; ++i)
    mesh.lines.push_back({data->lines[2 * i], data->lines[2 * i + 1]});
  for (std::size_t i = 0; i < data->n_groups; ++i) {
    const GmshGroup& from = data->groups[i];
    Mesh::Group group;
    group.name = from.name;
    std::vector<int> members(from.members, from.members + from.size);
    if (from.dimension == 1) {
      group.lines = std::move(members);
      group.points = ends_of(group.lines, mesh);
    } else {
      group.points = std::move(members);
    }
    mesh.groups.push_back(std::move(group));
  }
  return mesh;
}

}  // namespace jounce
