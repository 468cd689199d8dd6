#pragma once

#include <filesystem>

namespace jounce {

/// Looks through a text file of Gmsh (.msh, versions 2 and 4.1) before Gmsh reads it, which crashes where an
/// element names a node that does not exist or has fewer nodes than its type. Throws MeshError with line and
/// number at coordinates that are not finite, at such elements, and at elements two of whose nodes are or lie
/// the same. Binary files and
/// what it does not understand it leaves to Gmsh.
void check_msh(const std::filesystem::path& file);

}  // namespace jounce
