#include "scene/surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <unordered_map>

#include "io/drawn_faces.h"
#include "scene/solids.h"
#include "scene/triangulate.h"

namespace jounce::scene {
namespace {

using Points = std::vector<std::int64_t>;

/// Corners and middles around a face.
Points outline_of(const io::DrawnFace& face) {
  if (face.middles.size() != face.corners.size()) return face.corners;
  Points outline;
  for (std::size_t k = 0; k < face.corners.size(); ++k) {
    outline.push_back(face.corners[k]);
    outline.push_back(face.middles[k]);
  }
  return outline;
}

/// Builds a surface face by face.
class SurfaceBuilder {
 public:
  /// @param cells_go  edges of faces that share them are kept for each: one of the cells may go
  SurfaceBuilder(const io::FieldMesh& mesh, bool cells_go) : mesh_(mesh), cells_go_(cells_go) {}

  void add(const io::DrawnFace& face) {
    Points key = face.corners;
    std::sort(key.begin(), key.end());
    if (!known_.insert({static_cast<std::int64_t>(face.cell), key}).second) return;  // of another state
    const Points outline = outline_of(face);
    std::vector<std::int32_t> vertices;
    for (const std::int64_t point : outline) vertices.push_back(vertex(point, face));
    const auto cell = static_cast<std::int32_t>(face.cell);
    for (const auto& [a, b, c] : triangles_of(face, outline))
      surface.triangles.push_back({{vertices[a], vertices[b], vertices[c]}, cell});
    for (std::size_t k = 0; k < outline.size(); ++k)
      add_edge(outline[k], outline[(k + 1) % outline.size()], cell);
  }

  void add_lines(const io::DrawnMesh& drawn) {
    for (const io::DrawnLine& line : drawn.lines)
      for (std::size_t k = 0; k + 1 < line.nodes.size(); ++k)
        surface.lines.push_back({{line.nodes[k], line.nodes[k + 1]}, static_cast<std::int32_t>(line.cell)});
    for (const io::DrawnLine& point : drawn.points)
      surface.dots.push_back({point.nodes.front(), static_cast<std::int32_t>(point.cell)});
  }

  Surface surface;

 private:
  struct Copy {
    Vector3 normal;
    std::int32_t body, vertex;
  };

  Vector3 at(std::int64_t point) const {
    return Vector3::Map(&mesh_.points[3 * static_cast<std::size_t>(point)]);
  }

  /// The vertex at a point whose normal is about that of the face.
  std::int32_t vertex(std::int64_t point, const io::DrawnFace& face) {
    static const double limit = std::cos(kSharpAngle * std::numbers::pi / 180);
    const std::int32_t body = mesh_.body.empty() ? 0 : mesh_.body[face.cell];
    std::vector<Copy>& copies = copies_[point];
    for (const Copy& copy : copies)
      if (copy.body == body && copy.normal.dot(face.normal) > limit) return copy.vertex;
    copies.push_back({face.normal, body, static_cast<std::int32_t>(surface.vertices.size())});
    surface.vertices.push_back(point);
    return copies.back().vertex;
  }

  /// Places in the outline.
  std::vector<std::array<int, 3>> triangles_of(const io::DrawnFace& face, const Points& outline) const {
    const int n = static_cast<int>(face.corners.size());
    if (outline.size() == face.corners.size()) {
      if (n == 3) return {{0, 1, 2}};
      std::vector<Vector3> polygon;
      for (const std::int64_t point : outline) polygon.push_back(at(point));
      if (n > 4) return triangulate(polygon);
      // Along the shorter diagonal.
      if ((polygon[0] - polygon[2]).norm() <= (polygon[1] - polygon[3]).norm() * (1 + 1e-9))
        return {{0, 1, 2}, {0, 2, 3}};
      return {{0, 1, 3}, {1, 2, 3}};
    }
    return quadratic_triangles(n);
  }

  void add_edge(std::int64_t a, std::int64_t b, std::int32_t cell) {
    const std::array<std::int64_t, 2> ends = {std::min(a, b), std::max(a, b)};
    if (!edges_.insert({ends, cells_go_ ? cell : 0}).second) return;
    surface.edges.push_back(ends);
    surface.edge_cells.push_back(cell);
  }

  const io::FieldMesh& mesh_;
  bool cells_go_;
  std::set<std::pair<std::int64_t, Points>> known_;
  std::set<std::pair<std::array<std::int64_t, 2>, std::int32_t>> edges_;
  std::unordered_map<std::int64_t, std::vector<Copy>> copies_;
};

}  // namespace

Surface surface_of(const io::FieldMesh& mesh, const std::vector<std::vector<std::uint8_t>>& shown) {
  SurfaceBuilder builder(mesh, !shown.empty());
  const io::View view(mesh.points);
  const auto add_state = [&](std::span<const std::uint8_t> cells, bool is_first) {
    const io::DrawnMesh drawn(mesh, view, cells);
    for (const io::DrawnFace& face : drawn.faces) builder.add(face);
    if (is_first) builder.add_lines(drawn);
  };
  add_state({}, true);
  for (const auto& cells : shown) add_state(cells, false);
  return std::move(builder.surface);
}

Surface surface_of(const io::FieldFile& file) {
  io::FieldMesh mesh = file.mesh();
  mesh.points = file.points(0);
  for (const double body : file.values("body", 0)) mesh.body.push_back(static_cast<std::int32_t>(body));
  std::set<std::vector<std::uint8_t>> states;
  const auto& fields = file.fields();
  if (std::any_of(fields.begin(), fields.end(),
                  [](const io::Field& field) { return field.name == "status" && !field.on_points; }))
    for (std::size_t frame = 0; frame < file.times().size(); ++frame) {
      std::vector<std::uint8_t> shown;
      for (const double status : file.values("status", frame)) shown.push_back(status != 0 ? 1 : 0);
      if (std::find(shown.begin(), shown.end(), 0) != shown.end()) states.insert(std::move(shown));
    }
  return surface_of(mesh, {states.begin(), states.end()});
}

}  // namespace jounce::scene
