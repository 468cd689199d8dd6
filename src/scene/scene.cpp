#include "scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "io/output_error.h"
#include "la/types.h"
#include "math/rotation.h"
#include "scene/symbols.h"

namespace jounce::scene {
namespace {

using io::SceneRecord;
using io::SceneShape;

/// Makes the scene of a file.
class SceneBuilder {
 public:
  SceneBuilder(const io::FieldFile& file, bool with_inside)
      : file_(file), record_(file.scene()), surface_(surface_of(file)), bodies_(file.body_names()) {
    for (const double body : file.values("body", 0))
      scene_.cell_parts.push_back(static_cast<std::int32_t>(body));
    find_parts();
    number_.assign(part_of_point_.size(), -1);
    add_surface();
    add_beams();
    find_box();
    add_pieces();
    add_dots();
    add_symbols(
        record_, [this](std::int32_t point) { return point < 0 ? -1 : part_of_point_[point]; }, scene_);
    for (Piece& piece : scene_.pieces)
      if (piece.shape.point >= 0) piece.shape.point = number(piece.shape.point);
    for (Link& link : scene_.links)
      for (std::int32_t& point : link.points)
        if (point >= 0) point = number(point);
    scene_.seen_points = scene_.points.size();
    if (with_inside) add_inside();
    scene_.geometries = record_.geometries;
    scene_.names = record_.names;
  }

  Scene scene_;

