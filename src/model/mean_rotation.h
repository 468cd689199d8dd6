#pragma once

#include "model/constraint.h"

namespace jounce {

/// The mean rotation of n points about a fixed axis a is a displacement theta of some node.
///
/// With p_i the place of point i from the mean of all, u_i its displacement from the mean of all, and both in
/// the plane perpendicular to a, phi_i is the angle from p_i to r_i = p_i + u_i:
///
///   g = sum_i phi_i - n theta = 0,   phi_i = atan2(a . (p_i x r_i), p_i . r_i)
///   linear:                          phi_i = a . (p_i x u_i) / |p_i|^2
///
/// Points on the axis do not count. Each angle is the one closest to theta, so that turns are counted. (The
/// mean rotation MPC of CalculiX.) The multiplier lambda acts on point i with lambda (d phi_i/d r_i less the
/// mean of all of them): a couple about a, which follows the points.
class MeanRotation final : public Constraint {
 public:
  /// `dofs`: three of each point, then that of theta; `places`: initial ones of the points. `axis` has length
  /// 1. At least one point must lie beside the axis.
  MeanRotation(std::string name, std::vector<Index> dofs, const std::vector<Vector3>& places,
               const Vector3& axis, double initial_theta, bool is_finite);

  bool is_linear() const override { return !is_finite_; }
  bool is_moment(int) const override { return true; }
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void rate(const State&, double* g_t) const override { g_t[0] = 0; }
  void rate_derivative(const State&, double* g_tt) const override { g_tt[0] = 0; }
  void add_reaction_gradient(const State& state, const double* lambda, double w,
                             MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, double w, Index first_row, MatrixSink& sink) const override;

 private:
  std::size_t n() const { return places_.size(); }
  /// r_i in the plane, over its two axes.
  Eigen::Matrix2Xd arms(const State& state) const;
  /// Second derivatives of g by the points' degrees of freedom.
  DenseMatrix curvature(const State& state) const;

  std::vector<Vector3> places_;           ///< initial ones
  Eigen::Matrix<double, 3, 2> plane_;     ///< axes of the plane; with the axis right-handed
  std::vector<Eigen::Vector2d> initial_;  ///< p_i over them
  std::vector<bool> counts_;              ///< beside the axis
  double count_ = 0;                      ///< n
  double initial_theta_;
  bool is_finite_;
};

}  // namespace jounce
