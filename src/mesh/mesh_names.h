#pragma once

#include <optional>
#include <string>

#include "mesh/mesh.h"

namespace jounce {

/// Calls visit(number of the mesh, group, name) for every name of a deck that stands for nodes or cells of a
/// mesh: "mesh" with no group (nullptr), then "mesh.group" for each of its groups.
template <class Visit>
void for_each_mesh_name(const params::NamedList<Mesh>& meshes, const Visit& visit) {
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    visit(i, static_cast<const Mesh::Group*>(nullptr), meshes[i].name);
    for (const Mesh::Group& group : meshes[i].groups) visit(i, &group, meshes[i].name + "." + group.name);
  }
}

/// What a name stands for: a mesh, or a group of it.
struct NamedMesh {
  std::size_t mesh;          ///< its place
  const Mesh::Group* group;  ///< nullptr: the whole mesh
};
/// Without a search, and without a list of all names. Of several meanings of a name with dots the one with
/// the first mesh.
std::optional<NamedMesh> find_mesh_name(const params::NamedList<Mesh>& meshes, const std::string& name);

/// "a mesh of 27 nodes" or "a mesh group of 9 nodes", for messages; empty where the name is neither.
std::string what_is(const params::NamedList<Mesh>& meshes, const std::string& name);

/// "; mesh 'block' has the groups x_min, x_max", for a message about the unknown name "block.left"; empty
/// where "block" is no mesh.
std::string groups_beside(const params::NamedList<Mesh>& meshes, const std::string& name);

}  // namespace jounce
