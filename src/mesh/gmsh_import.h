#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "mesh/mesh.h"

namespace jounce {

/// A mesh file could not be used; the message says why and what is expected.
class MeshError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a file through the Gmsh SDK (.geo is meshed, .msh 2.2 and 4.1 are read). Physical groups become
/// groups of the mesh; two-node lines become Mesh::lines. Coordinates are multiplied by `scale`. The SDK
/// lives in a module that is opened on demand, because linking it would cost every process 0.1 s. Throws
/// MeshError.
Mesh import_gmsh(const std::string& name, const std::filesystem::path& file, double scale);

}  // namespace jounce
