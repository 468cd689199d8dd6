#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "io/field_file.h"

namespace jounce::scene {

/// A triangle of the surface.
struct SurfaceTriangle {
  std::array<std::int32_t, 3> vertices;
  std::int32_t cell;
};

/// What is seen of the cells of a field file: faces of solids that no other cell shares (in any frame, where
/// cells fail), faces of shells and plane solids, lines, and points. Faces of second order are drawn with
/// their middle nodes.
struct Surface {
  /// Vertices have a normal each: a point stands several times where faces meet at a sharp edge.
  std::vector<std::int64_t> vertices;  ///< point of each
  std::vector<SurfaceTriangle> triangles;
  std::vector<std::array<std::int64_t, 2>> edges;  ///< points at the ends of edges of faces
  std::vector<std::int32_t> edge_cells;
  struct Line {
    std::array<std::int64_t, 2> points;
    std::int32_t cell;
  };
  std::vector<Line> lines;
  struct Dot {
    std::int64_t point;
    std::int32_t cell;
  };
  std::vector<Dot> dots;  ///< cells of one point
};

/// Faces whose normals differ by more than this have an edge between them.
inline constexpr double kSharpAngle = 35;  // degrees

/// Throws io::OutputError where the file cannot be read.
Surface surface_of(const io::FieldFile& file);

/// The same of one mesh in a single state.
/// @param shown  whether each cell is there, one list for each state to be drawn; none: all are
Surface surface_of(const io::FieldMesh& mesh, const std::vector<std::vector<std::uint8_t>>& shown = {});

}  // namespace jounce::scene
