#include "mesh/mesh_names.h"

#include <fmt/format.h>

namespace jounce {
namespace {

std::string count_of_nodes(std::size_t count) {
  return fmt::format("{} node{}", count, count == 1 ? "" : "s");
}

}  // namespace

std::string what_is(const std::vector<Mesh>& meshes, const std::string& name) {
  std::string found;
  for_each_mesh_name(meshes, [&](std::size_t i, const Mesh::Group* group, const std::string& full) {
    if (full != name) return;
    found = group == nullptr ? "a mesh of " + count_of_nodes(meshes[i].points.size())
                             : "a mesh group of " + count_of_nodes(group->points.size());
  });
  return found;
}

std::string groups_beside(const std::vector<Mesh>& meshes, const std::string& name) {
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
