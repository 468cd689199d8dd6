#pragma once

#include <array>
#include <memory>

#include "model/flexible_body.h"
#include "model/marker.h"

namespace jounce {

/// Where a floating frame stands in the system: in the plane (dimension 2) X has two degrees of freedom and
/// the rotation one, an angle.
struct FloatingFrame {
  int dimension = 3;
  std::array<Index, 3> translation = {-1, -1, -1};
  std::array<Index, 3> rotation = {-1, -1, -1};  ///< in the plane only the last
  Index quaternion = -1;                         ///< place of w in q, in space
  std::vector<Index> elastic;                    ///< degrees of freedom of the elastic coordinates

  Vector3 position(const State& state) const;
  Matrix3 orientation(const State& state) const;
  Vector3 angular_velocity(const State& state) const;  ///< in body axes
};

/// A node of a flexible body: x = X + A (r + N q), frame A exp(P q) R_0, with the rows N of its displacement
/// and P of its rotation (none for nodes of solids, whose frame is then the floating one). Without a node:
/// the frame's origin itself.
class FloatingMarker final : public Marker {
 public:
  /// `node` < 0: the origin of the frame.
  FloatingMarker(std::string name, const FlexibleBody& body, const FloatingFrame& frame, int node,
                 const Matrix3& R_0 = Matrix3::Identity());

  bool is_linear() const override { return false; }
  bool has_rotation() const override { return true; }
  bool has_linear_rotation() const override { return frame_.dimension == 2; }
  void evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const override;
  void add_force_gradient(const State& state, const Vector3& f, const Vector3& m, double w, int offset,
                          DenseMatrix& K) const override;

 private:
  /// Sum of the columns of a 3 x elastic matrix times the elastic entries of x.
  Vector3 product(const MarkerMatrix& columns, const Vector& x) const;

  FloatingFrame frame_;
  int n_reference_;  ///< 3 or 6 degrees of freedom before the elastic ones
  Vector3 r_ = Vector3::Zero();
  MarkerMatrix N_, P_;
  bool turns_ = false;  ///< P is not zero
  Matrix3 R_0_;
};

}  // namespace jounce
