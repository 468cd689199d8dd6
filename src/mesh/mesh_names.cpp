#include "mesh/mesh_names.h"

#include <fmt/format.h>

namespace jounce {
namespace {

std::string count_of_nodes(std::size_t count) {
  return fmt::format("{} node{}", count, count == 1 ? "" : "s");
}

}  // namespace

std::optional<NamedMesh> find_mesh_name(const params::NamedList<Mesh>& meshes, const std::string& name) {
  std::optional<NamedMesh> found;
  const auto take = [&](const Mesh& mesh, const Mesh::Group* group) {
    const auto place = static_cast<std::size_t>(&mesh - &meshes[0]);
    if (!found || place < found->mesh) found = NamedMesh{place, group};
  };
  if (const Mesh* mesh = meshes.find(name)) take(*mesh, nullptr);
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
    if (const Mesh* mesh = meshes.find(name.substr(0, dot)))
      if (const Mesh::Group* group = mesh->find(name.substr(dot + 1))) take(*mesh, group);
  return found;
}

std::string what_is(const params::NamedList<Mesh>& meshes, const std::string& name) {
  const auto found = find_mesh_name(meshes, name);
  if (!found) return {};
  return found->group == nullptr ? "a mesh of " + count_of_nodes(meshes[found->mesh].points.size())
                                 : "a mesh group of " + count_of_nodes(found->group->points.size());
}

std::string groups_beside(const params::NamedList<Mesh>& meshes, const std::string& name) {
  constexpr std::size_t most = 20;
  const std::string mesh = name.substr(0, name.find('.'));
  std::string list;
  std::size_t count = 0;
  for_each_mesh_name(meshes, [&](std::size_t i, const Mesh::Group* group, const std::string&) {
    if (group == nullptr || meshes[i].name != mesh || ++count > most) return;
    list += (list.empty() ? "" : ", ") + group->name;
  });
  if (mesh == name || list.empty()) return {};
  return fmt::format("; mesh '{}' has the groups {}{}", mesh, list, count > most ? ", ..." : "");
}

}  // namespace jounce
