#include "contact/contact_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace jounce {

ContactSurface::ContactSurface(int dimension, const std::vector<SurfaceFaces>& faces)
    : dimension_(dimension) {
  const auto width = static_cast<std::size_t>(dimension);
  std::unordered_map<Index, int> node_of;  // by the first degree of freedom
  for (const SurfaceFaces& some : faces) {
    const auto size = static_cast<std::size_t>(topology(some.shape).nodes);
    for (std::size_t first = 0; first < some.nodes.size(); first += size) {
      Face& face = faces_.emplace_back();
      face.shape = some.shape;
      face.is_ring = dimension == 2 && some.plane == PlaneKind::axisymmetric;
      if (dimension == 2) face.thickness = some.thickness;
      for (std::size_t i = 0; i < size; ++i) {
        const auto at = static_cast<std::size_t>(some.nodes[first + i]);
        const auto [place, added] = node_of.try_emplace(some.dofs[at * width], nodes());
        if (added) {
          names_.push_back(fmt::format("{}.{}", some.mesh, some.points[at] + 1));
          dofs_.insert(dofs_.end(), &some.dofs[at * width], &some.dofs[at * width] + width);
          initial_.insert(initial_.end(), &some.places[at * width], &some.places[at * width] + width);
        }
        face.nodes[i] = place->second;
      }
      if (some.elements.empty()) continue;
      face.owner = some.elements[first / size][0];
      face.behind = some.elements[first / size][1];
      can_change_ |= face.owner.block != nullptr || face.is_inner();
    }
  }
  FaceNodes X;
  for (const Face& face : faces_) {
    gather_initial(face, X);
    for (int i = 1; i < face.corners(); ++i)
      for (int k = 0; k < i; ++k) largest_face_ = std::max(largest_face_, (X.col(i) - X.col(k)).norm());
  }
}

ContactSurface::ContactSurface(int dimension, const std::vector<Point>& points) : dimension_(dimension) {
  for (const Point& point : points) {
    Face& face = faces_.emplace_back();
    face.is_point = true;
    face.nodes[0] = nodes();
    names_.push_back(point.name);
    dofs_.insert(dofs_.end(), point.dofs.begin(), point.dofs.begin() + dimension);
    initial_.insert(initial_.end(), point.place.data(), point.place.data() + dimension);
  }
}

Vector3 ContactSurface::place(const Vector& q, int node) const {
  Vector3 x = Vector3::Zero();
  for (int k = 0; k < dimension_; ++k) x[k] = q[dofs(node)[k]];
  return x;
}

Vector3 ContactSurface::initial_place(int node) const {
  Vector3 x = Vector3::Zero();
  for (int k = 0; k < dimension_; ++k) x[k] = initial_[node * dimension_ + k];
  return x;
}

void ContactSurface::gather(const Face& face, const Vector& q, FaceNodes& nodes) const {
  nodes.resize(3, face.size());
  for (int i = 0; i < face.size(); ++i) nodes.col(i) = place(q, face.nodes[i]);
}

void ContactSurface::gather_initial(const Face& face, FaceNodes& nodes) const {
  nodes.resize(3, face.size());
  for (int i = 0; i < face.size(); ++i) nodes.col(i) = initial_place(face.nodes[i]);
}

}  // namespace jounce
