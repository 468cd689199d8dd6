#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/field_file.h"
#include "scene/solids.h"
#include "scene/surface.h"

namespace jounce::scene {

/// What can be shown and hidden, and picked: a mesh or body, or shapes of the ground under one name.
struct Part {
  std::string name;
  std::string kind;  ///< "mesh", "bodies", "spring", "damper", "ground", "joints"
};

/// A rigid shape of the scene.
struct Piece {
  io::ScenePiece shape;  ///< `point` counts in Scene::points, `name` in Scene::names
  std::int32_t part = 0;
  bool is_symbol = false;  ///< stands for a thing without shape: no contact looks at it
};

/// A line between two places that move with two points: a rod of constant length, a rope, an actuator.
struct Link {
  std::string kind;  ///< "rod", "rope", "actuator"
  std::int32_t part = 0, name = 0;
  std::array<std::int32_t, 2> points = {-1, -1};     ///< in Scene::points; -1: the ground
  std::array<std::array<double, 3>, 2> places = {};  ///< in axes of the points
};

/// What a model looks like: everything that does not change from frame to frame. Points are those of the
/// file that something shows; all other numbers of points count in this list.
struct Scene {
  std::vector<std::int64_t> points;  ///< numbers in the file; those that are seen come first
  std::size_t seen_points = 0;
  std::vector<std::int32_t> point_parts;    ///< part of each
  std::vector<std::int32_t> point_numbers;  ///< within the part, as names of nodes and bodies have them
  std::vector<Part> parts;
  std::vector<std::string> names;

  std::vector<std::int32_t> vertices;  ///< see Surface
  std::vector<SurfaceTriangle> triangles;
  std::vector<std::array<std::int32_t, 2>> edges, lines;
  std::vector<std::int32_t> edge_cells, line_cells;
  std::vector<std::int32_t> cell_parts, cell_numbers;  ///< of the cells of the file; number within the part

  Solids solids;  ///< where the scene has what is within; nodes count in `points`

  std::vector<Piece> pieces;
  std::vector<Link> links;
  std::vector<io::SceneGeometry> geometries;
  std::vector<io::SceneSection> sections;
  std::vector<io::SceneBeam> beams;

  bool is_plane = false;            ///< everything lies in a plane z = const
  std::array<double, 3> low, high;  ///< box around everything at all times, without planes
  double size() const;              ///< diagonal of the box
};

/// Throws io::OutputError: the file cannot be read or has no frame.
Scene scene_of(const io::FieldFile& file);
/// The same with the cells of solids and the points within.
Scene scene_with_inside(const io::FieldFile& file);

}  // namespace jounce::scene
