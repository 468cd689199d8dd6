#pragma once

#include <filesystem>

namespace jounce {

/// Looks through a text file of Gmsh (.msh, versions 2 and 4.1) before Gmsh reads it, which crashes where an
/// element names a node that does not exist or has fewer nodes than its type. Throws MeshError with line and
/// number at coordinates that are not finite, at such elements, at elements of unknown types, at elements two
/// of whose nodes are or lie the same, at sections with other entries than they announce, and at other
/// versions. Binary files and what it does not understand it leaves to Gmsh.
void check_msh(const std::filesystem::path& file);

}  // namespace jounce
