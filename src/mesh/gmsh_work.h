#pragma once

#include "mesh/gmsh_protocol.h"

// Part of the program that links Gmsh.

namespace jounce {

/// Gmsh is up, with its built-in options only and silent.
void start_gmsh();

/// Looks through a file, limits and confines this process, reads or meshes the file by Gmsh, and fills the
/// report and the memory file. Whatever ends this process in between, the report says how and where.
void read_mesh_file(const GmshRequest& request, int memory, GmshReport& report);

}  // namespace jounce
