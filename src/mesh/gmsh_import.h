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

/// How a mesh file is read.
struct GmshImport {
  double scale = 1;           ///< factor of coordinates
  double size = 0;            ///< largest size of elements, after scaling; 0: as the geometry says
  int order = 0;              ///< 1 linear, 2 quadratic (serendipity); 0: as the geometry says
  double time_limit = 300;    ///< s of processor time
  double memory_limit = 8e9;  ///< bytes
  bool trusted = false;       ///< scripts may run programs, read and write files
};

/// Reads a file by Gmsh: geometries (.geo scripts, STEP) are meshed, meshes (.msh 2.2 and 4.1, Nastran .bdf
/// and .nas) are read. Physical groups become groups of the mesh; without any (STEP, Nastran), entities do:
/// curve_1, surface_3, volume_1. Gmsh runs in a process of its own, with limits, which can do no more than
/// read files in the folder of the given one (gmsh_process.h, sandbox.h); scripts are looked through before
/// (script_check.h). Whatever happens there is one MeshError, with file and line where it is known.
Mesh import_gmsh(const std::string& name, const std::filesystem::path& file, const GmshImport& options);

}  // namespace jounce
