#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/cell_shape.h"

namespace jounce {

/// A mesh as the program that links Gmsh hands it over.
struct GmshMesh {
  struct Group {
    std::string name;
    std::vector<int> points;              ///< of a group of points, sorted, unique
    std::vector<std::vector<int>> cells;  ///< of the others, for each of `shapes`: numbers, sorted, unique
  };
  std::vector<double> coordinates;      ///< x, y, z of each point, in the order of Gmsh's node numbers
  std::vector<CellShape> shapes;        ///< every one once
  std::vector<std::vector<int>> nodes;  ///< of each shape: places of points, nodes in the order of CellShape
  std::vector<Group> groups;            ///< by dimension, then by Gmsh's number
};

/// The mesh as bytes, for the same machine.
std::string packed(const GmshMesh& mesh);

/// The mesh of these bytes; none where they are no mesh: too short or too long, with unknown shapes, with
/// numbers of points or cells that do not exist. They come from a process that has read a foreign file, so
/// nothing is believed.
std::optional<GmshMesh> unpacked(std::string_view bytes);

}  // namespace jounce
