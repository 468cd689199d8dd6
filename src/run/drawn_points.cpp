#include "run/drawn_points.h"

namespace jounce {
namespace {

constexpr std::uint8_t kVertex = 1, kLine = 3, kPolyLine = 4, kTriangle = 5, kPolygon = 7;  // VTK cell types

std::uint8_t cell_type(Drawing::Cells kind, std::size_t corners) {
  if (corners == 1) return kVertex;
  if (corners == 2) return kLine;
  if (kind != Drawing::Cells::polygons) return kPolyLine;
  return corners == 3 ? kTriangle : kPolygon;
}

}  // namespace

io::FieldMesh drawn_mesh(const Model& model) {
  io::FieldMesh mesh;
  mesh.offsets.push_back(0);
  int first = 0;
  for (const Drawing& drawing : model.drawings) {
    const auto number = static_cast<std::int32_t>(mesh.body_names.size());
    mesh.body_names.push_back(drawing.name);
    const auto close_cell = [&](std::uint8_t type) {
      mesh.offsets.push_back(static_cast<std::int64_t>(mesh.connectivity.size()));
      mesh.types.push_back(type);
      mesh.body.push_back(number);
    };
    for (std::size_t i = 0; i < drawing.cells.size(); ++i) {
      const auto& cell = drawing.cells[i];
      for (const int point : cell) mesh.connectivity.push_back(first + point);
      close_cell(drawing.types.empty() ? cell_type(drawing.kind, cell.size()) : drawing.types[i]);
    }
    for (int i = 0; drawing.is_of_bodies && i < static_cast<int>(drawing.points()); ++i) {
      mesh.connectivity.push_back(first + i);
      close_cell(kVertex);
    }
    first += static_cast<int>(drawing.points());
  }
  drawn_points(model, model.system.initial_state(), mesh.points);
  return mesh;
}

void drawn_points(const Model& model, const State& state, std::vector<double>& points,
                  std::vector<double>* velocities) {
  std::size_t total = 0;
  for (const Drawing& drawing : model.drawings) total += drawing.points();
  points.assign(3 * total, 0.0);
  if (velocities != nullptr) velocities->assign(3 * total, 0.0);
  std::size_t at = 0;
  MarkerKinematics k;
  for (const Drawing& drawing : model.drawings) {
    const auto d = static_cast<std::size_t>(drawing.coordinates);
    for (std::size_t i = 0; i < drawing.node_dofs.size(); ++i) {
      const std::size_t place = at + 3 * (i / d) + i % d;
      points[place] = state.q[drawing.node_dofs[i]];
      if (velocities != nullptr) (*velocities)[place] = state.v[drawing.node_dofs[i]];
    }
    for (std::size_t i = 0; i < drawing.markers.size(); ++i) {
      drawing.markers[i]->evaluate(state, Derivatives::first, k);
      for (std::size_t c = 0; c < 3; ++c) {
        points[at + 3 * i + c] = k.x[static_cast<Index>(c)];
        if (velocities != nullptr) (*velocities)[at + 3 * i + c] = k.velocity[static_cast<Index>(c)];
      }
    }
    at += 3 * drawing.points();
  }
}

void drawn_bodies(const Model& model, const State& state, std::vector<double>& angular_velocities,
                  std::vector<double>& present) {
  angular_velocities.clear();
  present.clear();
  MarkerKinematics k;
  for (const Drawing& drawing : model.drawings)
    for (std::size_t i = 0; i < drawing.points(); ++i) {
      const bool is_body = drawing.is_of_bodies;
      k.omega.setZero();
      if (is_body) drawing.markers[i]->evaluate(state, Derivatives::first, k);
      angular_velocities.insert(angular_velocities.end(), k.omega.begin(), k.omega.end());
      const bool is_away = is_body && state.is_dormant(drawing.markers[i]->dofs().front());
      present.push_back(is_away ? 0.0 : 1.0);
    }
}

}  // namespace jounce
