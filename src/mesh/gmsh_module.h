#pragma once

#include <cstddef>

// Plain-data interface between the program and the module that links Gmsh. No C++ object crosses it.

namespace jounce {

/// How a geometry is meshed; without effect on files that are meshes.
struct GmshOptions {
  double size;  ///< largest size of elements in the file's unit of length; 0: as the file says
  int order;    ///< 1 or 2 (serendipity); 0: as the file says
};

/// Cells of one shape.
struct GmshCells {
  int shape;         ///< number of the CellShape
  const int* nodes;  ///< places in GmshData::points, nodes in the order of CellShape, cells by Gmsh's numbers
  std::size_t n_nodes;
};

/// Cells of one shape that belong to a group.
struct GmshMembers {
  const int* numbers;  ///< of the cells, sorted, unique
  std::size_t size;
};

struct GmshGroup {
  const char* name;
  const int* points;  ///< of a group of points: places in GmshData::points, sorted, unique
  std::size_t n_points;
  const GmshMembers* cells;  ///< of the others: one entry for each of GmshData::cells
  std::size_t n_cells;
};

/// A mesh as the module hands it over; everything belongs to the module until it is released.
struct GmshData {
  const char* error;     ///< nullptr, or why there is no mesh
  const double* points;  ///< x, y, z of each point, in the order of Gmsh's node numbers
  std::size_t n_points;
  const GmshCells* cells;  ///< every shape once
  std::size_t n_cells;
  const GmshGroup* groups;  ///< by dimension, then by Gmsh's number
  std::size_t n_groups;
};

/// Reads a mesh, or meshes a geometry. Never returns nullptr and never throws.
using GmshRead = const GmshData* (*)(const char* file, const GmshOptions* options);
using GmshRelease = void (*)(const GmshData* data);

inline constexpr const char* kGmshReadSymbol = "jounce_gmsh_read_v2";
inline constexpr const char* kGmshReleaseSymbol = "jounce_gmsh_release_v2";

}  // namespace jounce
