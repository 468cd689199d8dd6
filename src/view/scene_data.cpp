#include "view/scene_data.h"

#include <array>

namespace jounce::view {
namespace {

using deck::Json;

/// An array of equal rows as one array of numbers.
template <class Rows>
int add_rows(const Rows& rows, Blobs& blobs) {
  std::vector<std::int32_t> numbers;
  for (const auto& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
  return blobs.add(scene::bytes_of(numbers));
}

int add_numbers(const std::vector<std::int32_t>& numbers, Blobs& blobs) {
  return blobs.add(scene::bytes_of(numbers));
}

template <class Numbers>
Json list_of(const Numbers& numbers) {
  Json list = Json::array();
  for (const auto& number : numbers) list.add(number);
  return list;
}

Json pieces_data(const scene::Scene& scene, Blobs& blobs) {
  std::vector<std::int32_t> integers;  // kind, point, part, name, geometry, is_symbol
  std::vector<double> numbers;         // radius, half, position, rotation
  for (const scene::Piece& piece : scene.pieces) {
    const io::ScenePiece& shape = piece.shape;
    integers.insert(integers.end(), {static_cast<std::int32_t>(shape.kind), shape.point, piece.part,
                                     shape.name, shape.geometry, piece.is_symbol ? 1 : 0});
    numbers.push_back(shape.radius);
    numbers.insert(numbers.end(), shape.half.begin(), shape.half.end());
    numbers.insert(numbers.end(), shape.position.begin(), shape.position.end());
    numbers.insert(numbers.end(), shape.rotation.begin(), shape.rotation.end());
  }
  Json geometries = Json::array();
  for (const io::SceneGeometry& geometry : scene.geometries) {
    Json json = Json::object();
    json.add("points", blobs.add(scene::float_bytes(geometry.points)));
    json.add("triangles", blobs.add(scene::bytes_of(geometry.triangles)));
    geometries.add(std::move(json));
  }
  Json pieces = Json::object();
  pieces.add("count", static_cast<int>(scene.pieces.size()));
  pieces.add("integers", blobs.add(scene::bytes_of(integers)));
  pieces.add("numbers", blobs.add(scene::float_bytes(numbers)));
  pieces.add("geometries", std::move(geometries));
  return pieces;
}

Json links_data(const scene::Scene& scene) {
  Json links = Json::array();
  for (const scene::Link& link : scene.links) {
    Json json = Json::object();
    json.add("kind", link.kind);
    json.add("part", link.part);
    json.add("name", link.name);
    json.add("points", list_of(link.points));
    Json places = Json::array();
    for (const auto& place : link.places) places.add(list_of(place));
    json.add("places", std::move(places));
    links.add(std::move(json));
  }
  return links;
}

Json beams_data(const scene::Scene& scene, Blobs& blobs) {
  Json sections = Json::array();
  for (const io::SceneSection& section : scene.sections) {
    Json json = Json::object();
    json.add("name", scene.names[section.name]);
    json.add("round", section.is_round);
    json.add("outline", list_of(section.outline));
    sections.add(std::move(json));
  }
  std::vector<std::int32_t> integers;  // points, section
  std::vector<double> rotations;
  for (const io::SceneBeam& beam : scene.beams) {
    integers.insert(integers.end(), {beam.points[0], beam.points[1], beam.section});
    rotations.insert(rotations.end(), beam.rotation.begin(), beam.rotation.end());
  }
  Json beams = Json::object();
  beams.add("sections", std::move(sections));
  beams.add("integers", add_numbers(integers, blobs));
  beams.add("rotations", blobs.add(scene::float_bytes(rotations)));
  return beams;
}

Json surface_data(const scene::Scene& scene, Blobs& blobs) {
  std::vector<std::int32_t> corners, cells;
  for (const scene::SurfaceTriangle& triangle : scene.triangles) {
    corners.insert(corners.end(), triangle.vertices.begin(), triangle.vertices.end());
    cells.push_back(triangle.cell);
  }
  Json surface = Json::object();
  surface.add("vertices", add_numbers(scene.vertices, blobs));
  surface.add("triangles", add_numbers(corners, blobs));
  surface.add("triangleCells", add_numbers(cells, blobs));
  surface.add("edges", add_rows(scene.edges, blobs));
  surface.add("edgeCells", add_numbers(scene.edge_cells, blobs));
  surface.add("lines", add_rows(scene.lines, blobs));
  surface.add("lineCells", add_numbers(scene.line_cells, blobs));
  return surface;
}

/// Cells, and how each shape of theirs is divided.
Json solids_data(const scene::Solids& solids, Blobs& blobs) {
  Json shapes = Json::array();
  std::array<int, kCellShapes> number;
  number.fill(-1);
  int count = 0;
  std::vector<std::int32_t> shape_of_cell;
  for (const CellShape shape : solids.shapes) {
    int& known = number[static_cast<std::size_t>(shape)];
    if (known < 0) {
      known = count++;
      Json triangles = Json::array();
      for (const auto& triangle : scene::side_triangles(shape)) triangles.add(list_of(triangle));
      Json json = Json::object();
      json.add("nodes", topology(shape).nodes);
      json.add("triangles", std::move(triangles));
      shapes.add(std::move(json));
    }
    shape_of_cell.push_back(known);
  }
  Json data = Json::object();
  data.add("shapes", std::move(shapes));
  data.add("shapeOfCell", add_numbers(shape_of_cell, blobs));
  data.add("cells", add_numbers(solids.cells, blobs));
  data.add("nodes", add_numbers({solids.nodes.begin(), solids.nodes.end()}, blobs));
  return data;
}

}  // namespace

void add_scene(const scene::Scene& scene, Blobs& blobs, Json& page) {
  Json parts = Json::array();
  for (const scene::Part& part : scene.parts) {
    Json json = Json::object();
    json.add("name", part.name);
    json.add("kind", part.kind);
    parts.add(std::move(json));
  }
  page.add("isPlane", scene.is_plane);
  page.add("low", list_of(scene.low));
  page.add("high", list_of(scene.high));
  page.add("names", list_of(scene.names));
  page.add("parts", std::move(parts));
  page.add("points", static_cast<int>(scene.points.size()));
  page.add("pointParts", add_numbers(scene.point_parts, blobs));
  page.add("pointNumbers", add_numbers(scene.point_numbers, blobs));
  page.add("cellParts", add_numbers(scene.cell_parts, blobs));
  page.add("cellNumbers", add_numbers(scene.cell_numbers, blobs));
  page.add("seenPoints", static_cast<int>(scene.seen_points));
  page.add("surface", surface_data(scene, blobs));
  page.add("solids", solids_data(scene.solids, blobs));
  page.add("pieces", pieces_data(scene, blobs));
  page.add("links", links_data(scene));
  page.add("beams", beams_data(scene, blobs));
}

}  // namespace jounce::view
