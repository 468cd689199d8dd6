#include "contact/surface_corners.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "contact/face_overlap.h"

namespace jounce {

SurfaceCorners::SurfaceCorners(const SurfaceEdges& edges) : edges_(edges) {
  const ContactSurface& surface = edges.surface();
  const auto nodes = static_cast<std::size_t>(surface.nodes());
  shortest_.assign(nodes, std::numeric_limits<double>::infinity());
  corners_.resize(nodes);
  for (std::size_t node = 0; node < nodes; ++node)
    corners_[node] = {static_cast<int>(node), static_cast<int>(node)};
  for (const SurfaceEdges::Edge& edge : edges.all()) {
    const auto [a, b] = edge.nodes;
    const double length = (surface.initial_place(b) - surface.initial_place(a)).norm();
    for (const int node : edge.nodes) shortest_[node] = std::min(shortest_[node], length);
  }
  for (const ContactSurface::Face& face : surface.faces())
    for (const CellFace& side : topology(face.shape).faces)
      if (side.nodes.size() == 3)
        corners_[face.nodes[side.nodes[2]]] = {face.nodes[side.nodes[0]], face.nodes[side.nodes[1]]};
  find_uses();
}

void SurfaceCorners::find_uses() {
  const ContactSurface &surface = edges_.surface(), &rest = edges_.rest();
  std::unordered_map<Index, int> node_of;  // by the first degree of freedom
  for (int node = 0; node < surface.nodes(); ++node) node_of.emplace(surface.dofs(node)[0], node);
  std::vector<std::vector<Use>> uses(shortest_.size());
  for (const bool of_rest : {false, true}) {
    const ContactSurface& side = of_rest ? rest : surface;
    for (int number = 0; number < static_cast<int>(side.faces().size()); ++number) {
      const ContactSurface::Face& face = side.faces()[number];
      // Straight edges go round the face, so that every node has one that ends and one that begins there.
      std::array<std::array<int, 2>, kMaxFaceNodes> next = {};
      for_each_edge(face.shape, [&](int i, int k) {
        next[static_cast<std::size_t>(i)][1] = face.nodes[static_cast<std::size_t>(k)];
        next[static_cast<std::size_t>(k)][0] = face.nodes[static_cast<std::size_t>(i)];
      });
      for (int i = 0; i < face.size(); ++i) {
        const auto place = static_cast<std::size_t>(i);
        const auto at = node_of.find(side.dofs(face.nodes[place])[0]);
        if (at != node_of.end()) uses[at->second].push_back({of_rest, number, next[place]});
      }
    }
  }
  first_.push_back(0);
  for (const std::vector<Use>& of_node : uses) {
    uses_.insert(uses_.end(), of_node.begin(), of_node.end());
    first_.push_back(uses_.size());
  }
}

SurfaceCorners::Height SurfaceCorners::height(const Vector& q, int node, const Use& use, const Vector3& x,
                                              const Vector3& n) const {
  const ContactSurface& side = use.is_of_rest ? edges_.rest() : edges_.surface();
  const ContactSurface::Face& face = side.faces()[use.face];
  const Index own = edges_.surface().dofs(node)[0];
  FaceNodes nodes;
  side.gather(face, q, nodes);
  // int phi_a phi_b dA over the corners b: 2 to 1 along an edge.
  const int corners = face.corners();
  double sum = 0, weights = 0;
  int place = -1;
  for (int k = 0; k < corners; ++k)
    if (side.dofs(face.nodes[static_cast<std::size_t>(k)])[0] == own) place = k;
  for (int k = 0; k < corners; ++k) {
    const int apart =
        place < 0 ? 1 : std::min((k - place + corners) % corners, (place - k + corners) % corners);
    const double weight = apart == 0 ? 4 : apart == 1 ? 2 : 1;
    sum += weight * n.dot(nodes.col(k) - x);
    weights += weight;
  }
  const Vector3 normal = polygon_normal(nodes, corners);
  const double area = normal.norm();
  if (!look_at_each_other(normal / area, n)) return {0, 0};
  return {sum / weights, area};
}

bool SurfaceCorners::stands_on(const Vector& q, int node, const Vector3& n) const {
  const Vector3 x = edges_.surface().place(q, node);
  double sum = 0, area = 0;
  for (std::size_t i = first_[node]; i < first_[node + 1]; ++i) {
    const Use& use = uses_[i];
    if (!edges_.has_face(use.is_of_rest, use.face)) continue;
    const ContactSurface& side = use.is_of_rest ? edges_.rest() : edges_.surface();
    for (const int next : use.next) {
      const Vector3 edge = side.place(q, next) - x;
      if (n.dot(edge) < kAlong * edge.norm()) return false;
    }
    const Height of_face = height(q, node, use, x, n);
    sum += of_face.area * of_face.mean;
    area += of_face.area;
  }
  return area > 0 && sum > kRises * shortest_edge(node) * area;
}

}  // namespace jounce
