#include "contact/way_out.h"

#include <unordered_map>

#include "contact/face.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

constexpr double kNearFoot = 1e-3;  ///< of the way: the face of the foot and its neighbours are not met
constexpr double kNearPoint = 1e-6;
constexpr double kGrazing = 0.1;  ///< cosine of the way and the normal of a face

}  // namespace

bool lets_out(CellShape shape, const FaceNodes& nodes, const Vector3& x, const Vector3& y, double shallow) {
  const double way = (x - y).norm();
  if (!(way > 0)) return false;
  const Vector3 along = (x - y) / way;
  const Eigen::VectorXd ends = (nodes.colwise() - y).transpose() * along;
  if (ends.minCoeff() > way * (1 + kNearPoint) || ends.maxCoeff() < 0) return false;
  FacePoint p;
  p.xi = reference_centre(shape);
  if (!intersect_face(shape, nodes, x, along, p) || !is_on_face(shape, p.xi)) return false;
  const double at = along.dot(p.x - y);
  return at > kNearFoot * way && at < (1 + kNearPoint) * way &&
         p.n.dot(along) > (way < shallow ? kGrazing : 0.0);
}

std::vector<int> bodies_of(const ContactSurface& surface, const ContactSurface& rest,
                           const ActiveFaces& active, const ActiveFaces& active_rest) {
  std::unordered_map<Index, int> node_of;  // by the first degree of freedom
  std::vector<int> parents;
  const auto root = [&](int node) {
    while (parents[node] != node) node = parents[node] = parents[parents[node]];
    return node;
  };
  const auto node = [&](const ContactSurface& of, const ContactSurface::Face& face, int k) {
    const auto [place, added] =
        node_of.try_emplace(of.dofs(face.nodes[k])[0], static_cast<int>(parents.size()));
    if (added) parents.push_back(place->second);
    return root(place->second);
  };
  const auto each_face = [](const ContactSurface& of, const ActiveFaces& there, const auto& visit) {
    for (std::size_t i = 0; i < of.faces().size(); ++i)
      if (there.has_face(static_cast<int>(i))) visit(i, of.faces()[i]);
  };
  const auto join = [&](const ContactSurface& of, const ActiveFaces& there) {
    each_face(of, there, [&](std::size_t, const ContactSurface::Face& face) {
      for (int k = 0; k < face.corners(); ++k) parents[node(of, face, k)] = node(of, face, 0);
    });
  };
  join(surface, active);
  join(rest, active_rest);
  std::vector<int> bodies(surface.faces().size(), -1);
  each_face(surface, active,
            [&](std::size_t i, const ContactSurface::Face& face) { bodies[i] = node(surface, face, 0); });
  return bodies;
}

bool WayOut::is_met(const Vector& q, const Vector3& x, const Vector3& y) {
  if (rest_.faces().empty() || !((x - y).norm() > shallow_)) return false;
  FaceNodes nodes;
  if (boxes_.empty())
    for (std::size_t i = 0; i < rest_.faces().size(); ++i) {
      rest_.gather(rest_.faces()[i], q, nodes);
      boxes_.push_back(active_.has_face(static_cast<int>(i))
                           ? collision::Bounds{nodes.rowwise().minCoeff(), nodes.rowwise().maxCoeff()}
                           : collision::Bounds::none());
    }
  // Faces of second order may reach beyond the box of their nodes, by a part of their size.
  const Vector3 low = x.cwiseMin(y), high = x.cwiseMax(y);
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    if (boxes_[i].is_none()) continue;
    const Vector3 margin = Vector3::Constant(0.1 * (boxes_[i].high - boxes_[i].low).maxCoeff());
    if ((boxes_[i].low - margin - high).maxCoeff() > 0 || (low - boxes_[i].high - margin).maxCoeff() > 0)
      continue;
    const ContactSurface::Face& face = rest_.faces()[i];
    rest_.gather(face, q, nodes);
    if (lets_out(face.shape, nodes, x, y, shallow_)) return true;
  }
  return false;
}

}  // namespace jounce
