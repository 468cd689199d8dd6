#pragma once

#include <memory>
#include <vector>

#include "collision/collide.h"
#include "model/body_shape.h"
#include "model/contact.h"

namespace jounce {

/// A circle fixed in a body that touches a plane of another one: the rim of a cylinder. The point that
/// touches is the one that lies farthest towards the plane, at every configuration: centre C, unit axis e,
/// radius r, unit vector k from the plane's body through the plane towards it,
///
///   s = k - (k . e) e,   b = C - r s / |s|
///
/// so that a rim that rolls is one contact, whose gap and row do not jump from step to step.
struct Rim final : FoundGeometry {
  Vector3 centre = Vector3::Zero();  ///< in axes of the body
  Vector3 axis = Vector3::UnitZ();   ///< the same
  double radius = 0;
  bool on_a = false;  ///< of body A; k = -n then, else k = n
};

/// The rims of the shapes of a contact, and when a point is one of them.
class Rims {
 public:
  explicit Rims(const std::vector<BodyShape>& pieces);

  /// Rim whose lowest point is the one that a search found between pieces i and j; null where it is none, or
  /// where the rim is so level that its lowest point may go anywhere within the horizon (the point is then
  /// taken to be fixed in the body).
  /// @param turn angle by which the axis may turn within the horizon
  std::shared_ptr<const Rim> of(const collision::ContactPoint& point, int i, int j, double turn,
                                const Vector3& axis_of_cylinder) const;
  /// Number of the piece of i and j that has rims while the other is a plane; -1 for none.
  int with_rims(int i, int j) const {
    if (!has_rims_) return -1;
    const Kind a = kinds_[i], b = kinds_[j];
    if (a == Kind::plane && b == Kind::cylinder) return j;
    return a == Kind::cylinder && b == Kind::plane ? i : -1;
  }

 private:
  using Kind = collision::Shape::Kind;

  bool has_rims_ = false;
  std::vector<Kind> kinds_;
  /// Of a cylinder as body B (lower and upper end), then as body A; empty for other shapes.
  std::vector<std::array<std::shared_ptr<const Rim>, 4>> rims_;
};

}  // namespace jounce
