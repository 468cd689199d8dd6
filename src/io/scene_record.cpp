#include "io/scene_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/output_error.h"

namespace jounce::io {
namespace {

using hdf5::Context;
using hdf5::Handle;

/// Numbers in rows.
template <class Number>
struct SceneTable {
  hsize_t columns;
  std::vector<Number> values = {};

  void add(std::initializer_list<Number> numbers) { values.insert(values.end(), numbers); }
  template <class Numbers>
  void append(const Numbers& numbers) {
    values.insert(values.end(), numbers.begin(), numbers.end());
  }
  std::size_t rows() const { return values.size() / columns; }
};
using Reals = SceneTable<double>;
using Integers = SceneTable<std::int32_t>;

hid_t scene_type(double) { return H5T_NATIVE_DOUBLE; }
hid_t scene_type(std::int32_t) { return H5T_NATIVE_INT32; }

template <class Number>
void write_scene_table(const Context& context, hid_t group, const char* name,
                       const SceneTable<Number>& table) {
  const hsize_t size[2] = {table.rows(), table.columns};
  const Handle space(context.check(H5Screate_simple(2, size, nullptr)), H5Sclose);
  const hid_t type = scene_type(Number());
  const Handle dataset(
      context.check(H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)), H5Dclose);
  if (!table.values.empty())
    context.check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, table.values.data()));
}

[[noreturn]] void fail_scene(const Context& context, const std::string& what) {
  throw OutputError(context.path, fmt::format("cannot read '{}': scene/{}", context.path.string(), what));
}

template <class Number>
SceneTable<Number> read_scene_table(const Context& context, hid_t group, const char* name, hsize_t columns) {
  const Handle dataset(context.check(H5Dopen2(group, name, H5P_DEFAULT)), H5Dclose);
  const Handle space(context.check(H5Dget_space(dataset)), H5Sclose);
  hsize_t size[2] = {0, 0};
  if (H5Sget_simple_extent_ndims(space) != 2) fail_scene(context, fmt::format("{} is no table", name));
  context.check(H5Sget_simple_extent_dims(space, size, nullptr));
  if (size[1] != columns)
    fail_scene(context, fmt::format("{} has {} columns, not {}", name, size[1], columns));
  SceneTable<Number> table{columns, std::vector<Number>(size[0] * columns)};
  if (!table.values.empty())
    context.check(H5Dread(dataset, scene_type(Number()), H5S_ALL, H5S_ALL, H5P_DEFAULT, table.values.data()));
  return table;
}

/// Texts one behind the other, each with a line end.
std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + '\n';
  return all;
}

std::vector<std::string> read_scene_texts(const Context& context, hid_t group, const char* name) {
  const Handle dataset(context.check(H5Dopen2(group, name, H5P_DEFAULT)), H5Dclose);
  const Handle space(context.check(H5Dget_space(dataset)), H5Sclose);
  if (H5Sget_simple_extent_npoints(space) == 0) return {};
  const Handle type(context.check(H5Dget_type(dataset)), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0)
    fail_scene(context, fmt::format("{} is no text", name));
  std::string all(H5Tget_size(type), '\0');
  context.check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()));
  std::vector<std::string> texts;
  for (std::size_t from = 0, end; (end = all.find('\n', from)) != std::string::npos; from = end + 1)
    texts.push_back(all.substr(from, end - from));
  return texts;
}

void write_pieces(const Context& context, hid_t group, const SceneRecord& scene) {
  Reals numbers{11};
  Integers integers{4}, point_ends{1}, triangles{3}, triangle_ends{1};
  for (const ScenePiece& piece : scene.pieces) {
    numbers.add({piece.radius});
    numbers.append(piece.half);
    numbers.append(piece.position);
    numbers.append(piece.rotation);
    integers.add({static_cast<std::int32_t>(piece.kind), piece.point, piece.name, piece.geometry});
  }
  Reals points{3};
  for (const SceneGeometry& geometry : scene.geometries) {
    points.append(geometry.points);
    triangles.append(geometry.triangles);
    point_ends.add({static_cast<std::int32_t>(points.rows())});
    triangle_ends.add({static_cast<std::int32_t>(triangles.rows())});
  }
  write_scene_table(context, group, "pieces", numbers);
  write_scene_table(context, group, "pieces_integers", integers);
  write_scene_table(context, group, "geometry_points", points);
  write_scene_table(context, group, "geometry_point_ends", point_ends);
  write_scene_table(context, group, "geometry_triangles", triangles);
  write_scene_table(context, group, "geometry_triangle_ends", triangle_ends);
}

