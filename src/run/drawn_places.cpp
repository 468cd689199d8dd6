#include "run/drawn_places.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "run/drawn_bodies.h"
#include "run/drawn_points.h"

namespace jounce {

DrawnPlaces::DrawnPlaces(const Model& model) : model_(model), state_(model.system.initial_state()) {
  drawn_points(model, state_, points_);
  DrawnBodies(model).orientations(state_, quaternions_);
  int first = 0;
  for (const Drawing& drawing : model.drawings) {
    const auto d = static_cast<std::size_t>(std::max(drawing.coordinates, 1));
    for (std::size_t k = 0; k < drawing.node_dofs.size(); k += d)
      followers_[drawing.node_dofs[k]].push_back(first + static_cast<int>(k / d));
    for (std::size_t i = 0; i < drawing.markers.size(); ++i)
      if (drawing.markers[i]->size() > 0)
        followers_[drawing.markers[i]->dofs()[0]].push_back(first + static_cast<int>(i));
    first += static_cast<int>(drawing.points());
  }
}

int DrawnPlaces::nearest(const Marker& marker, const Vector3& place) const {
  int best = -1;
  double least = HUGE_VAL;
  for (const Index dof : marker.dofs()) {
    const auto found = followers_.find(dof);
    if (found == followers_.end()) continue;
    for (const int point : found->second) {
      const double distance =
          (Vector3::Map(&points_[3 * static_cast<std::size_t>(point)]) - place).squaredNorm();
      if (distance >= least) continue;
      least = distance;
      best = point;
    }
  }
  return best;
}

int DrawnPlaces::of_node(Index dof) const {
  const auto found = followers_.find(dof);
  return found == followers_.end() ? -1 : found->second.front();
}

int DrawnPlaces::first_of(const std::string& drawing) const {
  int first = 0;
  for (const Drawing& known : model_.drawings) {
    if (known.name == drawing && !known.markers.empty()) return first;
    first += static_cast<int>(known.points());
  }
  return -1;
}

DrawnPlaces::Anchor DrawnPlaces::anchor(int point, const Vector3& place) const {
  if (point < 0) return {place, Matrix3::Identity()};
  const std::size_t at = 3 * static_cast<std::size_t>(point);
  const Vector3 v = Vector3::Map(&quaternions_[at]);
  const Quaternion q(std::sqrt(std::max(0.0, 1 - v.squaredNorm())), v.x(), v.y(), v.z());
  const Matrix3 axes = q.normalized().toRotationMatrix();
  return {axes.transpose() * (place - Vector3::Map(&points_[at])), axes};
}

}  // namespace jounce
