#include "model/pressure_law.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace jounce {
namespace {

constexpr double kLargestExponent = 30;

}  // namespace

std::shared_ptr<const PressureLaw> PressureLaw::linear(double stiffness) {
  auto law = std::make_shared<PressureLaw>();
  law->points_ = {{0, 0}, {1, stiffness}};
  law->last_slope_ = stiffness;
  return law;
}

std::shared_ptr<const PressureLaw> PressureLaw::exponential(double pressure, double clearance) {
  auto law = std::make_shared<PressureLaw>();
  law->rate_ = std::log(100.0) / clearance;
  law->pressure_ = pressure;
  return law;
}

std::shared_ptr<const PressureLaw> PressureLaw::table(std::vector<Point> points) {
  assert(points.size() >= 2 && points.front().pressure == 0);
  auto law = std::make_shared<PressureLaw>();
  law->points_ = std::move(points);
  return law;
}

bool PressureLaw::is_closed(double overclosure, double tie) const {
  return points_.empty() || overclosure + tie >= points_.front().overclosure;
}

/// The point from which the law is linear with a slope.
const PressureLaw::Point& PressureLaw::segment(double overclosure, double& slope) const {
  std::size_t i = 0;
  while (i + 1 < points_.size() && overclosure >= points_[i + 1].overclosure) ++i;
  slope = last_slope_;
  if (i + 1 < points_.size())
    slope = (points_[i + 1].pressure - points_[i].pressure) /
            (points_[i + 1].overclosure - points_[i].overclosure);
  return points_[i];
}

double PressureLaw::pressure(double overclosure) const {
  if (points_.empty()) {
    const double exponent = rate_ * overclosure;
    if (exponent <= kLargestExponent) return pressure_ * std::exp(exponent);
    return pressure_ * std::exp(kLargestExponent) * (1 + exponent - kLargestExponent);
  }
  double slope = 0;
  const Point& from = segment(overclosure, slope);
  return from.pressure + slope * (overclosure - from.overclosure);
}

double PressureLaw::slope(double overclosure) const {
  if (points_.empty()) return pressure_ * rate_ * std::exp(std::min(rate_ * overclosure, kLargestExponent));
  double slope = 0;
  segment(overclosure, slope);
  return slope;
}

}  // namespace jounce