void write_beams(const Context& context, hid_t group, const SceneRecord& scene) {
  Reals outlines{2}, rotations{4};
  Integers ends{1}, sections{2}, beams{3};
  for (const SceneSection& section : scene.sections) {
    outlines.append(section.outline);
    ends.add({static_cast<std::int32_t>(outlines.rows())});
    sections.add({section.name, section.is_round ? 1 : 0});
  }
  for (const SceneBeam& beam : scene.beams) {
    rotations.append(beam.rotation);
    beams.add({beam.points[0], beam.points[1], beam.section});
  }
  write_scene_table(context, group, "section_outlines", outlines);
  write_scene_table(context, group, "section_ends", ends);
  write_scene_table(context, group, "section_integers", sections);
  write_scene_table(context, group, "beams", rotations);
  write_scene_table(context, group, "beams_integers", beams);
}

void write_joints(const Context& context, hid_t group, const SceneRecord& scene) {
  Reals numbers{9};
  Integers integers{4};
  for (const SceneJoint& joint : scene.joints) {
    for (const auto& place : joint.places) numbers.append(place);
    numbers.append(joint.axis);
    integers.add({joint.name, joint.type, joint.points[0], joint.points[1]});
  }
  write_scene_table(context, group, "joints", numbers);
  write_scene_table(context, group, "joints_integers", integers);
}

/// A table of whose rows each belongs to one of another.
template <class A, class B>
void check_rows(const Context& context, const SceneTable<A>& a, const SceneTable<B>& b, const char* name) {
  if (a.rows() != b.rows())
    fail_scene(context, fmt::format("{}: tables of {} and {} rows", name, a.rows(), b.rows()));
}

void check_number(const Context& context, int number, int least, std::size_t count, const char* what) {
  if (number < least || number >= static_cast<int>(count))
    fail_scene(context, fmt::format("{} {} does not exist", what, number));
}

/// Copies `count` numbers from a row on.
template <class Numbers>
void take(const Reals& table, std::size_t row, std::size_t column, Numbers& numbers) {
  const auto first = static_cast<std::ptrdiff_t>(row * table.columns + column);
  std::copy_n(table.values.begin() + first, numbers.size(), numbers.begin());
}

/// Rows of one of several things that lie one behind the other.
template <class Number>
std::vector<Number> rows_between(const Context& context, const SceneTable<Number>& table,
                                 const Integers& ends, std::size_t i) {
  const std::int64_t first = i == 0 ? 0 : ends.values[i - 1], end = ends.values[i];
  if (first < 0 || end < first || end > static_cast<std::int64_t>(table.rows()))
    fail_scene(context, "ends of rows are not in order");
  const auto columns = static_cast<std::int64_t>(table.columns);
  return {table.values.begin() + first * columns, table.values.begin() + end * columns};
}

void read_pieces(const Context& context, hid_t group, std::size_t points, SceneRecord& scene) {
  const auto geometry_points = read_scene_table<double>(context, group, "geometry_points", 3);
  const auto point_ends = read_scene_table<std::int32_t>(context, group, "geometry_point_ends", 1);
  const auto triangles = read_scene_table<std::int32_t>(context, group, "geometry_triangles", 3);
  const auto triangle_ends = read_scene_table<std::int32_t>(context, group, "geometry_triangle_ends", 1);
  check_rows(context, point_ends, triangle_ends, "geometries");
  for (std::size_t i = 0; i < point_ends.rows(); ++i) {
    SceneGeometry geometry{rows_between(context, geometry_points, point_ends, i),
                           rows_between(context, triangles, triangle_ends, i)};
    for (const int corner : geometry.triangles)
      check_number(context, corner, 0, geometry.points.size() / 3, "point");
    scene.geometries.push_back(std::move(geometry));
  }
  const auto numbers = read_scene_table<double>(context, group, "pieces", 11);
  const auto integers = read_scene_table<std::int32_t>(context, group, "pieces_integers", 4);
  check_rows(context, numbers, integers, "pieces");
  for (std::size_t i = 0; i < numbers.rows(); ++i) {
    const std::int32_t* of_piece = &integers.values[4 * i];
    ScenePiece piece;
    piece.kind = static_cast<SceneShape>(of_piece[0]);
    piece.point = of_piece[1];
    piece.name = of_piece[2];
    piece.geometry = of_piece[3];
    check_number(context, piece.point, -1, points, "point");
    check_number(context, piece.name, 0, scene.names.size(), "name");
    const bool has_geometry = piece.kind == SceneShape::hull || piece.kind == SceneShape::surface;
    check_number(context, piece.geometry, has_geometry ? 0 : -1, scene.geometries.size(), "geometry");
    piece.radius = numbers.values[11 * i];
    take(numbers, i, 1, piece.half);
    take(numbers, i, 4, piece.position);
    take(numbers, i, 7, piece.rotation);
    scene.pieces.push_back(piece);
  }
}

