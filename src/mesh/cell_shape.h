#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace jounce {

/// Shapes of cells: the elements of solids and their faces. Nodes are in the order of Abaqus,
/// which is VTK's but for wedges (vtk_cells.h): corners (counter-clockwise seen against the outward normal of
/// a face; bottom, then top), then the middles of edges: around the bottom, around the top, from bottom to
/// top.
enum class CellShape : std::uint8_t {
  line2,
  line3,
  triangle3,
  triangle6,
  quadrilateral4,
  quadrilateral8,
  tetrahedron4,
  tetrahedron10,
  wedge6,
  wedge15,
  hexahedron8,
  hexahedron20,
};
inline constexpr int kCellShapes = 12;

/// A side of a cell; nodes in the order of its own shape, so that its normal points outwards. Of plane cells:
/// edges, the cell to their left.
struct CellFace {
  CellShape shape;
  std::span<const int> nodes;  ///< places among the nodes of the cell
};

/// What does not depend on where a cell is.
struct CellTopology {
  std::string_view name;  ///< "hexahedron20"
  int dimension;          ///< 1, 2, 3
  int nodes;
  int corners;
  std::uint8_t vtk_type;
  std::span<const CellFace> faces;  ///< in the order of Abaqus' face numbers; none of lines
};

const CellTopology& topology(CellShape shape);
/// The shape of a dimension with a number of nodes, if there is one.
std::optional<CellShape> find_shape(int dimension, int nodes);

}  // namespace jounce
