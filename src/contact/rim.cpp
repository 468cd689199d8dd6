#include "contact/rim.h"

#include <Eigen/Geometry>
#include <cmath>

namespace jounce {
namespace {

/// Tilt (sine) below which a rim counts as level.
constexpr double kLevel = 0.01;
/// A rim is followed where it is tilted by that many times the angle by which its axis may turn.
constexpr double kTurns = 4;

}  // namespace

Rims::Rims(const std::vector<BodyShape>& pieces) {
  bool has_planes = false;
  for (const BodyShape& piece : pieces) {
    const collision::Shape& shape = piece.shape();
    kinds_.push_back(shape.kind);
    has_planes = has_planes || shape.kind == Kind::plane;
    has_rims_ = has_rims_ || shape.kind == Kind::cylinder;
    auto& rims = rims_.emplace_back();
    if (shape.kind != Kind::cylinder) continue;
    for (std::size_t k = 0; k < rims.size(); ++k) {
      auto rim = std::make_shared<Rim>();
      rim->axis = piece.pose().R.col(2);
      rim->centre = piece.pose().x + (k % 2 == 0 ? -shape.half.z() : shape.half.z()) * rim->axis;
      rim->radius = shape.radius;
      rim->on_a = k >= 2;
      rims[k] = std::move(rim);
    }
  }
  has_rims_ = has_rims_ && has_planes;
}

std::shared_ptr<const Rim> Rims::of(const collision::ContactPoint& point, int i, int j, double turn,
                                    const Vector3& axis_of_cylinder) const {
  const int cylinder = with_rims(i, j);
  if (cylinder < 0 || !collision::is_lowest_of_rim(point.feature)) return nullptr;
  const double tilt = point.normal.cross(axis_of_cylinder).norm();
  if (!(tilt > kLevel + kTurns * turn)) return nullptr;
  const std::size_t end = collision::end_of_rim(point.feature);
  return rims_[cylinder][end + (cylinder == i ? 2 : 0)];
}

}  // namespace jounce