void read_beams(const Context& context, hid_t group, std::size_t points, SceneRecord& scene) {
  const auto outlines = read_scene_table<double>(context, group, "section_outlines", 2);
  const auto ends = read_scene_table<std::int32_t>(context, group, "section_ends", 1);
  const auto sections = read_scene_table<std::int32_t>(context, group, "section_integers", 2);
  check_rows(context, ends, sections, "sections");
  for (std::size_t i = 0; i < ends.rows(); ++i) {
    check_number(context, sections.values[2 * i], 0, scene.names.size(), "name");
    scene.sections.push_back(
        {sections.values[2 * i], sections.values[2 * i + 1] != 0, rows_between(context, outlines, ends, i)});
  }
  const auto rotations = read_scene_table<double>(context, group, "beams", 4);
  const auto beams = read_scene_table<std::int32_t>(context, group, "beams_integers", 3);
  check_rows(context, rotations, beams, "beams");
  for (std::size_t i = 0; i < beams.rows(); ++i) {
    SceneBeam beam{{beams.values[3 * i], beams.values[3 * i + 1]}, beams.values[3 * i + 2]};
    for (const int point : beam.points) check_number(context, point, 0, points, "point");
    check_number(context, beam.section, 0, scene.sections.size(), "section");
    take(rotations, i, 0, beam.rotation);
    scene.beams.push_back(beam);
  }
}

void read_joints(const Context& context, hid_t group, std::size_t points, SceneRecord& scene) {
  const auto numbers = read_scene_table<double>(context, group, "joints", 9);
  const auto integers = read_scene_table<std::int32_t>(context, group, "joints_integers", 4);
  check_rows(context, numbers, integers, "joints");
  for (std::size_t i = 0; i < numbers.rows(); ++i) {
    const std::int32_t* of_joint = &integers.values[4 * i];
    SceneJoint joint{of_joint[0], of_joint[1], {of_joint[2], of_joint[3]}};
    for (const int name : {joint.name, joint.type})
      check_number(context, name, 0, scene.names.size(), "name");
    for (const int point : joint.points) check_number(context, point, -1, points, "point");
    take(numbers, i, 0, joint.places[0]);
    take(numbers, i, 3, joint.places[1]);
    take(numbers, i, 6, joint.axis);
    scene.joints.push_back(joint);
  }
}

}  // namespace

std::size_t symbol_side(const std::string& type, const std::array<std::int32_t, 2>& points) {
  if (type == "knife-edge") return 1;  // the blade is in the second part
  const bool stays_with_first =
      type == "point-on-line" || type == "bushing" || type == "universal" || type.ends_with(" displacement");
  return points[0] < 0 && points[1] >= 0 && !stays_with_first ? 1 : 0;
}

int SceneRecord::name_number(const std::string& name) {
  if (!names.empty() && names.back() == name) return static_cast<int>(names.size()) - 1;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  names.push_back(name);
  return static_cast<int>(names.size()) - 1;
}

void write_scene(const Context& context, hid_t file, const SceneRecord& scene) {
  const Handle group = hdf5::create_group(context, file, "scene");
  hdf5::write_text(context, group, "names", joined(scene.names));
  hdf5::write_text(context, group, "springs", joined(scene.springs));
  hdf5::write_text(context, group, "dampers", joined(scene.dampers));
  write_scene_table(context, group, "dimension", Integers{1, {scene.dimension}});
  write_scene_table(context, group, "body_ends", Integers{1, scene.body_ends});
  write_pieces(context, group, scene);
  write_beams(context, group, scene);
  write_joints(context, group, scene);
}

SceneRecord read_scene(const Context& context, hid_t file, std::size_t points) {
  const hdf5::Quiet quiet;
  SceneRecord scene;
  if (H5Lexists(file, "scene", H5P_DEFAULT) <= 0) return scene;
  const Handle group(context.check(H5Gopen2(file, "scene", H5P_DEFAULT)), H5Gclose);
  scene.names = read_scene_texts(context, group, "names");
  scene.springs = read_scene_texts(context, group, "springs");
  if (H5Lexists(group, "dampers", H5P_DEFAULT) > 0)  // not in older files
    scene.dampers = read_scene_texts(context, group, "dampers");
  const auto dimension = read_scene_table<std::int32_t>(context, group, "dimension", 1).values;
  if (dimension.size() == 1) scene.dimension = dimension.front();
  scene.body_ends = read_scene_table<std::int32_t>(context, group, "body_ends", 1).values;
  for (std::size_t i = 0; i < scene.body_ends.size(); ++i)
    if (scene.body_ends[i] < (i == 0 ? 0 : scene.body_ends[i - 1]) ||
        scene.body_ends[i] > static_cast<std::int64_t>(points))
      fail_scene(context, "body_ends are not in order");
  read_pieces(context, group, points, scene);
  read_beams(context, group, points, scene);
  read_joints(context, group, points, scene);
  return scene;
}

}  // namespace jounce::io
