#pragma once

#include <cstddef>

// Plain-data interface between the program and the module that links Gmsh. No C++ object crosses it.

namespace jounce {

/// Members of a physical group: places in GmshData::points (dimension 0) or GmshData::lines (dimension 1).
struct GmshGroup {
  const char* name;
  int dimension;
  const int* members;  ///< sorted, unique
  std::size_t size;
};

/// A mesh as the module hands it over; everything belongs to the module until it is released.
struct GmshData {
  const char* error;     ///< nullptr, or why there is no mesh
  const double* points;  ///< x, y, z of each point, in the order of Gmsh's node numbers
  std::size_t n_points;
  const int* lines;  ///< two points of each line, in the order of Gmsh's element numbers
  std::size_t n_lines;
  const GmshGroup* groups;  ///< by dimension, then by Gmsh's number
  std::size_t n_groups;
};

/// Reads a .msh file, or meshes the curves of a .geo file. Never returns nullptr and never throws.
using GmshRead = const GmshData* (*)(const char* file);
using GmshRelease = void (*)(const GmshData* data);

inline constexpr const char* kGmshReadSymbol = "jounce_gmsh_read_v1";
inline constexpr const char* kGmshReleaseSymbol = "jounce_gmsh_release_v1";

}  // namespace jounce
