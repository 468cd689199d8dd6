#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/hdf5_file.h"

namespace jounce::io {

/// Kinds of shapes; up to `surface` their numbers are those of the field `shape_kind`.
enum class SceneShape : std::int8_t { sphere = 1, capsule, box, cylinder, hull, surface, plane = 8 };

/// A rigid shape that moves with a point of the mesh, or stands still.
struct ScenePiece {
  SceneShape kind = SceneShape::sphere;
  int point = -1;                              ///< of the mesh; -1: it stands still
  int name = 0;                                ///< number in SceneRecord::names
  int geometry = -1;                           ///< number in SceneRecord::geometries, of hulls and surfaces
  double radius = 0;                           ///< of spheres, capsules and cylinders
  std::array<double, 3> half = {0, 0, 0};      ///< of boxes; z of capsules and cylinders
  std::array<double, 3> position = {0, 0, 0};  ///< in axes of the point, fixed ones where it stands still
  std::array<double, 4> rotation = {0, 0, 0, 1};  ///< unit quaternion x, y, z, w of the shape in those axes
};

/// Triangles of a hull or surface in axes of its shape.
struct SceneGeometry {
  std::vector<double> points;           ///< 3 a point
  std::vector<std::int32_t> triangles;  ///< 3 a triangle
};

/// Cross section of beams and bars, as closed lines of points y, z in axes of the section.
struct SceneSection {
  int name = 0;                 ///< number in SceneRecord::names, of the element
  bool is_round = false;        ///< shaded without edges along the beam
  std::vector<double> outline;  ///< 2 a point, counter-clockwise about x
};

/// A line between two points of the mesh along which a section is swept.
struct SceneBeam {
  std::array<std::int32_t, 2> points = {0, 0};
  int section = 0;
  std::array<double, 4> rotation = {0, 0, 0, 1};  ///< section axes at the start, x along the beam
};

/// What joins two parts, with its places on both. Types are those of the deck, of drivers and actuators with
/// their coordinate ("motion angle"); "gear" and "rack", each on one part, have the centre and the rim of a
/// wheel, and both ends.
struct SceneJoint {
  int name = 0, type = 0;                            ///< numbers in SceneRecord::names
  std::array<std::int32_t, 2> points = {-1, -1};     ///< of the mesh; -1: the ground
  std::array<std::array<double, 3>, 2> places = {};  ///< in axes of the points
  std::array<double, 3> axis = {0, 0, 0};  ///< in axes of the point of symbol_side; zero: none is given
};

/// On which of its two parts the symbol of a joint stands: the first, or the second where the first is the
/// ground and the axis is the same in both.
std::size_t symbol_side(const std::string& type, const std::array<std::int32_t, 2>& points);

/// What a model looks like beyond the points and cells of its file of fields; constant during a run. The
/// axes of a point are those of the field `orientation`, fixed axes where there is none.
struct SceneRecord {
  int dimension = 0;               ///< of the model; 0: not known
  std::vector<std::string> names;  ///< of pieces, elements, joints; types of joints
  std::vector<ScenePiece> pieces;
  std::vector<SceneGeometry> geometries;
  std::vector<SceneSection> sections;
  std::vector<SceneBeam> beams;
  std::vector<SceneJoint> joints;
  std::vector<std::int32_t> body_ends;  ///< point behind the last one of each body of the mesh
  std::vector<std::string> springs;     ///< bodies of the mesh that are springs: lines drawn as coils
  std::vector<std::string> dampers;     ///< those that are dampers

  /// Number of a name, which is added where it is new.
  int name_number(const std::string& name);
};

/// Group `scene` of a file of fields:
///
///   names, springs, dampers           texts
///   dimension                         one number
///   body_ends                         a row a body: point behind its last one
///   pieces, pieces_integers           a row a piece: radius, half 3, position 3, rotation 4; kind, point,
///                                     name, geometry
///   geometry_points, geometry_point_ends, geometry_triangles, geometry_triangle_ends
///                                     rows of 3; row behind the last one of each geometry
///   section_outlines, section_ends, section_integers   rows of 2; ends; rows of name, is round
///   beams, beams_integers             rows of rotation 4; rows of points 2, section
///   joints, joints_integers           rows of places 6, axis 3; rows of name, type, points 2
///
/// Throws OutputError.
void write_scene(const hdf5::Context& context, hid_t file, const SceneRecord& scene);

/// The scene of a file that is open; an empty one where the file has none. Throws OutputError: it is damaged
/// or names points that the file does not have.
SceneRecord read_scene(const hdf5::Context& context, hid_t file, std::size_t points);

}  // namespace jounce::io
