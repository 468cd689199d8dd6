#include "contact/contact_surface.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce {

namespace {

/// Sides of shells; solids have one.
constexpr int kOuter = 0, kInner = 1;

/// The place of a node of a face when it is seen from the other side: corners run the other way round, from
/// the last one, and so do the middles of the sides between them.
std::size_t seen_from_below(CellShape shape, std::size_t node) {
  const auto corners = static_cast<std::size_t>(topology(shape).corners);
  if (node < corners) return corners - 1 - node;
  return corners + (2 * corners - 2 - (node - corners)) % corners;
}

}  // namespace

ContactSurface::ContactSurface(int dimension, const std::vector<SurfaceFaces>& faces)
    : dimension_(dimension) {
  NodeNumbers node_of;
  for (const SurfaceFaces& some : faces) {
    const auto size = static_cast<std::size_t>(topology(some.shape).nodes);
    for (std::size_t first = 0; first < some.nodes.size(); first += size) {
      add_face(some, first, kOuter, node_of);
      if (some.is_shell) add_face(some, first, kInner, node_of);
    }
  }
  FaceNodes X;
  for (const Face& face : faces_) {
    gather_initial(face, X);
    for (int i = 1; i < face.corners(); ++i)
      for (int k = 0; k < i; ++k) largest_face_ = std::max(largest_face_, (X.col(i) - X.col(k)).norm());
  }
}

void ContactSurface::add_face(const SurfaceFaces& some, std::size_t first, int side, NodeNumbers& node_of) {
  const auto size = static_cast<std::size_t>(topology(some.shape).nodes);
  const auto width = static_cast<std::size_t>(dimension_);
  Face& face = faces_.emplace_back();
  face.shape = some.shape;
  face.is_ring = dimension_ == 2 && some.plane == PlaneKind::axisymmetric;
  if (dimension_ == 2) face.thickness = some.thickness;
  face.is_shell = some.is_shell;
  face.shift = some.shell_sides[static_cast<std::size_t>(side)];
  has_shells_ |= face.is_shell;
  largest_shift_ = std::max(largest_shift_, face.shift);
  for (std::size_t i = 0; i < size; ++i) {
    const auto at = static_cast<std::size_t>(some.nodes[first + i]);
    const auto [place, added] = node_of.try_emplace({some.dofs[at * width], side}, nodes());
    if (added) {
      names_.push_back(fmt::format("{}.{}", some.mesh, some.points[at] + 1));
      if (side == kInner) names_.back() += " (lower side)";
      dofs_.insert(dofs_.end(), &some.dofs[at * width], &some.dofs[at * width] + width);
      initial_.insert(initial_.end(), &some.places[at * width], &some.places[at * width] + width);
    }
    face.nodes[side == kOuter ? i : seen_from_below(some.shape, i)] = place->second;
  }
  if (some.elements.empty()) return;
  face.owner = some.elements[first / size][0];
  face.behind = some.elements[first / size][1];
  can_change_ |= face.owner.block != nullptr || face.is_inner();
}

bool ContactSurface::share_nodes(const Face& a, const Face& b) const {
  for (int i = 0; i < a.size(); ++i)
    for (int k = 0; k < b.size(); ++k)
      if (dofs(a.nodes[i])[0] == dofs(b.nodes[k])[0]) return true;
  return false;
}

bool ContactSurface::is_prescribed(int node) const {
  return std::all_of(dofs(node), dofs(node) + dimension_, [&](Index dof) { return dof >= n_free_; });
}

bool ContactSurface::is_held(int node, const Vector3& along) const {
  constexpr double kAcross = 0.1;
  double free = 0;
  for (int k = 0; k < dimension_; ++k)
    if (dofs(node)[k] < n_free_) free += along[k] * along[k];
  return free < kAcross * kAcross;
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
