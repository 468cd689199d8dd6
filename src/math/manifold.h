#pragma once

#include <vector>

#include "la/sink.h"
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
  Manifold(Index tangent_size, const std::vector<Index>& rotation_tangents);

  Index tangent_size() const { return tangent_size_; }                                      ///< nv
  Index size() const { return tangent_size_ + 4 * static_cast<Index>(rotations_.size()); }  ///< nq
  const std::vector<Rotation>& rotations() const { return rotations_; }
  bool is_flat() const { return rotations_.empty(); }

  /// T(increment): derivative of the tangent-space position of q o exp(increment) by the increment. Identity
  /// except for a 3 x 3 block per rotation, written to `blocks` in the order of rotations().
  void tangent_blocks(const Vector& increment, std::vector<Matrix3>& blocks) const;
  /// d becomes T d, or T^-1 d: of the rotations among the first tangent directions, whose number d has.
  void turn(const std::vector<Matrix3>& blocks, Eigen::Ref<Vector> d) const;
  void turn_back(const std::vector<Matrix3>& blocks, Eigen::Ref<Vector> d) const;
  /// Number of the rotation that tangent direction i belongs to; -1 for none.
  int rotation_of(Index i) const { return is_flat() ? -1 : rotation_of_[i]; }

  /// result = q o exp(increment): sums, and quaternion products on the rotations (renormalised).
  /// `result` may be q itself.
  void retract(const Vector& q, const Vector& increment, Vector& result) const;

 private:
  Index tangent_size_ = 0;
  std::vector<Rotation> rotations_;
  std::vector<int> rotation_of_;
};

/// Applies T to the columns of what is assembled: derivatives by the configuration become derivatives by the
/// increment that led there. Without rotations blocks pass through unchanged.
class IncrementSink final : public MatrixSink {
 public:
  IncrementSink(MatrixSink& target, const Manifold& manifold, const std::vector<Matrix3>& blocks)
      : target_(target), manifold_(manifold), blocks_(blocks) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;

 private:
  int rotation_at(Index col) const {
    return col < manifold_.tangent_size() ? manifold_.rotation_of(col) : -1;
  }

  MatrixSink& target_;
  const Manifold& manifold_;
  const std::vector<Matrix3>& blocks_;
};

}  // namespace jounce
