#include "picture/model_drawing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/output_error.h"
#include "params/nearest.h"
#include "picture/beam_sweep.h"
#include "picture/link_path.h"

namespace jounce::picture {
namespace {

using io::SceneShape;

constexpr int kPlain = 0xb8b8b8, kGround = 0xadb3b8, kJoints = 0x404754, kSprings = 0x335280;
/// Meshes and bodies by turns, as in the page of `jounce view`.
constexpr std::array<int, 10> kParts = {0x7c9cc4, 0xd9a066, 0x8fb98a, 0xc38aa6, 0x9a93c9,
                                        0xc7bd6f, 0x74b3b1, 0xcf8576, 0xa7b0ba, 0xb59c86};
constexpr double kMostSphereTriangles = 2e6;

/// Where a shape is: its place and turn in fixed axes.
struct Pose {
  Vector3 place;
  Quaternion turn;
};

Pose pose_of(const io::ScenePiece& shape, std::int64_t point, const FrameState& state) {
  const auto& [x, y, z, w] = shape.rotation;
  Pose own{Vector3::Map(shape.position.data()), Quaternion(w, x, y, z)};
  if (point < 0) return own;
  const Quaternion turn = state.turn(point);
  return {state.at(point) + turn * own.place, turn * own.turn};
}

bool has(const PartSet& parts, int part) { return parts[static_cast<std::size_t>(part)] != 0; }

}  // namespace

Quaternion FrameState::turn(std::int64_t point) const {
  if (point < 0 || orientation.empty()) return Quaternion::Identity();
  const Vector3 v = Vector3::Map(&orientation[3 * static_cast<std::size_t>(point)]);
  return {std::sqrt(std::max(0.0, 1 - v.squaredNorm())), v.x(), v.y(), v.z()};
}

ModelDrawing::ModelDrawing(const io::FieldFile& file)
    : file_(file), scene_(scene::scene_of(file)), mesh_(file.mesh()) {
  mesh_.points = file.points(0);
  for (const double body : file.values("body", 0)) mesh_.body.push_back(static_cast<std::int32_t>(body));
  bodies_ = static_cast<int>(file.body_names().size());
  cell_of_point_.assign(mesh_.point_count(), 0);
  for (std::size_t cell = mesh_.cell_count(); cell-- > 0;)
    for (auto k = mesh_.offsets[cell]; k < mesh_.offsets[cell + 1]; ++k)
      cell_of_point_[mesh_.connectivity[k]] = static_cast<std::int32_t>(cell);
  const auto spheres = static_cast<double>(std::ranges::count_if(
      scene_.pieces, [](const scene::Piece& piece) { return piece.shape.kind == SceneShape::sphere; }));
  int level = 3;
  while (level > 1 && spheres * 20 * std::pow(4, level) > kMostSphereTriangles) --level;
  for (const scene::Piece& piece : scene_.pieces) {
    ShapeForm& form = forms_[{static_cast<int>(piece.shape.kind), piece.shape.geometry}];
    if (!form.faces.empty()) continue;
    switch (piece.shape.kind) {
      case SceneShape::sphere:
        form = sphere_form(level);
        break;
      case SceneShape::capsule:
        form = capsule_form();
        break;
      case SceneShape::box:
        form = box_form();
        break;
      case SceneShape::cylinder:
        form = cylinder_form();
        break;
      case SceneShape::hull:
      case SceneShape::surface:
        form = triangle_form(scene_.geometries[piece.shape.geometry]);
        break;
      case SceneShape::plane:
        break;
    }
  }
}

PartSet ModelDrawing::parts(const std::vector<std::string>& names, const std::string& option) const {
  PartSet set(scene_.parts.size(), 0);
  for (const std::string& name : names) {
    const auto found = std::ranges::find(scene_.parts, name, &scene::Part::name);
    if (found == scene_.parts.end()) {
      std::vector<std::string> known;
      for (const scene::Part& part : scene_.parts) known.push_back(part.name);
      const std::string near = params::nearest(name, known);
      throw io::OutputError(file_.path(),
                            fmt::format("{}: there is no part '{}'{}; there are {}", option, name,
                                        near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                        fmt::join(known, ", ")));
    }
    set[static_cast<std::size_t>(found - scene_.parts.begin())] = 1;
  }
  return set;
}

int ModelDrawing::colour_of_part(int part) const {
  const std::string& kind = scene_.parts[part].kind;
  if (kind == "ground") return kGround;
  if (kind == "joints") return kJoints;
  if (kind == "spring" || kind == "damper") return kSprings;
  return kParts[static_cast<std::size_t>(part) % kParts.size()];
}

double ModelDrawing::value_of(const FrameState& state, std::int64_t point, int part) const {
  if (point < 0 || scene_.parts[part].kind == "joints") return kNoValue;
  return state.value(point, cell_of_point_[point]);
}

void ModelDrawing::draw(const FrameState& state, Canvas& canvas, const PartSet& parts) {
  find_surface(state);
  draw_surface(state, canvas, parts);
  draw_pieces(state, canvas, parts);
  draw_beams(state, canvas, parts);
  draw_edges(state, canvas, parts);
  draw_lines(state, canvas, parts);
  draw_planes(state, canvas, parts);
}

void ModelDrawing::find_surface(const FrameState& state) {
  if (surface_cells_ == state.cells) return;
  surface_cells_ = state.cells;
  surface_ = state.cells.empty() ? scene::surface_of(mesh_) : scene::surface_of(mesh_, {state.cells});
}

void ModelDrawing::draw_surface(const FrameState& state, Canvas& canvas, const PartSet& parts) {
  std::vector<Vector3> normals(surface_.vertices.size(), Vector3::Zero());
  const auto is_drawn = [&](std::int32_t cell) {
    return state.has_cell(cell) && has(parts, part_of_cell(cell));
  };
  for (const scene::SurfaceTriangle& triangle : surface_.triangles) {
    if (!is_drawn(triangle.cell)) continue;
    const auto at = [&](int k) { return state.at(surface_.vertices[triangle.vertices[k]]); };
    const Vector3 normal = (at(1) - at(0)).cross(at(2) - at(0));
    if (normal.allFinite())
      for (const std::int32_t vertex : triangle.vertices) normals[vertex] += normal;
  }
  for (const scene::SurfaceTriangle& triangle : surface_.triangles) {
    if (!is_drawn(triangle.cell)) continue;
    std::array<Vertex, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t vertex = triangle.vertices[k];
      const std::int64_t point = surface_.vertices[vertex];
      const double length = normals[vertex].norm();
      corners[k] = {state.at(point), length > 0 ? Vector3(normals[vertex] / length) : Vector3::UnitZ(),
                    state.value(point, triangle.cell)};
    }
    canvas.triangle(corners, kPlain);
  }
}

