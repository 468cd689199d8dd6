#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "io/field_writer.h"
#include "la/types.h"

namespace jounce::io {

/// How points are looked at: what lies in a plane z = const from above, everything else obliquely from the
/// front with x to the right and z up. The picture has the coordinates right . x and up . x.
struct View {
  explicit View(std::span<const double> points);

  bool is_plane = true;
  Vector3 right, up, towards;  ///< unit vectors; the last one points to who looks
  Vector3 light;               ///< unit vector to where the light comes from
};

/// A face that may be seen.
struct DrawnFace {
  std::vector<std::int64_t> corners;  ///< around it; of solids counter-clockwise seen from outside
  std::vector<std::int64_t> middles;  ///< of the edges that begin at the corners; none of first order
  std::size_t cell;
  bool is_of_solid;
  Vector3 centre, normal;  ///< of length 1, or 0 where the corners lie in a line
};

/// Nodes of a cell without faces, one after another along a line.
struct DrawnLine {
  std::vector<std::int64_t> nodes;
  std::size_t cell;
};

/// What is to be drawn of a mesh: of solids the faces that no other cell shares.
struct DrawnMesh {
  /// @param shown whether each cell is there; empty: all are
  DrawnMesh(const FieldMesh& mesh, const View& view, std::span<const std::uint8_t> shown = {});

  std::vector<DrawnFace> faces;  ///< those farther away first
  std::vector<DrawnLine> lines;
  std::vector<DrawnLine> points;  ///< cells of one node
};

}  // namespace jounce::io
