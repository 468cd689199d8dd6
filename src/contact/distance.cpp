// Distances of the sides of contacts whose points come and go.

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision/collide.h"
#include "contact/body_contacts.h"
#include "contact/point_shape.h"
#include "contact/surface_pair.h"

namespace jounce {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

/// Distance of two boxes, 0 where they overlap.
double distance_of_boxes(const collision::Bounds& a, const collision::Bounds& b) {
  return (a.low - b.high).cwiseMax(b.low - a.high).cwiseMax(0).norm();
}

/// Largest distance of two points of two boxes: no gap is larger.
double span_of_boxes(const collision::Bounds& a, const collision::Bounds& b) {
  return (a.high - b.low).cwiseAbs().cwiseMax((b.high - a.low).cwiseAbs()).norm();
}

/// A surface against itself has no distance: every face touches its neighbours.
bool is_self(const SurfacePair& contact) {
  const ContactSurface &a = contact.surface(), &b = contact.opposite();
  return a.nodes() > 0 && a.nodes() == b.nodes() && a.dofs(0)[0] == b.dofs(0)[0];
}

}  // namespace

double BodyContacts::distance(const State& state, int /*pair_number*/, const Counts& counts) const {
  const std::vector<BodyShape>& pieces = pieces_;
  std::vector<collision::Pose> poses(pieces.size());
  std::vector<collision::Bounds> boxes(pieces.size());
  MarkerKinematics body;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    boxes[i] = collision::Bounds::none();
    if (pieces[i].body->size() > 0 && state.is_dormant(pieces[i].body->dofs().front())) continue;
    pieces[i].body->evaluate(state, Derivatives::none, body);
    poses[i] = composed(body, pieces[i].pose());
    boxes[i] = collision::bounds(pieces[i].shape(), poses[i]);
  }
  double least = kFar;
  std::vector<collision::ContactPoint> found;
  ContactRow row;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      if (boxes[i].is_none() || boxes[j].is_none() || distance_of_boxes(boxes[i], boxes[j]) >= least)
        continue;
      row.touching.shapes = {static_cast<int>(i), static_cast<int>(j)};
      if (!may_touch(i, j) || !counts(row) ||
          !collision::can_collide(pieces[i].shape().kind, pieces[j].shape().kind))
        continue;
      const double span = 1.01 * span_of_boxes(boxes[i], boxes[j]);
      found.clear();
      collision::collide(pieces[i].shape(), poses[i], pieces[j].shape(), poses[j],
                         std::isfinite(span) ? std::min(least, span) : least, found);
      for (const collision::ContactPoint& point : found) least = std::min(least, point.gap());
    }
  return least;
}

double PointShapePair::distance(const State& state, int pair_number, const Counts& counts) const {
  double least = kFar;
  ContactRow row;
  row.pair = pair_number;
  row.law = &law();
  const std::size_t rows = points_.size() * shapes_.size();
  for (std::size_t i = 0; i < rows; ++i) {
    row.point = static_cast<std::int64_t>(i);
    if (counts(row)) least = std::min(least, gap(state, row));
  }
  return least;
}

/// Searches that reach farther and farther, until one finds something or reaches across everything.
double SurfacePair::distance(const State& state, int pair_number, const Counts& counts) const {
  constexpr double kFarther = 4, kFirst = 1e-3;
  if (is_self(*this)) return kFar;
  const bool is_by_points = law().pressure != nullptr && !surface_.is_of_points();
  collision::Bounds all = collision::Bounds::none();
  for (const ContactSurface* surface : {&surface_, &opposite_})
    for (int node = 0; node < surface->nodes(); ++node) {
      const Vector3 x = surface->place(state.q, node);
      all = {all.low.cwiseMin(x), all.high.cwiseMax(x)};
    }
  if (all.is_none()) return kFar;
  const double size = (all.high - all.low).norm();
  for (double reach = kFirst * size; size > 0; reach *= kFarther) {
    SurfaceSearch search(surface_, opposite_, rest_, reach, is_by_points, false);
    const auto found = search.find(state, 0);
    double least = kFar;
    ContactRow row;
    row.pair = pair_number;
    row.law = &law();
    row.found = found;
    for (std::size_t place = 0; place < found->rows.size(); ++place) {
      row.point = found->rows[place].point;
      row.place = place;
      if (counts(row)) least = std::fmin(least, gap(state, row));
    }
    if (std::isfinite(least) || reach > size) return least;
  }
  return kFar;
}

}  // namespace jounce
