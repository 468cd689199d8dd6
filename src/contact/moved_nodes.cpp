#include "contact/moved_nodes.h"

#include <algorithm>
#include <cmath>

namespace jounce {

MovedNodes::MovedNodes(const ContactSurface& surface, const ContactSurface& opposite)
    : surface_(surface), opposite_(opposite) {
  FaceNodes X;
  for (const ContactSurface* side : {&surface_, &opposite_})
    for (const ContactSurface::Face& face : side->faces()) {
      side->gather_initial(face, X);
      const int n = face.corners();
      for (int k = 0; k < n && n > 1; ++k)
        shortest_ = std::min(shortest_, (X.col((k + 1) % n) - X.col(k)).norm());
    }
}

template <typename Visit>
void MovedNodes::for_each_node(const State& state, Visit&& visit) const {
  for (const ContactSurface* side : {&surface_, &opposite_})
    for (int node = 0; node < side->nodes(); ++node) visit(side->place(state.q, node));
}

void MovedNodes::keep(const State& state) {
  places_.clear();
  for_each_node(state, [&](const Vector3& x) { places_.push_back(x); });
}

double MovedNodes::move(const State& state) {
  if (places_.empty()) return std::numeric_limits<double>::infinity();
  ways_.resize(places_.size());
  Vector3 mean = Vector3::Zero();
  std::size_t i = 0;
  for_each_node(state, [&](const Vector3& x) {
    ways_[i] = x - places_[i];
    mean += ways_[i++];
  });
  mean /= static_cast<double>(i);
  double farthest = 0;
  for (const Vector3& way : ways_) farthest = std::max(farthest, (way - mean).squaredNorm());
  return std::sqrt(farthest);
}

double MovedNodes::farthest_of(std::span<const int> nodes) const {
  Vector3 mean = Vector3::Zero();
  for (const int node : nodes) mean += ways_[node];
  mean /= static_cast<double>(nodes.size());
  double farthest = 0;
  for (const int node : nodes) farthest = std::max(farthest, (ways_[node] - mean).squaredNorm());
  return std::sqrt(farthest);
}

}  // namespace jounce