 private:
  /// Parts are the bodies of the file; each point belongs to one.
  void find_parts() {
    const io::FieldMesh& mesh = file_.mesh();
    const std::size_t points = file_.points(0).size() / 3;
    for (const std::string& name : bodies_) {
      const auto is_one_of = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), name) != names.end();
      };
      scene_.parts.push_back({name, is_one_of(record_.springs)   ? "spring"
                                    : is_one_of(record_.dampers) ? "damper"
                                                                 : "mesh"});
    }
    std::vector<std::int32_t> cells(bodies_.size(), 0);
    std::vector<std::int64_t> first(bodies_.size(), static_cast<std::int64_t>(points));
    for (std::size_t cell = 0; cell < mesh.cell_count(); ++cell) {
      const auto body = static_cast<std::size_t>(scene_.cell_parts[cell]);
      if (body >= bodies_.size())
        throw io::OutputError(file_.path(), fmt::format("cannot read '{}': cell {} belongs to no body",
                                                        file_.path().string(), cell));
      scene_.cell_numbers.push_back(cells[body]++);
      if (mesh.types[cell] == 1) scene_.parts[body].kind = "bodies";
      for (auto k = mesh.offsets[cell]; k < mesh.offsets[cell + 1]; ++k)
        first[body] = std::min(first[body], mesh.connectivity[k]);
    }
    part_of_point_.assign(points, 0);
    number_in_part_.assign(points, 0);
    if (record_.body_ends.size() == bodies_.size())  // the points of bodies follow each other
      for (std::size_t body = 0; body < bodies_.size(); ++body)
        first[body] = body == 0 ? 0 : record_.body_ends[body - 1];
    for (std::size_t body = 0; body < bodies_.size(); ++body) {
      const auto end = body + 1 < bodies_.size() ? first[body + 1] : static_cast<std::int64_t>(points);
      for (auto point = first[body]; point < end; ++point) {
        part_of_point_[point] = static_cast<std::int32_t>(body);
        number_in_part_[point] = static_cast<std::int32_t>(point - first[body]);
      }
    }
  }

  /// Number of a point of the file in the scene.
  std::int32_t number(std::int64_t point) {
    std::int32_t& known = number_[static_cast<std::size_t>(point)];
    if (known < 0) {
      known = static_cast<std::int32_t>(scene_.points.size());
      scene_.points.push_back(point);
      scene_.point_parts.push_back(part_of_point_[point]);
      scene_.point_numbers.push_back(number_in_part_[point]);
    }
    return known;
  }

  void add_inside() {
    scene_.solids = solids_of(file_.mesh());
    for (std::int64_t& node : scene_.solids.nodes) node = number(node);
  }

  void add_surface() {
    for (const std::int64_t point : surface_.vertices) scene_.vertices.push_back(number(point));
    scene_.triangles = surface_.triangles;
    for (const auto& [a, b] : surface_.edges) scene_.edges.push_back({number(a), number(b)});
    scene_.edge_cells = surface_.edge_cells;
    // Parts follow each other.
    std::stable_sort(scene_.triangles.begin(), scene_.triangles.end(), [&](const auto& a, const auto& b) {
      return scene_.cell_parts[a.cell] < scene_.cell_parts[b.cell];
    });
  }

  /// Beams have their sections; lines of which none has are lines.
  void add_beams() {
    scene_.sections = record_.sections;
    std::set<std::array<std::int64_t, 2>> swept;
    for (io::SceneBeam beam : record_.beams) {
      swept.insert({std::min(beam.points[0], beam.points[1]), std::max(beam.points[0], beam.points[1])});
      for (std::int32_t& point : beam.points) point = number(point);
      scene_.beams.push_back(beam);
    }
    for (const Surface::Line& line : surface_.lines) {
      const auto [a, b] = line.points;
      if (swept.contains({std::min(a, b), std::max(a, b)})) continue;
      scene_.lines.push_back({number(a), number(b)});
      scene_.line_cells.push_back(line.cell);
    }
  }

  /// All points in all frames, with the shapes about them.
  void find_box() {
    std::vector<double> reach(part_of_point_.size(), 0.0);
    scene_.low.fill(HUGE_VAL);
    scene_.high.fill(-HUGE_VAL);
    const auto include = [&](const double* x, double r) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(x[axis])) continue;
        scene_.low[axis] = std::min(scene_.low[axis], x[axis] - r);
        scene_.high[axis] = std::max(scene_.high[axis], x[axis] + r);
      }
    };
    for (const io::ScenePiece& piece : record_.pieces) {
      if (piece.kind == SceneShape::plane) continue;
      const double r = reach_of(piece, record_.geometries);
      if (piece.point < 0)
        include(piece.position.data(), r);
      else
        reach[piece.point] = std::max(reach[piece.point], r + Vector3::Map(piece.position.data()).norm());
    }
    for (const io::SceneJoint& joint : record_.joints) {
      const std::string& type = record_.names[joint.type];
      for (std::size_t side = 0; side < 2; ++side) {
        const std::int32_t point = joint.points[side];
        if (point < 0)
          include(joint.places[side].data(), 0);
        else if (type == "gear" || type == "rack")  // which are as large as the places say
          reach[point] = std::max(reach[point], extent_of(joint));
      }
    }
    for (const io::SceneBeam& beam : record_.beams)
      for (const std::int32_t point : beam.points)
        for (const double y : record_.sections[beam.section].outline)
          reach[point] = std::max(reach[point], std::abs(y));
    const double z = file_.points(0)[2];
    scene_.is_plane = record_.dimension < 3;
    const bool has_present = has_field("present");
    for (std::size_t frame = 0; frame < file_.times().size(); ++frame) {
      const std::vector<double> points = file_.points(frame);
      const std::vector<double> present =
          has_present ? file_.values("present", frame) : std::vector<double>();
      for (std::size_t i = 0; i < reach.size(); ++i) {
        scene_.is_plane = scene_.is_plane && points[3 * i + 2] == z;
        if (present.empty() || present[i] != 0) include(&points[3 * i], reach[i]);
      }
    }
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (scene_.low[axis] > scene_.high[axis]) scene_.low[axis] = scene_.high[axis] = 0;
    if (has_extent()) return;
    // One point at rest, or all but: there is room about its symbol.
    for (std::size_t axis = 0; axis < 3; ++axis) {
      scene_.low[axis] -= 0.05;
      scene_.high[axis] += 0.05;
    }
  }

  /// How far a wheel or rack reaches from its point.
  static double extent_of(const io::SceneJoint& joint) {
    const Vector3 from = Vector3::Map(joint.places[0].data()), to = Vector3::Map(joint.places[1].data());
    return from.norm() + (to - from).norm();
  }

  /// Whether the box is more than the round-off of a point.
  bool has_extent() const {
    constexpr double kRoundOff = 1e-12, kNothing = 1e-30;
    double largest = 0, extent = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      largest = std::max({largest, std::abs(scene_.low[axis]), std::abs(scene_.high[axis])});
      extent = std::max(extent, scene_.high[axis] - scene_.low[axis]);
    }
    return extent > std::max(kRoundOff * largest, kNothing);
  }

  bool has_field(const char* name) const {
    const auto& fields = file_.fields();
    return std::any_of(fields.begin(), fields.end(), [&](const io::Field& f) { return f.name == name; });
  }

  void add_pieces() {
    for (const io::ScenePiece& shape : record_.pieces) {
      Piece piece{shape, 0, false};
      piece.part = shape.point >= 0 ? part_of_point_[shape.point] : ground_part(record_.names[shape.name]);
      if (shape.kind == SceneShape::plane) place_plane(piece.shape);
      scene_.pieces.push_back(piece);
    }
  }

  /// Part of shapes of the ground.
  std::int32_t ground_part(const std::string& name) {
    for (std::size_t i = bodies_.size(); i < scene_.parts.size(); ++i)
      if (scene_.parts[i].name == name) return static_cast<std::int32_t>(i);
    scene_.parts.push_back({name, "ground"});
    return static_cast<std::int32_t>(scene_.parts.size()) - 1;
  }

  /// A plane is drawn as a square below the middle of the model, which reaches beyond it.
  void place_plane(io::ScenePiece& plane) const {
    plane.half = {0.6 * scene_.size(), 0.6 * scene_.size(), 0};
    if (plane.point >= 0) return;
    const Quaternion q(plane.rotation[3], plane.rotation[0], plane.rotation[1], plane.rotation[2]);
    const Vector3 normal = q * Vector3::UnitZ();
    const Vector3 middle = (Vector3::Map(scene_.low.data()) + Vector3::Map(scene_.high.data())) / 2;
    const Vector3 through = Vector3::Map(plane.position.data());
    Vector3::Map(plane.position.data()) = middle - normal.dot(middle - through) * normal;
  }

  /// Points that are whole bodies and have no shape: balls, in old files of the radius that is written.
  void add_dots() {
    std::vector<std::uint8_t> has_piece(part_of_point_.size(), 0);
    for (const Piece& piece : scene_.pieces)
      if (piece.shape.point >= 0) has_piece[piece.shape.point] = 1;
    const std::vector<double> radii =
        has_field("radius") && record_.pieces.empty() ? file_.values("radius", 0) : std::vector<double>();
    for (const Surface::Dot& dot : surface_.dots) {
      if (has_piece[dot.point] != 0) continue;
      Piece ball;
      ball.part = scene_.cell_parts[dot.cell];
      ball.shape.point = static_cast<int>(dot.point);
      const double radius = radii.empty() ? 0 : radii[dot.point];
      ball.shape.radius = radius > 0 ? radius : kSymbolSize * scene_.size();
      ball.is_symbol = !(radius > 0);
      scene_.pieces.push_back(ball);
    }
  }

  const io::FieldFile& file_;
  SceneRecord record_;
  Surface surface_;
  std::vector<std::string> bodies_;
  std::vector<std::int32_t> part_of_point_, number_in_part_, number_;  ///< of the points of the file
};

}  // namespace

double Scene::size() const {
  const double diagonal = (Vector3::Map(high.data()) - Vector3::Map(low.data())).norm();
  return diagonal > 0 ? diagonal : 1;
}

namespace {

Scene build_scene(const io::FieldFile& file, bool with_inside) {
  if (file.times().empty())
    throw io::OutputError(
        file.path(), fmt::format("'{}' has no frame yet: the run has written none", file.path().string()));
  return std::move(SceneBuilder(file, with_inside).scene_);
}

}  // namespace

Scene scene_of(const io::FieldFile& file) { return build_scene(file, false); }
Scene scene_with_inside(const io::FieldFile& file) { return build_scene(file, true); }

}  // namespace jounce::scene