void ModelDrawing::draw_edges(const FrameState& state, Canvas& canvas, const PartSet& parts) const {
  for (std::size_t i = 0; i < surface_.edges.size(); ++i) {
    const std::int32_t cell = surface_.edge_cells[i];
    if (!state.has_cell(cell) || !has(parts, part_of_cell(cell))) continue;
    canvas.edge(state.at(surface_.edges[i][0]), state.at(surface_.edges[i][1]));
  }
}

void ModelDrawing::draw_lines(const FrameState& state, Canvas& canvas, const PartSet& parts) const {
  for (std::size_t i = 0; i < scene_.lines.size(); ++i) {
    const std::int32_t cell = scene_.line_cells[i];
    const int of = part_of_cell(cell);
    if (!state.has_cell(cell) || !has(parts, of)) continue;
    const std::int64_t a = point_of(scene_.lines[i][0]), b = point_of(scene_.lines[i][1]);
    const std::string& kind = scene_.parts[of].kind;
    if (kind == "spring" || kind == "damper")
      draw_link(kind, state.at(a), state.at(b), kSprings, canvas);
    else
      canvas.line({state.at(a), {}, state.value(a, cell)}, {state.at(b), {}, state.value(b, cell)}, kPlain);
  }
  for (const scene::Link& link : scene_.links) {
    const std::int64_t a = point_of(link.points[0]), b = point_of(link.points[1]);
    if (!has(parts, link.part) || !state.has_point(a) || !state.has_point(b)) continue;
    const auto place = [&](std::size_t side, std::int64_t point) {
      const Vector3 own = Vector3::Map(link.places[side].data());
      return point < 0 ? own : Vector3(state.at(point) + state.turn(point) * own);
    };
    draw_link(link.kind, place(0, a), place(1, b), kJoints, canvas);
  }
}

