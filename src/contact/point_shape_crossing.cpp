// Points that pass through thin shapes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "collision/signed_distance.h"
#include "contact/point_shape.h"

namespace jounce {
namespace {

struct Deepest {
  double time = 0, value = 0;
};

/// Least signed distance on a straight way, from `low` to `high`: a distance to what is convex is convex
/// along it, so that thirds may be left out.
Deepest deepest_on(const collision::Shape& shape, double rounding, const Vector3& from, const Vector3& way) {
  constexpr int kRounds = 40;
  const auto at = [&](double t) { return collision::signed_distance(shape, from + t * way, rounding).value; };
  double low = 0, high = 1;
  for (int round = 0; round < kRounds; ++round) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (at(a) < at(b) ? high : low) = at(a) < at(b) ? b : a;
  }
  const double t = 0.5 * (low + high);
  return {t, at(t)};
}

}  // namespace

std::optional<Crossing> PointShapePair::crossing(const State& begin, const State& end) const {
  constexpr double kDeep = 0.25;  // of the least extent of a shape: what points go straight into in a step
  std::optional<Crossing> first;
  MarkerKinematics body, point;
  const auto place = [&](const Marker& marker, const BodyShape& shape, const State& state) -> Vector3 {
    shape.body->evaluate(state, Derivatives::none, body);
    marker.evaluate(state, Derivatives::none, point);
    const collision::Pose pose = composed(body, shape.pose());
    return pose.R.transpose() * (point.x - pose.x);
  };
  for (const BodyShape& shape : shapes_) {
    const collision::Bounds box = collision::bounds(shape.shape(), {});
    const double depth = kDeep * (box.high - box.low).minCoeff();
    if (!(depth > 0) || !std::isfinite(depth)) continue;
    for (const Point& own : points_) {
      const Vector3 from = place(*own.marker, shape, begin), way = place(*own.marker, shape, end) - from;
      const double before = collision::signed_distance(shape.shape(), from, options_.rounding).value;
      if (before < -depth || before - way.norm() > -depth) continue;  // it was inside, or comes to no depth
      const Deepest deepest = deepest_on(shape.shape(), options_.rounding, from, way);
      if (deepest.value > -depth || (first && first->time <= deepest.time)) continue;
      first = Crossing{deepest.time, fmt::format("point {} passes through the shape of '{}'",
                                                 own.marker->name(), shape.name)};
    }
  }
  return first;
}

}  // namespace jounce
