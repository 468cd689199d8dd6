#include "io/drawn_faces.h"

#include <algorithm>
#include <array>
#include <optional>

#include "mesh/cell_shape.h"
#include "mesh/vtk_cells.h"

namespace jounce::io {
namespace {

constexpr std::uint8_t kPolyLine = 4;  // VTK's number

using Nodes = std::vector<int>;

Vector3 at(const FieldMesh& mesh, std::int64_t i) {
  return Vector3::Map(&mesh.points[3 * static_cast<std::size_t>(i)]);
}

std::optional<CellShape> find_shape_of(std::uint8_t vtk_type, std::size_t nodes) {
  for (int k = 0; k < kCellShapes; ++k) {
    const CellTopology& cell = topology(static_cast<CellShape>(k));
    if (cell.vtk_type == vtk_type && static_cast<std::size_t>(cell.nodes) == nodes)
      return static_cast<CellShape>(k);
  }
  return std::nullopt;
}

/// The face with these nodes: corners, then the middles that its shape has.
DrawnFace face_of(const FieldMesh& mesh, const Nodes& nodes, std::size_t corners, std::size_t cell,
                  bool is_of_solid) {
  const auto middle = nodes.begin() + static_cast<std::ptrdiff_t>(corners);
  DrawnFace face{{nodes.begin(), middle}, {middle, nodes.end()}, cell, is_of_solid,
                 Vector3::Zero(),         Vector3::Zero()};
  for (const std::int64_t corner : face.corners)
    face.centre += at(mesh, corner) / static_cast<double>(corners);
  for (std::size_t k = 0; k < corners; ++k)
    face.normal += (at(mesh, face.corners[k]) - face.centre)
                       .cross(at(mesh, face.corners[(k + 1) % corners]) - face.centre);
  const double length = face.normal.norm();
  if (length > 0) face.normal /= length;
  return face;
}

/// Sides of solids, to find those that no other cell shares.
class Sides {
 public:
  void add(std::size_t cell, const Nodes& nodes, const CellTopology& shape) {
    for (const CellFace& face : shape.faces) {
      Side side{{-1, -1, -1, -1}, cell, &face};
      const auto corners = static_cast<std::size_t>(topology(face.shape).corners);
      for (std::size_t k = 0; k < corners; ++k) side.corners[k] = nodes[face.nodes[k]];
      std::sort(side.corners.begin(), side.corners.end());
      sides_.push_back(side);
    }
  }
  template <class Visit>
  void visit_outer(const Visit& visit) {
    std::sort(sides_.begin(), sides_.end(),
              [](const Side& a, const Side& b) { return a.corners < b.corners; });
    for (std::size_t i = 0, next; i < sides_.size(); i = next) {
      for (next = i + 1; next < sides_.size() && sides_[next].corners == sides_[i].corners;) ++next;
      if (next == i + 1) visit(sides_[i].cell, *sides_[i].face);
    }
  }

 private:
  struct Side {
    std::array<int, 4> corners;
    std::size_t cell;
    const CellFace* face;
  };
  std::vector<Side> sides_;
};

/// Nodes of a cell in the order of its CellShape, when it has one.
Nodes nodes_of(const FieldMesh& mesh, std::size_t cell, const std::optional<CellShape>& shape) {
  const Nodes nodes(mesh.connectivity.begin() + mesh.offsets[cell],
                    mesh.connectivity.begin() + mesh.offsets[cell + 1]);
  return shape ? in_vtk_order(*shape, nodes) : nodes;  // done twice, the exchange of nodes is undone
}

}  // namespace

View::View(std::span<const double> points) {
  for (std::size_t i = 2; i < points.size(); i += 3) is_plane = is_plane && points[i] == points[2];
  if (is_plane) {
    right = Vector3::UnitX();
    up = Vector3::UnitY();
    towards = light = Vector3::UnitZ();
  } else {
    towards = Vector3(0.5, -0.75, 0.45).normalized();
    right = Vector3::UnitZ().cross(towards).normalized();
    up = towards.cross(right);
    light = Vector3(0.2, -0.5, 0.85).normalized();
  }
}

DrawnMesh::DrawnMesh(const FieldMesh& mesh, const View& view, std::span<const std::uint8_t> shown) {
  Sides sides;
  for (std::size_t cell = 0; cell < mesh.cell_count(); ++cell) {
    if (!shown.empty() && shown[cell] == 0) continue;
    const auto size = static_cast<std::size_t>(mesh.offsets[cell + 1] - mesh.offsets[cell]);
    const std::optional<CellShape> shape = find_shape_of(mesh.types[cell], size);
    const Nodes nodes = nodes_of(mesh, cell, shape);
    const int dimension = shape ? topology(*shape).dimension : 0;
    if (size == 1) {
      points.push_back({{nodes.front()}, cell});
    } else if (dimension == 1 || mesh.types[cell] == kPolyLine || size == 2) {
      DrawnLine line{{nodes.begin(), nodes.end()}, cell};
      if (dimension == 1 && size == 3) std::swap(line.nodes[1], line.nodes[2]);
      lines.push_back(std::move(line));
    } else if (dimension == 3) {
      sides.add(cell, nodes, topology(*shape));
    } else if (size > 0) {
      const std::size_t corners = shape ? static_cast<std::size_t>(topology(*shape).corners) : size;
      faces.push_back(face_of(mesh, nodes, corners, cell, false));
    }
  }
  sides.visit_outer([&](std::size_t cell, const CellFace& side) {
    const auto size = static_cast<std::size_t>(mesh.offsets[cell + 1] - mesh.offsets[cell]);
    const Nodes nodes = nodes_of(mesh, cell, find_shape_of(mesh.types[cell], size));
    Nodes own;
    for (const int node : side.nodes) own.push_back(nodes[node]);
    faces.push_back(face_of(mesh, own, static_cast<std::size_t>(topology(side.shape).corners), cell, true));
  });
  std::stable_sort(faces.begin(), faces.end(), [&](const DrawnFace& a, const DrawnFace& b) {
    return view.towards.dot(a.centre) < view.towards.dot(b.centre);
  });
}

}  // namespace jounce::io
