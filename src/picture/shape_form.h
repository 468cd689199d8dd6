#pragma once

#include <array>
#include <vector>

#include "io/scene_record.h"
#include "la/types.h"

namespace jounce::picture {

/// The form of a kind of rigid shape: places half * h + radius * r for half lengths h and a radius r of a
/// shape.
struct ShapeForm {
  struct Point {
    Vector3 half = Vector3::Zero(), radius = Vector3::Zero();
  };
  struct Face {
    std::array<Point, 3> corners;
    std::array<Vector3, 3> normals;
  };
  std::vector<Face> faces;
  std::vector<std::array<Point, 2>> edges;

  /// A polygon that is convex, with one normal, or one for each corner.
  void face(const std::vector<Point>& corners, const std::vector<Vector3>& normals);
};

/// @param level  how often the faces of an icosahedron are divided
ShapeForm sphere_form(int level);
ShapeForm capsule_form();
ShapeForm cylinder_form();
ShapeForm box_form();
/// Triangles in axes of the shape, with edges where they meet at an angle; half is (1, 1, 1) there.
ShapeForm triangle_form(const io::SceneGeometry& geometry);

}  // namespace jounce::picture