void ModelDrawing::draw_link(const std::string& kind, const Vector3& from, const Vector3& to, int plain,
                             Canvas& canvas) const {
  constexpr double kWidth = 0.016;  // of the size of the model
  for (const auto& [a, b] : link_path(kind, from, to, kWidth * scene_.size()))
    canvas.line({a, {}, kNoValue}, {b, {}, kNoValue}, plain);
}

void ModelDrawing::draw_pieces(const FrameState& state, Canvas& canvas, const PartSet& parts) const {
  for (const scene::Piece& piece : scene_.pieces) {
    const io::ScenePiece& shape = piece.shape;
    const std::int64_t point = point_of(shape.point);
    if (shape.kind == SceneShape::plane || !has(parts, piece.part) || !state.has_point(point)) continue;
    if (point >= 0 && piece.part < bodies_ && !state.has_cell(cell_of_point_[point])) continue;
    const ShapeForm& form = forms_.at({static_cast<int>(shape.kind), shape.geometry});
    const bool has_geometry = shape.kind == SceneShape::hull || shape.kind == SceneShape::surface;
    const Vector3 half = has_geometry ? Vector3(Vector3::Ones()) : Vector3(Vector3::Map(shape.half.data()));
    const Pose pose = pose_of(shape, point, state);
    const auto at = [&](const ShapeForm::Point& p) {
      return Vector3(pose.place + pose.turn * (p.half.cwiseProduct(half) + p.radius * shape.radius));
    };
    const double value = value_of(state, point, piece.part);
    const int plain = colour_of_part(piece.part);
    for (const ShapeForm::Face& face : form.faces) {
      std::array<Vertex, 3> corners;
      for (std::size_t k = 0; k < 3; ++k)
        corners[k] = {at(face.corners[k]), pose.turn * face.normals[k], value};
      canvas.triangle(corners, plain);
    }
    for (const auto& [a, b] : form.edges) canvas.edge(at(a), at(b));
  }
}

void ModelDrawing::draw_beams(const FrameState& state, Canvas& canvas, const PartSet& parts) const {
  const auto part_of = [&](const io::SceneBeam& beam) { return scene_.point_parts[beam.points[0]]; };
  draw_sections(
      scene_, state,
      [&](const io::SceneBeam& beam) {
        const std::int64_t point = point_of(beam.points[0]);
        const bool is_drawn = has(parts, part_of(beam)) && state.has_cell(cell_of_point_[point]);
        return is_drawn ? kPlain : -1;
      },
      [&](std::int64_t point, const io::SceneBeam& beam) { return value_of(state, point, part_of(beam)); },
      canvas);
}

void ModelDrawing::draw_planes(const FrameState& state, Canvas& canvas, const PartSet& parts) const {
  for (const scene::Piece& piece : scene_.pieces) {
    if (piece.shape.kind != SceneShape::plane || !has(parts, piece.part)) continue;
    const Pose pose = pose_of(piece.shape, point_of(piece.shape.point), state);
    const auto at = [&](double x, double y) {
      return Vector3(pose.place + pose.turn * Vector3(x * piece.shape.half[0], y * piece.shape.half[1], 0));
    };
    canvas.plane({at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)}, colour_of_part(piece.part));
  }
}

}  // namespace jounce::picture
