#pragma once

#include <vector>

#include "la/types.h"

namespace jounce {

/// The configuration manifold of a system: a product of lines and of rotation groups SO(3).
///
/// Layout of the configuration q: entry i < nv is the coordinate that belongs to tangent direction i (a
/// position, a planar angle, an elastic or modal amplitude); the three entries of a spatial rotation are not
/// used and stay 0, its unit quaternion (w, x, y, z) stands behind all of them at nv + 4k. So q and v share
/// their numbering.
class Manifold {
 public:
  struct Rotation {
    Index tangent;     ///< first of its three tangent directions (body-frame angular velocity)
    Index quaternion;  ///< place of w in q
  };

  Manifold() = default;
  Manifold(Index tangent_size, std::vector<Index> rotation_tangents);

  Index tangent_size() const { return tangent_size_; }                                      ///< nv
  Index size() const { return tangent_size_ + 4 * static_cast<Index>(rotations_.size()); }  ///< nq
  const std::vector<Rotation>& rotations() const { return rotations_; }
  bool is_flat() const { return rotations_.empty(); }

  /// result = q o exp(increment): sums, and quaternion products on the rotations (renormalised).
  /// `result` may be q itself.
  void retract(const Vector& q, const Vector& increment, Vector& result) const;

 private:
  Index tangent_size_ = 0;
  std::vector<Rotation> rotations_;
};

}  // namespace jounce
