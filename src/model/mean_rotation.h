#pragma once

#include <vector>

#include "model/constraint.h"

namespace jounce {

/// The mean rotation of n nodes about a fixed axis a equals a coordinate theta. With p_i the place of a node
/// against the mean of all, without its part along a, and P_i that at the start,
///
///   phi_i = atan2(a . (P_i x p_i), P_i . p_i),     g = 1/n sum_i phi_i - (theta - theta_0) = 0
///
/// dphi_i/dp_i = a x p_i / |p_i|^2. Angles are continued over full turns by the value of theta: every phi_i
/// is the one closest to it. Nodes on the axis through the mean have no angle and must not be there. (The
/// mean rotation MPC of CalculiX.)
class MeanRotation final : public Constraint {
 public:
  /// @param dofs     three of each node, then that of theta
  /// @param initial  places of the nodes
  /// @param theta    theta_0
  MeanRotation(std::string name, std::vector<Index> dofs, const std::vector<Vector3>& initial,
               const Vector3& axis, double theta);

  /// Places P_i of nodes.
  static std::vector<Vector3> arms(const std::vector<Vector3>& places, const Vector3& axis);

  bool is_linear() const override { return false; }
  bool is_moment(int /*row*/) const override { return true; }
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void rate(const State& state, double* g_t) const override;
  void rate_derivative(const State& state, double* g_tt) const override;
  void add_reaction_gradient(const State& state, const double* lambda, double w,
                             MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, double w, Index first_row, MatrixSink& sink) const override;

 private:
  int nodes() const { return static_cast<int>(initial_.size()); }
  /// p_i, or of velocities p_i'.
  std::vector<Vector3> now(const Vector& x) const;
  /// d(dphi/dp)/dp
  Matrix3 curvature(const Vector3& p) const;

  std::vector<Vector3> initial_;  ///< P_i
  Vector3 axis_;
  double theta_;
};

}  // namespace jounce
