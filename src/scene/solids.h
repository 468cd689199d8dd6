#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "io/field_writer.h"
#include "mesh/cell_shape.h"

namespace jounce::scene {

/// Cells of solids, by which a plane through the model cuts.
struct Solids {
  std::vector<std::int32_t> cells;  ///< numbers in the file
  std::vector<CellShape> shapes;    ///< of each
  std::vector<std::int64_t> nodes;  ///< one cell after another, in the order of CellShape
};

Solids solids_of(const io::FieldMesh& mesh);

/// Triangles of the sides of a cell, outwards, as places among its nodes: those by which a surface is drawn,
/// but for quadrilaterals, of which it takes the shorter diagonal.
std::vector<std::array<int, 3>> side_triangles(CellShape shape);

/// Triangles of a side with a middle node on each of its edges, as places around it: a corner and the two
/// middles beside it, then the middles among themselves.
std::vector<std::array<int, 3>> quadratic_triangles(int corners);

}  // namespace jounce::scene
