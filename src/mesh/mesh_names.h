#pragma once

#include <string>
#include <vector>

#include "mesh/mesh.h"

namespace jounce {

/// Calls visit(number of the mesh, group, name) for every name of a deck that stands for nodes or cells of a
/// mesh: "mesh" with no group (nullptr), then "mesh.group" for each of its groups.
template <class Visit>
void for_each_mesh_name(const std::vector<Mesh>& meshes, const Visit& visit) {
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    visit(i, static_cast<const Mesh::Group*>(nullptr), meshes[i].name);
    for (const Mesh::Group& group : meshes[i].groups) visit(i, &group, meshes[i].name + "." + group.name);
  }
}

}  // namespace jounce
