// Which faces of two surfaces a search looks at.

#include <algorithm>
#include <span>

#include "contact/surface_search.h"
#include "math/shape_functions.h"

namespace jounce {

double SurfaceSearch::distance_of_boxes(int i, int j, double margins) const {
  const collision::Bounds &a = boxes_[i], &b = boxes_[j];
  return margins + (a.low - b.high).cwiseMax(b.low - a.high).maxCoeff();
}

/// Drops the pairs of faces that no row needs: all of those whose nodes belong to no face that another one is
/// near.
void SurfaceSearch::drop_far_pairs(double range, double far) {
  const auto is_quadratic_face = [](const ContactSurface& surface) {
    return !surface.faces().empty() && is_quadratic(surface.faces().front().shape);
  };
  constexpr double kBulge = 0.5;  // of a face of second order, out of the box of its nodes
  const bool bulges = is_quadratic_face(surface_) || is_quadratic_face(opposite_);
  const double near =
      range + (bulges ? kBulge * std::max(surface_.largest_face(), opposite_.largest_face()) : 0.0);
  // The faces of a pair that may have rows: the first one; of a surface that meets itself, either.
  const std::size_t sides = self_ ? 2 : 1;
  const auto nodes_of = [&](int number) {
    const ContactSurface::Face& face = surface_.faces()[number];
    return std::span<const int>(face.nodes.data(), static_cast<std::size_t>(face.corners()));
  };
  near_nodes_.assign(static_cast<std::size_t>(surface_.nodes()), 0);
  for (const auto& pair : pairs_) {
    if (!(distance_of_boxes(pair[0], pair[1], far) <= near)) continue;
    if (self_ && !self_->may_meet(pair[0], pair[1])) continue;
    for (std::size_t side = 0; side < sides; ++side)
      for (const int node : nodes_of(pair[side])) near_nodes_[node] = 1;
  }
  std::erase_if(pairs_, [&](const std::array<int, 2>& pair) {
    for (std::size_t side = 0; side < sides; ++side)
      for (const int node : nodes_of(pair[side]))
        if (near_nodes_[node] != 0) return false;
    return true;
  });
}

void SurfaceSearch::find_pairs(const State& state, double range, double far) {
  boxes_.clear();
  std::vector<int> groups;
  FaceNodes x;
  const auto add = [&](const ContactSurface& surface, const ActiveFaces& active, int group, double margin) {
    int face_number = 0;
    for (const ContactSurface::Face& face : surface.faces()) {
      const int number = face_number++;
      groups.push_back(self_ ? number : group);
      boxes_.push_back(collision::Bounds::none());
      if (!active.has_face(number)) continue;
      surface.gather(face, state.q, x);
      boxes_.back() = {(x.rowwise().minCoeff().array() - margin).matrix(),
                       (x.rowwise().maxCoeff().array() + margin).matrix()};
    }
  };
  if (self_) {  // every face with every other one
    add(surface_, active_, 0, 0.5 * far);
    broad_phase_.find(boxes_, groups, pairs_);
    self_->look_at(state.q, active_);
    drop_far_pairs(range, far);
    self_->find(state.q, far, pairs_);
    return;
  }
  add(surface_, active_, 0, far);
  add(opposite_, active_opposite_, 1, 0);
  broad_phase_.find(boxes_, groups, pairs_);
  drop_far_pairs(range, far);
}

}  // namespace jounce
