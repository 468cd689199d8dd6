#include "run/contact_vectors.h"

#include <algorithm>
#include <limits>

namespace jounce {
namespace {

/// The point nearest to a place.
int nearest(const std::vector<int>& candidates, const std::vector<double>& points, const Vector3& place) {
  if (candidates.size() == 1) return candidates.front();
  int best = candidates.front();
  double least = std::numeric_limits<double>::infinity();
  for (const int point : candidates) {
    const double distance =
        (Vector3::Map(&points[3 * static_cast<std::size_t>(point)]) - place).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    best = point;
  }
  return best;
}

}  // namespace

ContactVectors::ContactVectors(const Model& model) {
  int first = 0;
  for (const Drawing& drawing : model.drawings) {
    for (std::size_t k = 0; k < drawing.node_dofs.size(); ++k) {
      const auto d = static_cast<std::size_t>(drawing.coordinates);
      moved_[drawing.node_dofs[k]] = {static_cast<int>(k % d), first + static_cast<int>(k / d), -1};
    }
    for (std::size_t i = 0; i < drawing.markers.size(); ++i) {
      // The coordinates of a body come first among the degrees of freedom of its points.
      const auto dofs = drawing.markers[i]->dofs();
      const auto d = static_cast<std::size_t>(model.dimension);
      if (dofs.size() < d) continue;
      const auto [place, is_new] = moved_.try_emplace(dofs[0]);
      if (is_new) {
        const int body = static_cast<int>(points_of_body_.size());
        points_of_body_.emplace_back();
        for (std::size_t axis = 0; axis < d; ++axis) moved_[dofs[axis]] = {static_cast<int>(axis), -1, body};
      }
      const int body = moved_[dofs[0]].body;
      if (body >= 0) points_of_body_[body].push_back(first + static_cast<int>(i));
    }
    first += static_cast<int>(drawing.points());
  }
}

void ContactVectors::add(const Model& model, const State& state, const ContactRow& contact,
                         const RowJacobian& rows, int row, double force, const std::vector<double>& points,
                         std::vector<double>& sums, std::vector<double>* magnitudes) {
  on_bodies_.clear();
  const auto dofs = rows.dofs(row);
  const auto values = rows.values(row);
  for (std::size_t k = 0; k < dofs.size(); ++k) {
    const auto found = moved_.find(dofs[k]);
    if (found == moved_.end() || values[k] == 0) continue;
    const Moved& moved = found->second;
    const double part = values[k] * force;
    if (moved.point >= 0) {
      sums[3 * static_cast<std::size_t>(moved.point) + static_cast<std::size_t>(moved.axis)] += part;
      continue;
    }
    auto body = std::find_if(on_bodies_.begin(), on_bodies_.end(),
                             [&](const auto& known) { return known.first == moved.body; });
    if (body == on_bodies_.end()) body = on_bodies_.insert(body, {moved.body, Vector3::Zero()});
    body->second[moved.axis] += part;
  }
  if (on_bodies_.empty()) return;
  const Vector3 place = model.system.contacts().all()[contact.pair]->position(state, contact);
  for (const auto& [body, total] : on_bodies_) {
    const auto point = static_cast<std::size_t>(nearest(points_of_body_[body], points, place));
    if (magnitudes != nullptr) (*magnitudes)[point] += total.norm();
    for (std::size_t axis = 0; axis < 3; ++axis) sums[3 * point + axis] += total[static_cast<Index>(axis)];
  }
}

void ContactVectors::evaluate(const Model& model, const State& state, const StepResult& step, double h,
                              const std::vector<double>& points, std::vector<double>& normal,
                              std::vector<double>& friction, std::vector<double>& body_sums) {
  normal.assign(points.size(), 0.0);
  friction.assign(points.size(), 0.0);
  body_sums.assign(points.size() / 3, 0.0);
  if (!(h > 0) || step.rows.empty() || step.impulse.size() < static_cast<Index>(step.rows.size())) return;
  Vector gaps;
  RowJacobian W, D;
  model.system.contacts().evaluate(step.rows, state, gaps, W, D);
  Index at = 0;
  for (std::size_t i = 0; i < step.rows.size(); ++i) {
    const ContactRow& row = step.rows[i];
    const double impulse = step.impulse[static_cast<Index>(i)];
    if (impulse != 0) add(model, state, row, W, static_cast<int>(i), impulse / h, points, normal, &body_sums);
    for (int k = 0; k < row.law->tangents; ++k, ++at)
      if (at < step.friction_impulse.size() && step.friction_impulse[at] != 0)
        add(model, state, row, D, static_cast<int>(at), step.friction_impulse[at] / h, points, friction);
  }
}

}  // namespace jounce
