#include "contact/surface_edges.h"

#include <Eigen/Geometry>
#include <map>

namespace jounce {
Vector3 polygon_normal(const FaceNodes& nodes, int corners) {
  Vector3 normal = Vector3::Zero();
  for (int k = 1; k + 1 < corners; ++k)
    normal += (nodes.col(k) - nodes.col(0)).cross(nodes.col(k + 1) - nodes.col(0));
  return normal;
}

SurfaceEdges::SurfaceEdges(const ContactSurface& surface, const ContactSurface& rest)
    : surface_(surface), rest_(rest), active_(surface), active_rest_(rest) {
  // Nodes of both are known by their first degree of freedom.
  std::map<std::array<Index, 2>, std::vector<Neighbour>> faces_of;
  const auto key = [](const ContactSurface& side, int a, int b) {
    const Index first = side.dofs(a)[0], second = side.dofs(b)[0];
    return std::array{std::min(first, second), std::max(first, second)};
  };
  for (int number = 0; number < static_cast<int>(surface_.faces().size()); ++number)
    for_each_edge(surface_.faces()[number].shape, [&](int i, int k) {
      const int a = surface_.faces()[number].nodes[i], b = surface_.faces()[number].nodes[k];
      std::vector<Neighbour>& faces = faces_of[key(surface_, a, b)];
      if (faces.empty()) edges_.push_back({{a, b}, 0, 0});
      faces.push_back({false, number});
    });
  for (int number = 0; number < static_cast<int>(rest_.faces().size()); ++number)
    for_each_edge(rest_.faces()[number].shape, [&](int i, int k) {
      const int a = rest_.faces()[number].nodes[i], b = rest_.faces()[number].nodes[k];
      const auto at = faces_of.find(key(rest_, a, b));
      if (at != faces_of.end()) at->second.push_back({true, number});
    });
  for (Edge& edge : edges_) {
    const std::vector<Neighbour>& faces = faces_of[key(surface_, edge.nodes[0], edge.nodes[1])];
    edge.first = faces_.size();
    faces_.insert(faces_.end(), faces.begin(), faces.end());
    edge.end = faces_.size();
  }
}

bool SurfaceEdges::update(const State& state) {
  const bool own = active_.update(state), of_rest = active_rest_.update(state);
  return own || of_rest;
}

bool SurfaceEdges::find_frame(const Vector& q, const Edge& edge, Frame& frame) const {
  frame.x_0 = surface_.place(q, edge.nodes[0]);
  frame.x_1 = surface_.place(q, edge.nodes[1]);
  const Vector3 e = (frame.x_1 - frame.x_0).normalized();
  std::size_t found = 0;
  FaceNodes nodes;
  for (std::size_t i = edge.first; i < edge.end; ++i) {
    const Neighbour& neighbour = faces_[i];
    if (!has_face(neighbour.is_of_rest, neighbour.face)) continue;
    if (found == 2) return false;  // bodies that hang together by an edge
    const ContactSurface& side = neighbour.is_of_rest ? rest_ : surface_;
    const ContactSurface::Face& face = side.faces()[neighbour.face];
    side.gather(face, q, nodes);
    const Vector3 middle = nodes.leftCols(face.corners()).rowwise().mean();
    const Vector3 normal = polygon_normal(nodes, face.corners());
    const Vector3 inwards = middle - frame.x_0, u = (inwards - e * e.dot(inwards)).normalized();
    const Vector3 across = e.cross(u);
    frame.u[found] = u;
    frame.n[found] = across.dot(normal) < 0 ? Vector3(-across) : across;
    ++found;
  }
  return found == 2;
}

}  // namespace jounce
