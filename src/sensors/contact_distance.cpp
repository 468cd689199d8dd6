#include "sensors/contact_distance.h"

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

using Counts = std::function<bool(const ContactRow&)>;

/// Distance of two boxes, 0 where they overlap.
double distance_of_boxes(const collision::Bounds& a, const collision::Bounds& b) {
  return (a.low - b.high).cwiseMax(b.low - a.high).cwiseMax(0).norm();
}

/// Largest distance of two points of two boxes: no gap is larger.
double span_of_boxes(const collision::Bounds& a, const collision::Bounds& b) {
  return (a.high - b.low).cwiseAbs().cwiseMax((b.high - a.low).cwiseAbs()).norm();
}

double distance_of_bodies(const BodyContacts& contact, const State& state, const Counts& counts) {
  const std::vector<BodyShape>& pieces = contact.pieces();
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
      if (!contact.may_touch(i, j) || !counts(row) ||
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

double distance_of_points(const PointShapePair& contact, const State& state, int pair_number,
                          const Counts& counts) {
  double least = kFar;
  ContactRow row;
  row.pair = pair_number;
  row.law = &contact.law();
  const std::size_t rows = contact.list().size() * contact.shapes().size();
  for (std::size_t i = 0; i < rows; ++i) {
    row.point = static_cast<std::int64_t>(i);
    if (counts(row)) least = std::min(least, contact.gap(state, row));
  }
  return least;
}

/// A surface against itself has no distance: every face touches its neighbours.
bool is_self(const SurfacePair& contact) {
  const ContactSurface &a = contact.surface(), &b = contact.opposite();
  return a.nodes() > 0 && a.nodes() == b.nodes() && a.dofs(0)[0] == b.dofs(0)[0];
}

/// Searches that reach farther and farther, until one finds something or reaches across everything.
double distance_of_surfaces(const SurfacePair& contact, const State& state, int pair_number,
                            const Counts& counts) {
  constexpr double kFarther = 4, kFirst = 1e-3;
  if (is_self(contact)) return kFar;
  const bool is_by_points = contact.law().pressure != nullptr && !contact.surface().is_of_points();
  collision::Bounds all = collision::Bounds::none();
  for (const ContactSurface* surface : {&contact.surface(), &contact.opposite()})
    for (int node = 0; node < surface->nodes(); ++node) {
      const Vector3 x = surface->place(state.q, node);
      all = {all.low.cwiseMin(x), all.high.cwiseMax(x)};
    }
  if (all.is_none()) return kFar;
  const double size = (all.high - all.low).norm();
  for (double reach = kFirst * size; size > 0; reach *= kFarther) {
    SurfaceSearch search(contact.surface(), contact.opposite(), reach, is_by_points, false);
    const auto found = search.find(state, 0);
    double least = kFar;
    ContactRow row;
    row.pair = pair_number;
    row.law = &contact.law();
    row.found = found;
    for (std::size_t place = 0; place < found->rows.size(); ++place) {
      row.point = found->rows[place].point;
      row.place = place;
      if (counts(row)) least = std::fmin(least, contact.gap(state, row));
    }
    if (std::isfinite(least) || reach > size) return least;
  }
  return kFar;
}

}  // namespace

double distance_of_sides(const ContactPair& pair, const State& state, int pair_number, const Counts& counts) {
  if (const auto* bodies = dynamic_cast<const BodyContacts*>(&pair))
    return distance_of_bodies(*bodies, state, counts);
  if (const auto* points = dynamic_cast<const PointShapePair*>(&pair))
    return distance_of_points(*points, state, pair_number, counts);
  if (const auto* surfaces = dynamic_cast<const SurfacePair*>(&pair))
    return distance_of_surfaces(*surfaces, state, pair_number, counts);
  return kFar;
}

}  // namespace jounce
